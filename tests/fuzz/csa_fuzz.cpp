// Splits any bytes, in two chunk sizes, and parses, replays and rewrites the records.
#include "formats/csa/csa.hpp"
#include "formats/csa/csa_splitter.hpp"
#include "formats/format.hpp"
#include "games/api/game_rules.hpp"

#include "formats/collected_records.hpp"
#include "fuzz_input.hpp"

#include <cstdint>
#include <string_view>
#include <vector>

namespace {

using ludex::fuzz::require;

constexpr std::size_t kMaxRecordBytes = 4096;

void check_start(const ludex::ShogiStart& start) {
  for (const ludex::ShogiPiece& piece : start.pieces) {
    require(piece.square.file >= 1 && piece.square.file <= 9);
    require(piece.square.rank >= 1 && piece.square.rank <= 9);
    require(!csa_name(piece.piece).empty());
  }
  for (std::size_t kind = 0; kind < ludex::shogi::kHandKinds; ++kind) {
    require(start.hands[0][kind] + start.hands[1][kind] <= 18);
  }
}

/// Replay and packed script agree on every key; the written record reads back as the same game.
void check_replay(const ludex::CsaGame& game) {
  ludex::ReplayScript script;
  std::vector<ludex::PositionKey> keys;
  ludex::compile_csa(game, script, &keys);
  require(keys.size() == script.total_positions && script.moves <= game.moves.size());
  std::vector<ludex::PositionKey> again;
  ludex::find_rules(ludex::GameType::shogi)
      ->append_keys(script.ops, game.info.size, 0, script.total_positions, again);
  require(again == keys);
  ludex::CsaGame written;
  require(!ludex::parse_csa(ludex::write_csa(game, ludex::CsaVersion::v2_2), {}, written));
  std::vector<ludex::PositionKey> keys_written;
  ludex::compile_csa(written, script, &keys_written);
  require(keys_written == keys);
}

void parse(const ludex::CutRecord& record, ludex::CsaGame& game) {
  ludex::CsaOptions options;
  options.context = record.context;
  options.form = record.form;
  if (ludex::parse_csa(record.text, options, game)) return;
  check_start(game.start);
  check_replay(game);
  for (const ludex::CsaMove& move : game.moves) {
    require(!csa_name(move.piece).empty());
    require(ludex::is_utf8(move.comment));
  }
  for (const ludex::SeatInfo& seat : game.info.seats) require(ludex::is_utf8(seat.name));
  for (const auto& [ident, value] : game.info.properties) {
    require(ludex::is_utf8(ident) && ludex::is_utf8(value));
  }
  for (const ludex::Problem& problem : game.info.problems) require(ludex::is_utf8(problem.message));
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  const std::string_view text(reinterpret_cast<const char*>(data), size);
  (void)ludex::detect_format(text, "");
  using Splitter = ludex::CsaSplitter;
  const ludex::Cut cut = ludex::cut_with(Splitter(0, kMaxRecordBytes), 4096, text);
  require(cut == ludex::cut_with(Splitter(0, kMaxRecordBytes), 7, text));
  require(ludex::coverage_fault(cut, text).empty());
  ludex::CsaGame game;
  for (const ludex::CutRecord& record : cut.records) parse(record, game);
  return 0;
}

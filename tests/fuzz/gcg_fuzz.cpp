// Splits any bytes, in two chunk sizes, and parses, replays and rewrites the records.
#include "formats/format.hpp"
#include "formats/gcg/gcg.hpp"
#include "formats/gcg/gcg_splitter.hpp"
#include "games/api/game_rules.hpp"

#include "formats/collected_records.hpp"
#include "fuzz_input.hpp"

#include <cstdint>
#include <string_view>
#include <vector>

namespace {

using ludex::fuzz::require;

constexpr std::size_t kMaxRecordBytes = 4096;

/// Replay and packed script agree on every key; the written record reads back as the same game.
void check_replay(const ludex::GcgGame& game) {
  ludex::ReplayScript script;
  std::vector<ludex::PositionKey> keys;
  ludex::compile_gcg(game, script, &keys);
  require(keys.size() == script.total_positions && keys.size() <= game.events.size() + 1);
  std::vector<ludex::PositionKey> again;
  ludex::find_rules(ludex::GameType::crossword)
      ->append_keys(script.ops, ludex::gcg_board_size(game), 0, script.total_positions, again);
  require(again == keys);
  for (const ludex::Problem& problem : script.problems) require(ludex::is_utf8(problem.message));
  const std::string written = ludex::write_gcg(game);
  ludex::GcgGame read;
  require(!ludex::parse_gcg(written, {}, read));
  require(ludex::write_gcg(read) == written);
}

void parse(const ludex::CutRecord& record, ludex::GcgGame& game) {
  ludex::GcgOptions options;
  options.form = record.form;
  if (ludex::parse_gcg(record.text, options, game)) return;
  for (const ludex::GcgEvent& event : game.events) {
    require(event.seat >= 1 && event.seat <= game.info.seats.size());
    require(ludex::is_utf8(event.nick) && ludex::is_utf8(event.rack) &&
            ludex::is_utf8(event.tiles));
  }
  for (const ludex::SeatInfo& seat : game.info.seats) require(ludex::is_utf8(seat.name));
  for (const auto& [ident, value] : game.info.properties) {
    require(ludex::is_utf8(ident) && ludex::is_utf8(value));
  }
  for (const ludex::Problem& problem : game.info.problems) require(ludex::is_utf8(problem.message));
  check_replay(game);
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  const std::string_view text(reinterpret_cast<const char*>(data), size);
  (void)ludex::detect_format(text, "");
  using Splitter = ludex::GcgSplitter;
  const ludex::Cut cut = ludex::cut_with(Splitter(0, kMaxRecordBytes), 4096, text);
  require(cut == ludex::cut_with(Splitter(0, kMaxRecordBytes), 7, text));
  require(ludex::coverage_fault(cut, text).empty());
  ludex::GcgGame game;
  for (const ludex::CutRecord& record : cut.records) parse(record, game);
  return 0;
}

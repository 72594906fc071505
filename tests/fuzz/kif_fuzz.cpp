// Splits any bytes, in two chunk sizes, and parses, replays and rewrites the records.
#include "formats/charset/charset.hpp"
#include "formats/format_room.hpp"
#include "formats/kif/kif.hpp"
#include "formats/kif/kif_splitter.hpp"
#include "games/api/game_rules.hpp"

#include "formats/collected_records.hpp"
#include "fuzz_input.hpp"

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace {

using ludex::fuzz::require;

constexpr std::size_t kMaxRecordBytes = 4096;

/// Replay and packed script agree on every key; what is written reads back with the same positions.
void check_replay(const ludex::ShogiGame& game) {
  ludex::ReplayScript script;
  std::vector<ludex::PositionKey> keys;
  ludex::compile_shogi(game, script, &keys);
  require(keys.size() == script.total_positions && keys.size() <= game.nodes.size() + 1);
  std::vector<ludex::PositionKey> again;
  ludex::find_rules(ludex::GameType::shogi)
      ->append_keys(script.ops, {9, 9}, 0, script.total_positions, again);
  require(again == keys);
  for (const ludex::Problem& problem : script.problems) require(ludex::is_utf8(problem.message));
  const std::string written = ludex::write_kif(game, ludex::KifDialect::kif);
  require(ludex::is_utf8(written));
  require(ludex::is_utf8(ludex::write_kif(game, ludex::KifDialect::ki2)));
  ludex::ShogiGame read;
  require(!ludex::parse_kif(written, {}, read));
}

/// What is written for Windows can be read, whatever it had to leave out.
void check_shift_jis(const ludex::CutRecord& record) {
  for (const ludex::Format format : {ludex::Format::kif, ludex::Format::ki2}) {
    const auto writer = ludex::room_of(format).make_writer({});
    require(writer->write_in(ludex::Charset::shift_jis));
    std::string bytes;
    if (writer->write(record.text, record.form, ludex::Charset::utf8, bytes)) return;
    ludex::ShogiGame read;
    require(!ludex::parse_kif(bytes, {}, read));
  }
}

void parse(const ludex::CutRecord& record, ludex::ShogiGame& game) {
  ludex::ShogiReadOptions options;
  options.form = record.form;
  if (ludex::parse_kif(record.text, options, game)) return;
  for (const ludex::SeatInfo& seat : game.info.seats) require(ludex::is_utf8(seat.name));
  for (const auto& [key, value] : game.headers) {
    require(ludex::is_utf8(key) && ludex::is_utf8(value));
  }
  for (const ludex::ShogiNode& node : game.nodes) {
    require(ludex::is_utf8(node.comment) && ludex::is_utf8(node.bookmark));
    require(record.form != ludex::TextForm::bytes || node.offset_bytes <= record.text.size());
  }
  for (const ludex::Problem& problem : game.info.problems) require(ludex::is_utf8(problem.message));
  check_replay(game);
  check_shift_jis(record);
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  const std::string_view text(reinterpret_cast<const char*>(data), size);
  (void)ludex::detect_format(text, "");
  const auto cut_in = [&](std::size_t chunk_bytes) {
    ludex::KifSplitter splitter(ludex::Format::kif, {.max_record_bytes = kMaxRecordBytes}, {});
    return ludex::cut_with(std::move(splitter), chunk_bytes, text);
  };
  const ludex::Cut cut = cut_in(4096);
  require(cut == cut_in(7));
  require(ludex::coverage_fault(cut, text).empty());
  ludex::ShogiGame game;
  for (const ludex::CutRecord& record : cut.records) parse(record, game);
  return 0;
}

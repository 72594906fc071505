// Splits any bytes, in two chunk sizes, and reads, packs and rewrites the records.
#include "formats/cgp/cgp.hpp"
#include "formats/cgp/cgp_splitter.hpp"
#include "formats/charset/charset.hpp"
#include "formats/format.hpp"
#include "formats/position_text.hpp"
#include "formats/record_reader.hpp"
#include "games/api/game_rules.hpp"
#include "games/crossword/crossword_script.hpp"

#include "formats/collected_records.hpp"
#include "fuzz_input.hpp"

#include <cstdint>
#include <string_view>
#include <vector>

namespace {

using ludex::fuzz::require;

constexpr std::size_t kMaxRecordBytes = 4096;

/// The written line reads back as the same position without problems.
void check_text(const ludex::CgpPosition& position) {
  const std::string line = to_cgp(position);
  ludex::CgpPosition again;
  require(!ludex::parse_cgp(line, again));
  require(to_cgp(again) == line);
}

/// A rack of one player may be "b" or "w", a side to move.
bool may_be_sfen(const ludex::Position& position) {
  return position.size == ludex::BoardSize{9, 9};
}

/// Every way to the position agrees: its script, its key, and the query that its text is.
void check_record(std::string_view text, ludex::RecordReader& reader) {
  if (reader.read({.text = text})) return;
  ludex::ReplayScript script;
  std::vector<ludex::PositionKey> keys, again;
  reader.compile(0, script, &keys);
  const ludex::GameInfo& info = reader.info(0);
  const ludex::GameRules& rules = *ludex::find_rules(info.game);
  rules.append_keys(script.ops, info.size, 0, 1, again);
  require(keys.size() == 1 && again == keys);
  const auto position = rules.find_position(script.ops, info.size, 0);
  require(position && rules.key_of(*position) == keys[0]);
  if (position->game == ludex::GameType::crossword) {
    const ludex::PositionTextOptions options{
        .game = may_be_sfen(*position) ? std::optional(position->game) : std::nullopt};
    require(ludex::parse_position(to_cgp(*position), options).match(*position).has_value());
  }
  for (const auto& [ident, value] : info.properties) {
    require(ludex::is_utf8(ident) && ludex::is_utf8(value));
  }
}

/// Bytes that were not made by packing.
void check_script(std::string_view bytes) {
  std::vector<std::uint16_t> ops;
  for (std::size_t i = 0; i + 1 < bytes.size(); i += 2) {
    ops.push_back(static_cast<std::uint16_t>(static_cast<unsigned char>(bytes[i]) |
                                             static_cast<unsigned char>(bytes[i + 1]) << 8));
  }
  ludex::crossword::ScriptReader reader(ops);
  for (int states = 0; states < 100 && reader.next(); ++states) {
    const ludex::CgpPosition& position = reader.position();
    require(position.racks.size() == position.scores.size());
  }
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  const std::string_view text(reinterpret_cast<const char*>(data), size);
  (void)ludex::detect_format(text, "");
  using Splitter = ludex::CgpSplitter;
  const ludex::Cut cut = ludex::cut_with(Splitter(0, kMaxRecordBytes), 4096, text);
  require(cut == ludex::cut_with(Splitter(0, kMaxRecordBytes), 7, text));
  require(ludex::coverage_fault(cut, text).empty());
  const auto reader = ludex::make_record_reader(ludex::Format::cgp);
  ludex::CgpPosition position;
  for (const ludex::CutRecord& record : cut.records) {
    if (!ludex::parse_cgp(record.text, position)) check_text(position);
    check_record(record.text, *reader);
  }
  check_script(text);
  return 0;
}

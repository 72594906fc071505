#pragma once

#include "formats/charset/charset.hpp"
#include "formats/format_room.hpp"
#include "formats/shogi/shogi_conversion.hpp"
#include "formats/shogi/shogi_game.hpp"
#include "games/api/game_rules.hpp"

#include "formats/collected_records.hpp"

#include <algorithm>
#include <cstdlib>
#include <string>
#include <string_view>
#include <vector>

namespace ludex::test {

inline void expect_in_fuzz(bool holds) {
  if (!holds) std::abort();
}

inline Cut cut_by_room(Format format, std::size_t chunk_bytes, std::string_view text) {
  CollectingSink sink;
  const auto splitter = make_splitter(format, {.max_record_bytes = 4096});
  for (std::size_t at = 0; at < text.size(); at += chunk_bytes) {
    splitter->feed(text.substr(at, chunk_bytes), sink);
  }
  splitter->finish(sink);
  return sink.cut;
}

inline std::vector<PositionKey> keys_of(const ShogiGame& game) {
  ReplayScript script;
  std::vector<PositionKey> keys;
  compile_shogi(game, script, &keys);
  expect_in_fuzz(keys.size() == script.total_positions && keys.size() <= game.nodes.size() + 1);
  std::vector<PositionKey> again;
  find_rules(GameType::shogi)->append_keys(script.ops, {9, 9}, 0, script.total_positions, again);
  expect_in_fuzz(again == keys);
  for (const Problem& problem : script.problems) expect_in_fuzz(is_utf8(problem.message));
  return keys;
}

/// What is written in `format` reads back with the same positions, in another order perhaps.
inline void check_written(const ShogiGame& game, Format format, ShogiParse parse) {
  const auto* const output = dynamic_cast<const ShogiOutput*>(&room_of(format));
  std::string written;
  ShogiLosses losses;
  output->write_game(game, written, losses);
  expect_in_fuzz(is_utf8(written));
  ShogiGame read;
  expect_in_fuzz(!parse(written, {}, read));
  auto before = keys_of(game);
  auto after = keys_of(read);
  std::ranges::sort(before, {}, &PositionKey::bits);
  std::ranges::sort(after, {}, &PositionKey::bits);
  expect_in_fuzz(before == after);
}

/// Splits any bytes, in two chunk sizes, and parses and replays the records. \returns the games
inline std::vector<ShogiGame> fuzz_shogi(Format format, ShogiParse parse, std::string_view text) {
  (void)detect_format(text, "");
  const Cut cut = cut_by_room(format, 4096, text);
  expect_in_fuzz(cut == cut_by_room(format, 7, text));
  expect_in_fuzz(coverage_fault(cut, text).empty());
  std::vector<ShogiGame> games;
  for (const CutRecord& record : cut.records) {
    ShogiGame game;
    ShogiReadOptions options;
    options.form = record.form;
    if (parse(record.text, options, game)) continue;
    for (const SeatInfo& seat : game.info.seats) expect_in_fuzz(is_utf8(seat.name));
    for (std::size_t i = 0; i < game.nodes.size(); ++i) {
      const ShogiNode& node = game.nodes[i];
      expect_in_fuzz(is_utf8(node.comment) && node.parent < static_cast<std::int32_t>(i));
      expect_in_fuzz(is_wide(record.form) || node.offset_bytes <= record.text.size());
    }
    for (const Problem& problem : game.info.problems) expect_in_fuzz(is_utf8(problem.message));
    (void)keys_of(game);
    games.push_back(std::move(game));
  }
  return games;
}

}  // namespace ludex::test

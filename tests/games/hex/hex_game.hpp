#pragma once

#include "formats/position_text.hpp"
#include "formats/record_reader.hpp"
#include "games/api/game_rules.hpp"
#include "games/hex/points.hpp"

#include <fmt/format.h>
#include <gtest/gtest.h>

#include <string>
#include <string_view>
#include <vector>

namespace ludex::test {

inline const GameRules& hex_rules() { return *find_rules(GameType::hex); }

/// A query for a position of Hex.
inline Position position_of(std::string_view text) {
  PositionTextOptions options;
  options.game = GameType::hex;
  return parse_position(text, options).position;
}

/// A record as indexing reads it.
struct HexGame {
  GameInfo info;
  ReplayScript script;
  std::vector<PositionKey> keys;

  [[nodiscard]] Position at(std::uint32_t ply) const {
    return hex_rules().find_position(script.ops, info.size, ply).value();
  }
  /// "Bf6 We7"
  [[nodiscard]] std::string stones(std::uint32_t ply) const {
    const Position position = at(ply);
    std::string text;
    for (Point point = 0; point < position.cells.size(); ++point) {
      const std::uint8_t code = position.cells[point];
      if (code == cell::kEmpty) continue;
      if (!text.empty()) text += ' ';
      text += (code == cell::kFirst ? 'B' : 'W') + hex::point_text(point, info.size);
    }
    return text;
  }
  [[nodiscard]] std::string last_stones() const { return stones(script.main_positions - 1); }
  [[nodiscard]] std::string swap() const { return std::string(swap_name(script.swap.value())); }
  [[nodiscard]] std::string result() const {
    return script.result
               ? to_text(*script.result) + " " + std::string(kWinByWords.word_of(script.result->by))
               : "none";
  }
  [[nodiscard]] std::string problems() const {
    std::string text;
    for (const auto& problem : script.problems) {
      if (!text.empty()) text += ' ';
      text += fmt::format("{}@{}", problem_name(problem.kind), problem.ply);
    }
    return text;
  }
};

inline HexGame read(std::string_view record) {
  const auto reader = make_record_reader(Format::sgf);
  EXPECT_FALSE(reader->read({.text = record}));
  HexGame result;
  reader->compile(0, result.script, &result.keys);
  result.info = reader->info(0);
  EXPECT_EQ(result.info.game, GameType::hex);
  return result;
}

/// As the Hex page has it, after FF and GM.
inline HexGame spec(std::string_view rest) {
  return read("(;FF[4]GM[11]" + std::string(rest) + ")");
}

/// As Little Golem writes it.
inline HexGame golem(std::string_view size, std::string_view rest) {
  return read("(;FF[4]EV[hex.ch.1.2]PB[Ann]PW[Ben]SZ[" + std::string(size) +
              "]SO[http://www.littlegolem.com]" + std::string(rest) + ")");
}

}  // namespace ludex::test

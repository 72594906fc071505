#pragma once

#include "formats/csa/csa.hpp"
#include "games/api/game_rules.hpp"

#include <gtest/gtest.h>

#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace ludex::test {

inline const GameRules& shogi_rules() { return *find_rules(GameType::shogi); }

/// A CSA record, replayed.
struct ShogiReplay {
  CsaGame game;
  ReplayScript script;
  std::vector<PositionKey> keys;

  explicit ShogiReplay(std::string_view record) {
    const auto reject = parse_csa(record, {}, game);
    EXPECT_FALSE(reject) << record;
    compile_csa(game, script, &keys);
  }

  [[nodiscard]] std::optional<Position> at(std::uint32_t ply) const {
    return shogi_rules().find_position(script.ops, {9, 9}, ply);
  }
  [[nodiscard]] Position last() const { return *at(script.main_positions - 1); }
  [[nodiscard]] std::vector<Position> positions() const {
    std::vector<Position> all;
    shogi_rules().walk(script.ops, {9, 9}, [&](const Position& position) {
      all.push_back(position);
      return true;
    });
    return all;
  }
  /// "ply: message" of the only problem.
  [[nodiscard]] std::string problem() const {
    if (script.problems.size() != 1) return std::to_string(script.problems.size()) + " problems";
    const Problem& one = script.problems.front();
    EXPECT_EQ(one.kind, ProblemKind::impossible_move);
    EXPECT_EQ(one.ply, script.first_illegal_ply);
    return std::to_string(one.ply) + ": " + one.message;
  }
};

}  // namespace ludex::test

#pragma once

#include "query/rows/game_rows.hpp"

#include <cstdint>
#include <optional>
#include <utility>
#include <vector>

namespace ludex {

/// A mean that grows.
struct RunningMean {
  double sum = 0;
  std::int64_t count = 0;

  void add(double number) {
    sum += number;
    ++count;
  }
  [[nodiscard]] std::optional<double> value() const {
    return count == 0 ? std::nullopt : std::optional(sum / static_cast<double>(count));
  }
};

/// What a row of statistics adds up.
struct StatsTally {
  std::int64_t games = 0;
  std::int64_t wins = 0, losses = 0, draws = 0;  ///< of the player, or of Black
  std::int64_t moves = 0;
  RunningMean score, opponent_score, spread;  ///< likewise, of games that tell them

  /// Takes the results for those of the opponent.
  void turn() {
    std::swap(wins, losses);
    std::swap(score, opponent_score);
    spread.sum = -spread.sum;
  }
};

struct StatsRow {
  std::vector<std::int64_t> codes;  ///< of the keys
  std::vector<Value> keys;          ///< what they stand for
  StatsTally tally;
};

}  // namespace ludex

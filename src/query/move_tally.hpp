#pragma once

#include "ludex/query/explore.hpp"
#include "ludex/query/position_search.hpp"
#include "ludex/store/facts.hpp"

#include <cstddef>
#include <functional>
#include <optional>
#include <span>
#include <unordered_map>
#include <vector>

namespace ludex {

/// Counts next moves game by game, in whatever order games come; a game comes once.
class MoveTally {
 public:
  MoveTally(SQLite::Database& sql, const QueryPosition& query);

  /// All visits of one game, at least one.
  void add(std::span<const PositionHit> hits);

  /// What was counted, sorted.
  [[nodiscard]] std::vector<NextMove> take();
  [[nodiscard]] std::int64_t visits() const { return visits_; }
  [[nodiscard]] std::int64_t games() const { return games_; }

 private:
  /// What facts say of one game, read when it first counts.
  struct GameFacts {
    Winner winner = Winner::unknown;
    Day from = 0;
    Day to = 0;
    bool sides_swapped = false;
  };
  struct HashMove {
    std::size_t operator()(const std::optional<Move>& move) const;
  };
  struct Row {
    NextMove counts;
    Day last_day = -1;  // of the sample
    std::int64_t last_game = 0;
  };

  [[nodiscard]] GameFacts read(GameId game);
  [[nodiscard]] Row& row_for(std::optional<Move> move);
  void add_game(Row& row, const PositionHit& hit, const GameFacts& facts);

  FactReader facts_;
  const QueryPosition& query_;
  std::vector<Row> rows_;
  std::unordered_map<std::optional<Move>, std::size_t, HashMove> row_of_;  // moves as found
  std::int64_t visits_ = 0;
  std::int64_t games_ = 0;
};

}  // namespace ludex

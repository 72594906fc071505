#pragma once

#include "query/explore/explore.hpp"
#include "query/search/position_search.hpp"
#include "store/facts.hpp"

#include <cstddef>
#include <optional>
#include <span>
#include <vector>

namespace ludex {

/// Counts next moves game by game; a game comes once.
class MoveTally {
 public:
  MoveTally(SqlConnection& sql, const QueryPosition& query);

  /// All visits of one game, at least one. Cost: some 20 ns, least where games ascend.
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
    GameFlags flags;
  };
  struct Row {
    NextMove counts;
    Day last_day = -1;  // of the sample
    std::int64_t last_game = 0;
  };
  /// A move as it was found, and the row it counts in.
  struct Seen {
    std::optional<Move> move;
    std::uint32_t seat = 0;  // that makes it; 0: whoever does
    std::size_t row = kNoRow;
  };
  static constexpr std::size_t kNoRow = ~std::size_t{0};

  [[nodiscard]] GameFacts read(GameId game);
  [[nodiscard]] Row& row_of(const PositionHit& hit, GameFlags flags);
  [[nodiscard]] Row& row_for(const std::optional<Move>& move, std::uint32_t seat);
  [[nodiscard]] Seen& place_of(const std::optional<Move>& move, std::uint32_t seat);
  void grow();
  void add_game(Row& row, const PositionHit& hit, const GameFacts& facts);

  FactReader facts_;
  const QueryPosition& query_;
  std::vector<Row> rows_;
  std::vector<Seen> seen_;  // open addressing, a power of two
  std::size_t seen_count_ = 0;
  Seen last_;                // moves come in runs
  std::int64_t chunk_ = -1;  // whose facts are these:
  std::vector<std::int64_t> result_, from_, to_, flags_;
  std::int64_t visits_ = 0;
  std::int64_t games_ = 0;
};

}  // namespace ludex

#pragma once

#include "games/api/position.hpp"
#include "ludex/explore.hpp"
#include "ludex/types.hpp"
#include "query/filter/filters.hpp"
#include "query/filter/id_set.hpp"
#include "store/database.hpp"

#include <array>
#include <cstdint>
#include <optional>
#include <vector>

namespace ludex {

/// A next move as it is counted: on the query's board; its score is that of the first visit. None:
/// the line ends there.
struct NextMove : MoveCounts {
  std::optional<Move> move;
  friend bool operator==(const NextMove&, const NextMove&) = default;

  /// Wins and half the draws for each game with a known result; none without such games, and where
  /// the line ends.
  [[nodiscard]] std::optional<double> score() const;
};

struct Exploration {
  std::vector<NextMove> moves;  ///< most games first, then most visits, then in reading order
  std::int64_t visits = 0;      ///< times the position occurs
  std::int64_t games = 0;       ///< in which it does
  Coverage coverage;
  /// With `unique` the games counted: what comes later on the tree is counted among these.
  std::optional<IdSet> one_of_each;
};

/// Counts what was played next at `filters.positions[0]`, in the games that all filters mean.
/// Moves that a symmetry fixing the position maps onto each other are one (first_equivalent).
/// \param with_variations  counts variations too, where they are indexed.
/// \throws UsageError without a position, and like find_games().
/// Cost: a lookup, then some 30 ns a visit where the index holds the position's moves ready (256
/// visits and more), else a replay of some microseconds each.
[[nodiscard]] Exploration explore(Database& database, const GameFilters& filters,
                                  bool with_variations = false);

/// The position that `move` leads to, asked for as `query` is; none where the board refuses it,
/// or where it only changes links and the query does not look at them.
[[nodiscard]] std::optional<QueryPosition> query_after(const QueryPosition& query,
                                                       const Move& move);

}  // namespace ludex

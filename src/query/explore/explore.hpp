#pragma once

#include "games/api/position.hpp"
#include "ludex/explore.hpp"
#include "ludex/types.hpp"
#include "query/explore/move_tally.hpp"
#include "query/filter/filters.hpp"
#include "query/filter/id_set.hpp"
#include "query/search/position_search.hpp"
#include "store/database.hpp"
#include "store/facts.hpp"

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <vector>

namespace ludex {

struct Exploration {
  std::vector<NextMove> moves;  ///< most games first, then most visits, then in reading order
  std::int64_t visits = 0;      ///< times the position occurs
  std::int64_t games = 0;       ///< games that contain it
  Coverage coverage;
  /// With `unique`, the counted games; deeper levels of the tree count only these.
  std::optional<IdSet> one_of_each;
};

/// \param searched  the games that match the conditions
[[nodiscard]] Coverage read_coverage(SqlConnection& sql, const IdSet& searched);

/// Counts the next moves at `filters.positions[0]` in the games that match all filters. Moves that
/// a symmetry of the position maps onto each other count as one (first_equivalent).
/// \param with_variations  count variations too, if indexed
/// \throws UsageError without a position, and like find_games(). Cost: a look-up, then about 30 ns
/// per visit if the index has grouped the visits of the position (256 visits and more), else a
/// replay of a few microseconds per visit.
[[nodiscard]] Exploration explore(Database& database, const GameFilters& filters,
                                  bool with_variations = false);

/// The position after `move`, as a query like `query`. None if the move is illegal, or if it only
/// changes links and the query ignores links.
[[nodiscard]] std::optional<QueryPosition> query_after(const QueryPosition& query,
                                                       const Move& move);

/// Keeps only the visits on the main line.
[[nodiscard]] std::span<const PositionHit> on_main_line(std::span<const PositionHit> hits,
                                                        FactReader& facts);

}  // namespace ludex

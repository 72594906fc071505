#pragma once

#include "games/api/query_position.hpp"
#include "ludex/query.hpp"
#include "query/pattern/pattern.hpp"

#include <optional>
#include <vector>

namespace ludex {

/// The conditions of a query, its dates and positions read.
struct GameFilters : GameConditions {
  std::vector<DaySpan> dates;            ///< a game's days overlap each
  std::vector<QueryPosition> positions;  ///< each occurs somewhere in the game
  std::vector<Pattern> patterns{};       ///< and each of these
  PatternMoment pattern_moment{};
  bool pattern_is_first = false;  ///< the first pattern is shown and explored
  bool all_hits = false;          ///< of patterns all runs of a placement
  bool variations = false;        ///< patterns on indexed variations too

  [[nodiscard]] bool shows_pattern() const {
    return !patterns.empty() && (pattern_is_first || positions.empty());
  }
};

/// The conditions and dates of a query, checked; its positions are read by an engine.
/// \throws UsageError
[[nodiscard]] GameFilters to_filters(const Query& query);

/// What belongs together is there: an opponent and an outcome need a player, two players are the
/// most. \throws UsageError
void check(const GameConditions& filters);

/// The value of a filter over a column. \throws UsageError
[[nodiscard]] ColumnFilter parse_column_filter(const FilteredColumn& column, std::string_view text);

/// The days that from and to mean, either of which may be missing. \throws UsageError
[[nodiscard]] DaySpan span_of(std::optional<DaySpan> from, std::optional<DaySpan> to);

}  // namespace ludex

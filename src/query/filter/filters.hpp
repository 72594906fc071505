#pragma once

#include "games/api/query_position.hpp"
#include "ludex/query.hpp"
#include "query/pattern/pattern.hpp"

#include <optional>
#include <vector>

namespace ludex {

/// The conditions of a query, with parsed dates and positions.
struct GameFilters : GameConditions {
  std::vector<DaySpan> dates;            ///< the dates of a game overlap each
  std::vector<QueryPosition> positions;  ///< each must occur in the game
  std::vector<Pattern> patterns{};       ///< and so must each of these
  PatternMoment pattern_moment{};
  bool pattern_is_first = false;  ///< the first pattern is shown and explored
  bool all_hits = false;          ///< for patterns, all runs of a placement
  bool variations = false;        ///< patterns on indexed variations too

  [[nodiscard]] bool shows_pattern() const {
    return !patterns.empty() && (pattern_is_first || positions.empty());
  }
};

/// The conditions and dates of a query, checked; its positions are read by an engine.
/// \throws UsageError
[[nodiscard]] GameFilters to_filters(const Query& query);

/// Checks fields that depend on each other: an opponent and an outcome need a player, and there are
/// at most two players. \throws UsageError
void check(const GameConditions& filters);

/// The value of a filter over a column. \throws UsageError
[[nodiscard]] ColumnFilter parse_column_filter(const FilteredColumn& column, std::string_view text);

/// The days of `from` and `to`; either may be missing. \throws UsageError
[[nodiscard]] DaySpan span_of(std::optional<DaySpan> from, std::optional<DaySpan> to);

}  // namespace ludex

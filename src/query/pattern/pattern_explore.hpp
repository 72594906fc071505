#pragma once

#include "ludex/explore.hpp"
#include "query/filter/filters.hpp"
#include "query/filter/id_set.hpp"
#include "store/database.hpp"

namespace ludex {

/// Leaves the games that hold all patterns from the `first` on. \param variations  look at indexed
/// variations too
void keep_games_with_patterns(SqlConnection& sql, const GameFilters& filters, std::size_t first,
                              bool variations, IdSet& games);

/// Counts how play went on in the first pattern of the filters, in the games that all filters mean.
/// Rows of a level: most games first, then most hits, then in reading order; the last one counts
/// hits without a continuation.
/// \throws UsageError like find_games(). Cost: see PatternSearch.
void explore_pattern(Database& database, const GameFilters& filters, const ExploreOptions& options,
                     const ExploreVisitor& visit, ExploreAnswer& answer);

}  // namespace ludex

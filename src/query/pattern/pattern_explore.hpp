#pragma once

#include "ludex/explore.hpp"
#include "query/filter/filters.hpp"
#include "store/database.hpp"

namespace ludex {

/// Counts how play went on in the first pattern of the filters, in the games that all filters mean.
/// Rows of a level: most games first, then most hits, then in reading order; the last one counts
/// hits without a continuation.
/// \throws UsageError like find_games(). Cost: see PatternSearch.
void explore_pattern(Database& database, const GameFilters& filters, const ExploreOptions& options,
                     const ExploreVisitor& visit, ExploreAnswer& answer);

}  // namespace ludex

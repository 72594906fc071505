#pragma once

#include "ludex/explore.hpp"
#include "query/filter/filters.hpp"
#include "store/database.hpp"

namespace ludex {

/// Explores the first position of the filters and the positions below it, to a depth.
/// \param answer  gets what was found at the first position.
void explore_tree(Database& database, const GameFilters& filters, const ExploreOptions& options,
                  const ExploreVisitor& visit, ExploreAnswer& answer);

}  // namespace ludex

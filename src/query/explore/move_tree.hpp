#pragma once

#include "ludex/explore.hpp"
#include "query/explore/explore.hpp"
#include "query/filter/filters.hpp"

#include <functional>

namespace ludex {

/// Counts the next moves at the first position of the filters.
using PositionExplorer = std::function<Exploration(const GameFilters&)>;

/// Visits the next moves of the first position, and below each move its own next moves. Totals,
/// coverage and colors of the answer are set.
void visit_move_tree(GameFilters filters, const ExploreOptions& options,
                     const PositionExplorer& explore, const ExploreVisitor& visit,
                     ExploreAnswer& answer);

}  // namespace ludex

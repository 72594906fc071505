#pragma once

#include "ludex/query.hpp"
#include "query/filter/game_query.hpp"
#include "store/database.hpp"

#include <string>
#include <vector>

namespace ludex {

/// If nothing was found, notes what may have been meant: a part of the board instead of all of
/// it, or a board of another size. Cost: where moves were given without a size, one count of all
/// games by size.
void note_why_nothing(Database& database, const Query& query, const GameFilters& filters,
                      std::vector<std::string>& notes);

}  // namespace ludex

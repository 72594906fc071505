#pragma once

#include "ludex/query/filters.hpp"
#include "ludex/query/id_set.hpp"
#include "query/people.hpp"

#include <SQLiteCpp/SQLiteCpp.h>

namespace ludex {

/// Games of more than two players that the filters about players fit: facts know two seats only.
/// Ranks are not compared: no game of more than two players has them.
/// Cost: the seats of such games, by an index of them.
[[nodiscard]] IdSet games_of_further_seats(SQLite::Database& sql, const People& people,
                                           const GameFilters& filters);

}  // namespace ludex

#pragma once

#include "query/filter/filters.hpp"
#include "query/filter/game_scan.hpp"
#include "store/sql/sql_statement.hpp"

namespace ludex {

/// The games that all filters but positions and `unique` mean: by facts first, then by what needs
/// rows.
/// \throws UsageError like find_games().
[[nodiscard]] GameSelection select_games(SqlConnection& sql, const GameFilters& filters);

}  // namespace ludex

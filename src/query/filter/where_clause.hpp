#pragma once

#include "query/filter/id_set.hpp"
#include "store/sql/sql_statement.hpp"

#include <string>

namespace ludex {

/// Those of `among` for which an SQL expression over the view `games` is true. While it runs, an
/// authorizer lets SQLite read and call functions, and nothing else.
/// \throws UsageError if it is no such expression, with SQLite's message or ours: parentheses and
/// quotes must be closed, and `;`, comments and parameters are refused.
[[nodiscard]] IdSet games_where(SqlConnection& sql, const std::string& expression,
                                const IdSet& among);

}  // namespace ludex

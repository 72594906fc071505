#pragma once

#include "ludex/query.hpp"
#include "query/pattern/pattern.hpp"
#include "store/sql/sql_connection.hpp"

#include <vector>

namespace ludex {

/// Reads the patterns of a query: rows, or a part of a position. Without `game` they are of the
/// game of the position, or of the only game in the database. \throws UsageError for malformed
/// text, and where the game is not clear
[[nodiscard]] std::vector<Pattern> read_patterns(SqlConnection& sql, const Query& query);

}  // namespace ludex

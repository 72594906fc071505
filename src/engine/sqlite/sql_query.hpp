#pragma once

#include "query/rows/game_rows.hpp"
#include "store/database.hpp"

#include <chrono>
#include <functional>
#include <string>
#include <string_view>
#include <vector>

namespace ludex {

/// Runs one statement that reads, with Ludex's functions loaded. Attaching, writing and loading of
/// extensions are refused.
/// \param time_limit  0: none. A function of ours is not interrupted while it works on one row.
/// \param columns     gets the names of the columns before the first row
/// \param row         gets each row; a BLOB comes as its text, or as X'...' if it is none
/// \throws UsageError for wrong SQL; Error when the time is over.
void run_sql(Database& database, std::string_view sql, std::chrono::milliseconds time_limit,
             const std::function<void(std::vector<std::string>)>& columns, const RowVisitor& row);

}  // namespace ludex

#pragma once

#include "store/sql/sql_connection.hpp"

#include <string>

namespace ludex {

/// The CREATE VIEW statement of the view `games`. It has no join, so that a query pays only for the
/// columns that it names, and a condition only while the games of a source are hidden: without one,
/// SQLite counts the games without reading them.
[[nodiscard]] std::string games_view(bool leaves_out_hidden);

/// Makes the view again if it does not fit the sources as they are now. Call it before a commit
/// that may have hidden a source, or revealed or deleted a hidden one.
void fit_games_view(SqlConnection& sql);

}  // namespace ludex

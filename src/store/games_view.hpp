#pragma once

#include "store/sql/sql_connection.hpp"

#include <string>

namespace ludex {

/// The CREATE VIEW statement of the view `games`. It has no join, so that a query pays only for the
/// columns that it names, and a condition only while the games of a source are hidden: without one,
/// SQLite counts the games without reading them.
[[nodiscard]] std::string games_view(bool leaves_out_hidden);

/// Recreates the view if it has a condition without need, or lacks one, or comes from an older
/// version. Call it before a commit if a source may have been hidden, or a hidden one revealed or
/// deleted. Cost: two short queries if nothing is to be done.
void fit_games_view(SqlConnection& sql);

}  // namespace ludex

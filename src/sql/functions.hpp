#pragma once

#include "sql/table_function.hpp"

namespace ludex {

/// ludex_positions(P): where a position occurs.
[[nodiscard]] const TableFunction& positions_function();
/// ludex_next_moves(P): what was played there.
[[nodiscard]] const TableFunction& next_moves_function();
/// ludex_moves(game_id): the moves of the main line.
[[nodiscard]] const TableFunction& moves_function();
/// ludex_comments(game_id): names and comments of all nodes.
[[nodiscard]] const TableFunction& comments_function();
/// ludex_marks(game_id): markup and what else nodes add to their positions.
[[nodiscard]] const TableFunction& marks_function();

/// ludex_cgp(game_id, ply), ludex_record(game_id), ludex_key(P). \returns a status of SQLite.
int add_scalar_functions(const std::shared_ptr<SqlConnection>& sql);

/// All of these on a connection to a database of Ludex. \returns a status of SQLite.
int add_sql_functions(const std::shared_ptr<SqlConnection>& sql);

}  // namespace ludex

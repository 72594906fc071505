#pragma once

#include "store/sql/sql_connection.hpp"

namespace ludex {

/// Checks that the schema is ours: a name of our tables is a table, one of our views a view, and
/// there are no triggers. Tables and indexes that people added beside ours do no harm.
/// \throws DatabaseError naming what is not as it should be, and what to do.
void check_schema(SqlConnection& sql);

/// Checks the next free ids: in range, and no further than the games that the blocks of facts hold,
/// so that no writer overwrites a game or walks through ids that nobody has.
/// \pre the newest schema. \throws DatabaseError
void check_counters(SqlConnection& sql);

}  // namespace ludex

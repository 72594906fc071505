#pragma once

#include "store/sql/sql_statement.hpp"

namespace ludex {

/// What SQL cannot do of a migration: brings packed columns in line with the tables. Called in the
/// migration's transaction, behind its SQL. \param version  that the migration leads to
void finish_migration(SqlConnection& sql, int version);

}  // namespace ludex

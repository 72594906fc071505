#pragma once

#include <SQLiteCpp/SQLiteCpp.h>

namespace ludex {

/// What SQL cannot do of a migration: brings packed columns in line with the tables. Called in the
/// migration's transaction, behind its SQL. \param version  that the migration leads to
void finish_migration(SQLite::Database& sql, int version);

}  // namespace ludex

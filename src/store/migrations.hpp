#pragma once

#include "store/sql/sql_statement.hpp"

#include <span>
#include <string_view>

namespace ludex {

/// One file of schema/, built into the program.
struct Migration {
  int version;
  std::string_view name;
  std::string_view sql;
};

/// All of them, in order.
[[nodiscard]] std::span<const Migration> embedded_migrations();

/// What SQL cannot do of a migration: brings packed columns in line with the tables. Called in the
/// migration's transaction, behind its SQL. \param version  that the migration leads to
void finish_migration(SqlConnection& sql, int version);

}  // namespace ludex

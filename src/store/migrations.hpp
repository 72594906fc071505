#pragma once

#include "store/sql/sql_statement.hpp"

#include <atomic>
#include <cstddef>
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

struct MigrationLimits {
  std::size_t memory_bytes = std::size_t{32} << 20;
  const std::atomic<bool>* stop = nullptr;  ///< when set, the migration gives up
};

/// What SQL cannot do of a migration: brings packed columns and words in line with the tables.
/// Called in the migration's transaction, after its SQL. \param version  that the migration leads
/// to. \throws Error if it was stopped
void finish_migration(SqlConnection& sql, int version, const MigrationLimits& limits);

}  // namespace ludex

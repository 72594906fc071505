#pragma once

#include "store/sql/sql_connection.hpp"

#include <memory>
#include <string>

namespace ludex {

/// A connection of our own to a file, through SQLiteCpp. The extension, which has none, brings
/// another implementation of what this header declares.
class SqliteFile final : public SqlConnection {
 public:
  enum class Mode { read, write, create };

  /// \param file  as SQLite names it: ":memory:" and "file:..." mean something else to it.
  /// \param name  for messages
  SqliteFile(const std::string& file, Mode mode, int busy_timeout_ms = 0, std::string name = {});

 private:
  std::shared_ptr<void> database_;  // SQLite::Database
};

/// For a program's main(): SQLite counts no allocations, which it does under a lock.
void leave_out_memory_statistics();

/// A number as SQLite's printf('%g') writes it.
[[nodiscard]] std::string general_text(double number);

}  // namespace ludex

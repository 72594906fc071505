#pragma once

#include "store/sql/sql_connection.hpp"

#include <memory>
#include <string>

namespace SQLite {
class Database;
}

namespace ludex {

/// A connection of our own to a file, through SQLiteCpp.
class SqliteFile final : public SqlConnection {
 public:
  enum class Mode { read, write, create };

  /// \param file  as SQLite names it: ":memory:" and "file:..." mean something else to it.
  /// \param name  for messages
  SqliteFile(const std::string& file, Mode mode, int busy_timeout_ms = 0, std::string name = {});
  ~SqliteFile() override;

  /// Calls `wait(self, calls before)` while another program locks the file, until it returns 0.
  void set_busy_handler(int (*wait)(void*, int), void* self);

 private:
  SqliteFile(std::unique_ptr<SQLite::Database> database, std::string name);

  std::unique_ptr<SQLite::Database> database_;
};

/// For a program's main(): SQLite counts no allocations, which it does under a lock.
void leave_out_memory_statistics();

/// A number as SQLite's printf('%g') writes it.
[[nodiscard]] std::string general_text(double number);

}  // namespace ludex

#pragma once

#include "store/sql/sql_connection.hpp"

#include <memory>
#include <string>
#include <string_view>

namespace ludex {

/// Our own connection to a file, through SQLiteCpp. The extension has no such connection and
/// implements this header in another way.
class SqliteFile final : public SqlConnection {
 public:
  enum class Mode { read, write, create };

  /// \param file  a name for SQLite, which treats ":memory:" and "file:..." specially
  /// \param name  for messages
  SqliteFile(const std::string& file, Mode mode, int busy_timeout_ms = 0, std::string name = {});

 private:
  std::shared_ptr<void> database_;  // SQLite::Database
};

/// For main() of a program: SQLite stops counting allocations, which takes a lock, and takes its
/// pages from one region (page_memory.hpp).
void set_up_linked_sqlite();
/// "3.40.1"
[[nodiscard]] std::string_view linked_sqlite_version();
/// Of the library around it: "3.2.1".
[[nodiscard]] std::string sqlitecpp_version();

/// A number as SQLite's printf('%g') writes it.
[[nodiscard]] std::string general_text(double number);

}  // namespace ludex

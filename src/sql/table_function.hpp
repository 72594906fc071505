#pragma once

#include "store/sql/sql_statement.hpp"

#include <sqlite3ext.h>
SQLITE_EXTENSION_INIT3

#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>

namespace ludex {

class StoreReaders;

/// Rows of one call of a table-valued function, one after the other.
class Rows {
 public:
  virtual ~Rows() = default;
  Rows(const Rows&) = delete;
  Rows& operator=(const Rows&) = delete;
  /// Goes to the next row, at first to the first one; false behind the last.
  virtual bool next() = 0;
  /// Hands over a value of the row it stands on; nothing handed over is NULL.
  virtual void value(int column, sqlite3_context* context) = 0;

 protected:
  Rows() = default;
};

/// `SELECT ... FROM name(arguments)`: an eponymous virtual table whose hidden columns are the
/// arguments.
struct TableFunction {
  const char* name;
  const char* declaration;  ///< CREATE TABLE x(columns, arguments HIDDEN)
  int columns;              ///< before the arguments
  int arguments;
  int required;  ///< of them, the first ones
  /// \param arguments  those given, in order; nullptr for one that was left out.
  /// May throw: the message becomes that of the statement.
  std::unique_ptr<Rows> (*open)(SqlConnection& sql, StoreReaders& readers,
                                std::span<sqlite3_value* const> arguments);
};

/// \param sql  of the connection; kept as long as the function is there.
/// \pre `function` lives as long. \returns a status of SQLite.
int add_table_function(const std::shared_ptr<SqlConnection>& sql, const TableFunction& function);

/// A text argument; none for NULL.
[[nodiscard]] std::optional<std::string_view> text_of(sqlite3_value* value);

void give(sqlite3_context* context, std::int64_t number);
void give(sqlite3_context* context, std::string_view text);
/// NULL for an empty one.
void give_text(sqlite3_context* context, std::string_view text);

}  // namespace ludex

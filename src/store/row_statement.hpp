#pragma once

#include <SQLiteCpp/SQLiteCpp.h>
#include <sqlite3.h>

#include <cstdint>
#include <memory>
#include <string>
#include <string_view>

namespace ludex {

/// A prepared SELECT with one parameter, an id, whose row is read where SQLite keeps it.
/// Throws SQLite::Exception.
class RowStatement {
 public:
  RowStatement(SQLite::Database& sql, const std::string& select);

  /// Goes to the first row for `id`; false if there is none.
  [[nodiscard]] bool step_to(std::int64_t id);
  [[nodiscard]] bool step();
  /// Leaves the row, and the read lock where no transaction holds it.
  void reset() { sqlite3_reset(statement_.get()); }

  [[nodiscard]] int type(int column) const { return sqlite3_column_type(statement_.get(), column); }
  [[nodiscard]] bool is_null(int column) const { return type(column) == SQLITE_NULL; }
  /// 0 for NULL.
  [[nodiscard]] std::int64_t integer(int column) const {
    return sqlite3_column_int64(statement_.get(), column);
  }
  [[nodiscard]] double real(int column) const {
    return sqlite3_column_double(statement_.get(), column);
  }
  /// Text or BLOB; valid until the next step or reset.
  [[nodiscard]] std::string_view bytes(int column) const {
    const auto* const data =
        static_cast<const char*>(sqlite3_column_blob(statement_.get(), column));
    return {data, static_cast<std::size_t>(sqlite3_column_bytes(statement_.get(), column))};
  }

 private:
  struct Finalizer {
    void operator()(sqlite3_stmt* statement) const { sqlite3_finalize(statement); }
  };
  std::unique_ptr<sqlite3_stmt, Finalizer> statement_;
};

}  // namespace ludex

#pragma once

#include "store/sql/sql_connection.hpp"

#include <concepts>
#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <string_view>

struct sqlite3_stmt;

namespace ludex {

enum class SqlType { integer = 1, real, text, blob, null };  // SQLite's numbers

/// Bytes to bind without a copy: they must live until the statement is reset.
struct SqlText {
  std::string_view text;
};
struct SqlBlob {
  std::string_view bytes;
};

/// A prepared statement; rows are read from the memory of SQLite. Parameters count from 1, columns
/// from 0. Stays valid as long as its connection. \throws SqlError.
class SqlStatement {
 public:
  SqlStatement(SqlConnection& sql, std::string_view text);
  /// \param rest  becomes what follows the first statement of `text`.
  SqlStatement(SqlConnection& sql, std::string_view text, std::string_view& rest);

  template <std::integral Integer>
  void bind(int parameter, Integer value) {
    bind_integer(parameter, static_cast<std::int64_t>(value));
  }
  void bind(int parameter, double value);
  void bind(int parameter, std::string_view text);  ///< copies it
  void bind_null(int parameter);
  /// These do not copy: the bytes must live until the statement is reset.
  void bind_view(int parameter, std::string_view text);
  void bind_blob(int parameter, std::string_view bytes);
  void bind(int parameter, SqlText view) { bind_view(parameter, view.text); }
  void bind(int parameter, SqlBlob blob) { bind_blob(parameter, blob.bytes); }
  template <class T>
  void bind(int parameter, const std::optional<T>& value) {
    value ? bind(parameter, *value) : bind_null(parameter);
  }
  template <class... Values>
  void bind_all(const Values&... values) {
    int parameter = 0;
    (bind(++parameter, values), ...);
  }

  /// Goes to the next row; false if there is none. \throws Stopped if the call is over (CallScope)
  bool step();
  /// Releases the row, and the read lock unless a transaction holds it. Parameters stay bound.
  void reset();
  /// Restarts with these parameters; step() moves to the first row.
  template <class... Values>
  void start(const Values&... values) {
    reset();
    bind_all(values...);
  }
  /// Restarts with these parameters and moves to the first row; false if there is none.
  template <class... Values>
  [[nodiscard]] bool find(const Values&... values) {
    start(values...);
    return step();
  }
  /// Runs a statement without rows, with these parameters or those bound before.
  /// \returns how many rows it changed.
  template <class... Values>
  int run(const Values&... values) {
    bind_all(values...);
    return run_bound();
  }

  [[nodiscard]] SqlType type(int column) const;
  [[nodiscard]] bool is_null(int column) const { return type(column) == SqlType::null; }
  /// 0 for NULL.
  [[nodiscard]] std::int64_t integer(int column) const;
  [[nodiscard]] double real(int column) const;
  /// Text or BLOB; valid until the next step or reset. Empty for NULL.
  [[nodiscard]] std::string_view bytes(int column) const;
  [[nodiscard]] std::string string(int column) const { return std::string(bytes(column)); }

  [[nodiscard]] int columns() const;
  [[nodiscard]] std::string column_name(int column) const;
  [[nodiscard]] int parameters() const;
  /// True if the text held no statement.
  [[nodiscard]] bool is_empty() const { return statement_ == nullptr; }

 private:
  struct Finalizer {
    const sqlite3_api_routines* functions;
    void operator()(sqlite3_stmt* statement) const;
  };
  [[nodiscard]] const sqlite3_api_routines& functions() const {
    return *statement_.get_deleter().functions;
  }
  void bind_integer(int parameter, std::int64_t value);
  int run_bound();
  void check(int status) const;

  const SqlConnection* sql_;
  std::unique_ptr<sqlite3_stmt, Finalizer> statement_;
};

template <class... Values>
int SqlConnection::run(std::string_view text, const Values&... values) {
  return SqlStatement(*this, text).run(values...);
}

template <class... Values>
std::int64_t SqlConnection::first_integer(std::string_view text, const Values&... values) {
  SqlStatement select(*this, text);
  return select.find(values...) ? select.integer(0) : 0;
}

}  // namespace ludex

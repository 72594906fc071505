#pragma once

// The part of SQLiteCpp that Ludex's readers use, on the SQLite that loaded the extension: the
// library itself is bound to one of its own, and a connection must never meet two of them. The
// readers are compiled a second time with this file in place of the library's.

#include <sqlite3.h>  // that of the folder above

#include <cstdint>
#include <memory>
#include <stdexcept>
#include <string>

namespace SQLite {

class Exception : public std::runtime_error {
 public:
  explicit Exception(sqlite3* handle) : std::runtime_error(sqlite3_errmsg(handle)) {}
};

/// Somebody else's connection.
class Database {
 public:
  explicit Database(sqlite3* handle) : handle_(handle) {}
  [[nodiscard]] sqlite3* getHandle() const { return handle_; }

  int tryExec(const char* statements) {
    return sqlite3_exec(handle_, statements, nullptr, nullptr, nullptr);
  }
  void exec(const char* statements) {
    if (tryExec(statements) != SQLITE_OK) throw Exception(handle_);
  }

 private:
  sqlite3* handle_;
};

/// A value of the row a statement stands on.
class Column {
 public:
  Column(sqlite3_stmt* statement, int index) : statement_(statement), index_(index) {}
  [[nodiscard]] bool isNull() const {
    return sqlite3_column_type(statement_, index_) == SQLITE_NULL;
  }
  [[nodiscard]] std::int64_t getInt64() const { return sqlite3_column_int64(statement_, index_); }
  [[nodiscard]] int getInt() const { return sqlite3_column_int(statement_, index_); }
  [[nodiscard]] double getDouble() const { return sqlite3_column_double(statement_, index_); }
  [[nodiscard]] const void* getBlob() const { return sqlite3_column_blob(statement_, index_); }
  [[nodiscard]] int getBytes() const { return sqlite3_column_bytes(statement_, index_); }
  [[nodiscard]] std::string getString() const {
    const void* const data = getBlob();
    return data == nullptr
               ? std::string()
               : std::string(static_cast<const char*>(data), static_cast<std::size_t>(getBytes()));
  }

 private:
  sqlite3_stmt* statement_;
  int index_;
};

class Statement {
 public:
  Statement(Database& database, const std::string& sql) : handle_(database.getHandle()) {
    sqlite3_stmt* statement = nullptr;
    const int status = sqlite3_prepare_v2(handle_, sql.c_str(), static_cast<int>(sql.size() + 1),
                                          &statement, nullptr);
    if (status != SQLITE_OK) throw Exception(handle_);
    statement_.reset(statement);
  }

  void reset() { sqlite3_reset(statement_.get()); }
  void bind(int place, std::int64_t value) {
    check(sqlite3_bind_int64(statement_.get(), place, value));
  }
  void bind(int place, int value) { bind(place, std::int64_t{value}); }
  void bind(int place, const std::string& value) {
    check(sqlite3_bind_text(statement_.get(), place, value.data(), static_cast<int>(value.size()),
                            SQLITE_TRANSIENT));
  }
  bool executeStep() {
    const int status = sqlite3_step(statement_.get());
    if (status != SQLITE_ROW && status != SQLITE_DONE) throw Exception(handle_);
    return status == SQLITE_ROW;
  }
  [[nodiscard]] Column getColumn(int index) { return {statement_.get(), index}; }

 private:
  struct Finalizer {
    void operator()(sqlite3_stmt* statement) const { sqlite3_finalize(statement); }
  };
  void check(int status) {
    if (status != SQLITE_OK) throw Exception(handle_);
  }

  sqlite3* handle_;
  std::unique_ptr<sqlite3_stmt, Finalizer> statement_;
};

}  // namespace SQLite

#pragma once

#include "ludex/error.hpp"

#include <cstdint>
#include <string>
#include <string_view>

struct sqlite3;
struct sqlite3_api_routines;

namespace ludex {

class SqlConnection;

/// An error of SQLite. The message names the file, the reason, and what to do.
class SqlError : public DatabaseError {
 public:
  enum class Kind {
    other,
    busy,
    disk_full,
    io,
    cut_off_transaction,
    not_allowed,
    interrupted,
    damaged
  };

  SqlError(const SqlConnection& sql, int status);
  SqlError(Kind kind, const std::string& file, const std::string& reason);

  [[nodiscard]] Kind kind() const { return kind_; }
  /// SQLite's own words.
  [[nodiscard]] const std::string& reason() const { return reason_; }

 private:
  Kind kind_;
  std::string reason_;
};

/// A connection to SQLite: a handle and the functions that belong to it. There are two sets of
/// functions: those of the linked library (SqliteFile), and those that SQLite passes to a loadable
/// extension. Never pass a handle to the functions of another SQLite. One thread at a time.
class SqlConnection {
 public:
  /// \param name  of the file, for messages; empty if the caller of SQLite knows it.
  SqlConnection(sqlite3* handle, const sqlite3_api_routines& functions, std::string name);
  SqlConnection(const SqlConnection&) = delete;
  SqlConnection& operator=(const SqlConnection&) = delete;
  virtual ~SqlConnection() = default;

  /// Runs statements without rows. \throws SqlError.
  void exec(const std::string& statements);
  /// Runs statements whatever comes of them, without an exception.
  void try_exec(const char* statements) noexcept;
  /// Writes the pages that the transaction has changed so far. Waits for readers as COMMIT does,
  /// and keeps them out until then. \throws SqlError.
  void write_changed_pages();
  /// Prepares and runs one statement with these parameters. \returns how many rows it changed.
  template <class... Values>
  int run(std::string_view text, const Values&... values);
  /// The first column of the first row; 0 if there is none or it is NULL.
  template <class... Values>
  [[nodiscard]] std::int64_t first_integer(std::string_view text, const Values&... values);
  [[nodiscard]] std::int64_t last_insert_id() const;
  [[nodiscard]] bool in_transaction() const;
  /// How many transactions were begun as SqlTransaction.
  [[nodiscard]] std::uint64_t transactions() const { return transactions_; }

  /// \throws Stopped if SQLite was interrupted because the call is over (CallScope); else SqlError
  [[noreturn]] void fail(int status) const;
  /// Calls `wait(self, number of earlier calls)` while another program locks the file, until it
  /// returns 0.
  void set_busy_handler(int (*wait)(void*, int), void* self);

  [[nodiscard]] sqlite3* handle() const { return handle_; }
  [[nodiscard]] const sqlite3_api_routines& functions() const { return functions_; }
  [[nodiscard]] const std::string& name() const { return name_; }

 protected:
  void set_handle(sqlite3* handle) { handle_ = handle; }

 private:
  friend class SqlTransaction;
  sqlite3* handle_;
  const sqlite3_api_routines& functions_;
  std::string name_;
  std::uint64_t transactions_ = 0;
};

/// A transaction: all writes up to commit() are kept, or none.
class SqlTransaction {
 public:
  explicit SqlTransaction(SqlConnection& sql);
  SqlTransaction(const SqlTransaction&) = delete;
  SqlTransaction& operator=(const SqlTransaction&) = delete;
  ~SqlTransaction();
  void commit();

 private:
  SqlConnection& sql_;
  bool open_ = true;
};

/// A read transaction: everything read while it lives sees one state of the database, with one lock
/// instead of about ten system calls per statement. Writers cannot commit meanwhile, so never block
/// inside it, for example on the reader of the output. Does nothing inside another transaction.
class ReadTransaction {
 public:
  explicit ReadTransaction(SqlConnection& sql);
  ReadTransaction(const ReadTransaction&) = delete;
  ReadTransaction& operator=(const ReadTransaction&) = delete;
  ~ReadTransaction();

 private:
  SqlConnection& sql_;
  bool began_;
};

}  // namespace ludex

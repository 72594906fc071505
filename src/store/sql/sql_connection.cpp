#include "store/sql/sql_connection.hpp"

#include "core/call_scope.hpp"

#include <fmt/format.h>
#include <sqlite3ext.h>

#include <algorithm>
#include <iterator>
#include <utility>

namespace ludex {
namespace {

SqlError::Kind kind_of(const SqlConnection& sql, int status) {
  const int extended = sql.functions().extended_errcode(sql.handle());
  if ((extended & 0xFF) == (status & 0xFF)) status = extended;
  if (status == SQLITE_READONLY_ROLLBACK) return SqlError::Kind::cut_off_transaction;
  constexpr std::pair<int, SqlError::Kind> kKinds[] = {
      {SQLITE_BUSY, SqlError::Kind::busy},
      {SQLITE_FULL, SqlError::Kind::disk_full},
      {SQLITE_IOERR, SqlError::Kind::io},
      {SQLITE_AUTH, SqlError::Kind::not_allowed},
      {SQLITE_CORRUPT, SqlError::Kind::damaged},
      {SQLITE_NOTADB, SqlError::Kind::damaged},
      {SQLITE_INTERRUPT, SqlError::Kind::interrupted}};
  const auto* const known =
      std::ranges::find(kKinds, status & 0xFF, [](auto one) { return one.first; });
  return known == std::end(kKinds) ? SqlError::Kind::other : known->second;
}

std::string message_of(SqlError::Kind kind, const std::string& file, const std::string& reason) {
  if (file.empty()) return reason;
  switch (kind) {
    case SqlError::Kind::disk_full:
      return fmt::format(
          "{}: the disk is full; free some space and run the same command again: everything "
          "committed is kept",
          file);
    case SqlError::Kind::io:
      return fmt::format(
          "{}: {} (a full quota, a limit on file sizes, a failing disk?); fix this and run the "
          "same command again: everything committed is kept",
          file, reason);
    case SqlError::Kind::busy:
      return fmt::format(
          "{}: another program kept a transaction open too long; close that program and run the "
          "same command again: everything committed is kept",
          file);
    case SqlError::Kind::damaged:
      return fmt::format(
          "{}: {}; restore the database from a copy or index the sources again into a new file",
          file, reason);
    default:
      return fmt::format("{}: {}", file, reason);
  }
}

}  // namespace

SqlError::SqlError(Kind kind, const std::string& file, const std::string& reason)
    : DatabaseError(message_of(kind, file, reason)), kind_(kind), reason_(reason) {}

SqlError::SqlError(const SqlConnection& sql, int status)
    : SqlError(kind_of(sql, status), sql.name(), sql.functions().errmsg(sql.handle())) {}

SqlConnection::SqlConnection(sqlite3* handle, const sqlite3_api_routines& functions,
                             std::string name)
    : handle_(handle), functions_(functions), name_(std::move(name)) {}

void SqlConnection::exec(const std::string& statements) {
  const int status = functions_.exec(handle_, statements.c_str(), nullptr, nullptr, nullptr);
  if (status != SQLITE_OK) fail(status);
}

void SqlConnection::try_exec(const char* statements) noexcept {
  functions_.exec(handle_, statements, nullptr, nullptr, nullptr);
}

void SqlConnection::write_changed_pages() {
  const int status = functions_.db_cacheflush(handle_);
  if (status != SQLITE_OK) fail(status);
}

void SqlConnection::fail(int status) const {
  const SqlError error(*this, status);
  if (error.kind() == SqlError::Kind::interrupted) check_call();
  throw error;
}

std::int64_t SqlConnection::last_insert_id() const { return functions_.last_insert_rowid(handle_); }

bool SqlConnection::in_transaction() const { return functions_.get_autocommit(handle_) == 0; }

void SqlConnection::set_busy_handler(int (*wait)(void*, int), void* self) {
  functions_.busy_handler(handle_, wait, self);
}

SqlTransaction::SqlTransaction(SqlConnection& sql) : sql_(sql) {
  ++sql_.transactions_;
  sql_.exec("BEGIN IMMEDIATE");
}

SqlTransaction::~SqlTransaction() {
  if (open_) sql_.try_exec("ROLLBACK");
}

void SqlTransaction::commit() {
  sql_.exec("COMMIT");
  open_ = false;
}

ReadTransaction::ReadTransaction(SqlConnection& sql) : sql_(sql), began_(!sql.in_transaction()) {
  if (began_) sql_.exec("BEGIN");
}

ReadTransaction::~ReadTransaction() {
  if (began_) sql_.try_exec("COMMIT");
}

}  // namespace ludex

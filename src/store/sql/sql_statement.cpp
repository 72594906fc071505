#include "store/sql/sql_statement.hpp"

#include "core/call_scope.hpp"

#include <sqlite3ext.h>

#include <cassert>

namespace ludex {

SqlStatement::SqlStatement(SqlConnection& sql, std::string_view text, std::string_view& rest)
    : sql_(&sql), statement_(nullptr, Finalizer{&sql.functions()}) {
  sqlite3_stmt* statement = nullptr;
  const char* end = nullptr;
  check(functions().prepare_v3(sql.handle(), text.data(), static_cast<int>(text.size()),
                               SQLITE_PREPARE_PERSISTENT, &statement, &end));
  statement_.reset(statement);
  rest = text.substr(static_cast<std::size_t>(end - text.data()));
}

SqlStatement::SqlStatement(SqlConnection& sql, std::string_view text)
    : SqlStatement(sql, text, text) {
  assert(!is_empty());
}

void SqlStatement::Finalizer::operator()(sqlite3_stmt* statement) const {
  functions->finalize(statement);
}

void SqlStatement::check(int status) const {
  if (status != SQLITE_OK) sql_->fail(status);
}

void SqlStatement::bind_integer(int parameter, std::int64_t value) {
  check(functions().bind_int64(statement_.get(), parameter, value));
}

void SqlStatement::bind(int parameter, double value) {
  check(functions().bind_double(statement_.get(), parameter, value));
}

void SqlStatement::bind(int parameter, std::string_view text) {
  check(functions().bind_text64(statement_.get(), parameter, text.empty() ? "" : text.data(),
                                text.size(), SQLITE_TRANSIENT, SQLITE_UTF8));
}

void SqlStatement::bind_null(int parameter) {
  check(functions().bind_null(statement_.get(), parameter));
}

void SqlStatement::bind_view(int parameter, std::string_view text) {
  check(functions().bind_text64(statement_.get(), parameter, text.empty() ? "" : text.data(),
                                text.size(), SQLITE_STATIC, SQLITE_UTF8));
}

void SqlStatement::bind_blob(int parameter, std::string_view bytes) {
  check(functions().bind_blob64(statement_.get(), parameter, bytes.empty() ? "" : bytes.data(),
                                bytes.size(), SQLITE_STATIC));
}

bool SqlStatement::step() {
  check_call();
  const int status = functions().step(statement_.get());
  if (status == SQLITE_ROW) return true;
  if (status == SQLITE_DONE) return false;
  sql_->fail(status);
}

void SqlStatement::reset() { functions().reset(statement_.get()); }

int SqlStatement::run_bound() {
  const int status = functions().step(statement_.get());
  if (status == SQLITE_DONE || status == SQLITE_ROW) {
    reset();
    return functions().changes(sql_->handle());
  }
  try {
    sql_->fail(status);
  } catch (...) {
    reset();  // which forgets SQLite's words
    throw;
  }
}

SqlType SqlStatement::type(int column) const {
  return static_cast<SqlType>(functions().column_type(statement_.get(), column));
}

std::int64_t SqlStatement::integer(int column) const {
  return functions().column_int64(statement_.get(), column);
}

double SqlStatement::real(int column) const {
  return functions().column_double(statement_.get(), column);
}

std::string_view SqlStatement::bytes(int column) const {
  const auto* const data =
      static_cast<const char*>(functions().column_blob(statement_.get(), column));
  return {data, static_cast<std::size_t>(functions().column_bytes(statement_.get(), column))};
}

int SqlStatement::columns() const { return functions().column_count(statement_.get()); }

std::string SqlStatement::column_name(int column) const {
  return functions().column_name(statement_.get(), column);
}

int SqlStatement::parameters() const { return functions().bind_parameter_count(statement_.get()); }

}  // namespace ludex

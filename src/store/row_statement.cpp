#include "store/row_statement.hpp"

namespace ludex {

RowStatement::RowStatement(SQLite::Database& sql, const std::string& select) {
  sqlite3_stmt* statement = nullptr;
  const int status =
      sqlite3_prepare_v3(sql.getHandle(), select.c_str(), static_cast<int>(select.size() + 1),
                         SQLITE_PREPARE_PERSISTENT, &statement, nullptr);
  if (status != SQLITE_OK) throw SQLite::Exception(sql.getHandle(), status);
  statement_.reset(statement);
}

bool RowStatement::step_to(std::int64_t id) {
  reset();
  sqlite3_bind_int64(statement_.get(), 1, id);
  return step();
}

bool RowStatement::step() {
  const int status = sqlite3_step(statement_.get());
  if (status == SQLITE_ROW) return true;
  if (status == SQLITE_DONE) return false;
  throw SQLite::Exception(sqlite3_db_handle(statement_.get()), status);
}

}  // namespace ludex

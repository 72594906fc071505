#include "engine/sqlite/sql_query.hpp"

#include "formats/charset/charset.hpp"
#include "ludex/error.hpp"
#include "sql/functions.hpp"

#include <fmt/format.h>
#include <sqlite3.h>

#include <algorithm>
#include <array>
#include <memory>

namespace ludex {
namespace {

using Clock = std::chrono::steady_clock;
using StatementPtr = std::unique_ptr<sqlite3_stmt, decltype(&sqlite3_finalize)>;

constexpr int kStepsBetweenLooks = 10'000;  // of SQLite's machine; some 0.1 ms

// Those that say something of the database or of SQLite, and change nothing.
constexpr std::array<std::string_view, 16> kReadingPragmas = {
    "application_id", "collation_list",  "compile_options", "data_version",
    "database_list",  "encoding",        "function_list",   "index_info",
    "index_list",     "integrity_check", "module_list",     "page_count",
    "page_size",      "table_info",      "table_list",      "table_xinfo"};

int allow_reading(void* /*unused*/, int action, const char* first, const char* second,
                  const char* /*unused*/, const char* /*unused*/) {
  const auto is_known = [&] {
    return std::find(kReadingPragmas.begin(), kReadingPragmas.end(), std::string_view(first)) !=
           kReadingPragmas.end();
  };
  switch (action) {
    case SQLITE_SELECT:
    case SQLITE_READ:
    case SQLITE_RECURSIVE:
      return SQLITE_OK;
    case SQLITE_FUNCTION:
      return std::string_view(second) == "load_extension" ? SQLITE_DENY : SQLITE_OK;
    case SQLITE_UPDATE:  // how a table of functions declares itself; the schema is read-only
      return std::string_view(first) == "sqlite_master" ? SQLITE_OK : SQLITE_DENY;
    case SQLITE_PRAGMA:
      return is_known() ? SQLITE_OK : SQLITE_DENY;
    default:
      return SQLITE_DENY;
  }
}

int is_over(void* deadline) { return Clock::now() >= *static_cast<Clock::time_point*>(deadline); }

/// What a connection may do while this lives.
class Guard {
 public:
  Guard(sqlite3* connection, std::chrono::milliseconds time_limit)
      : connection_(connection), deadline_(Clock::now() + time_limit) {
    sqlite3_set_authorizer(connection_, allow_reading, nullptr);
    if (time_limit.count() > 0) {
      sqlite3_progress_handler(connection_, kStepsBetweenLooks, is_over, &deadline_);
    }
  }
  Guard(const Guard&) = delete;
  Guard& operator=(const Guard&) = delete;
  ~Guard() {
    sqlite3_progress_handler(connection_, 0, nullptr, nullptr);
    sqlite3_set_authorizer(connection_, nullptr, nullptr);
  }

 private:
  sqlite3* connection_;
  Clock::time_point deadline_;
};

[[noreturn]] void refuse(sqlite3* connection) {
  if (sqlite3_errcode(connection) == SQLITE_AUTH) {
    throw UsageError(fmt::format("sql: {}; only reading is allowed", sqlite3_errmsg(connection)));
  }
  throw UsageError(fmt::format("sql: {}", sqlite3_errmsg(connection)));
}

StatementPtr prepare(sqlite3* connection, std::string_view sql) {
  const char* rest = nullptr;
  sqlite3_stmt* made = nullptr;
  const int status =
      sqlite3_prepare_v2(connection, sql.data(), static_cast<int>(sql.size()), &made, &rest);
  StatementPtr statement(made, sqlite3_finalize);
  if (status != SQLITE_OK) refuse(connection);
  if (made == nullptr) throw UsageError("sql: there is no statement");
  const std::string_view behind(rest, static_cast<std::size_t>(sql.data() + sql.size() - rest));
  if (behind.find_first_not_of(" \t\r\n;") != std::string_view::npos) {
    throw UsageError("sql: expected one statement, found another one behind it");
  }
  if (sqlite3_bind_parameter_count(made) > 0) {
    throw UsageError("sql: expected a statement without parameters");
  }
  return statement;
}

std::string blob_text(std::string_view bytes) {
  if (is_utf8(bytes)) return std::string(bytes);
  std::string text = "X'";
  for (const char byte : bytes) {
    fmt::format_to(std::back_inserter(text), "{:02X}", static_cast<unsigned char>(byte));
  }
  return text + '\'';
}

Value value_of(sqlite3_stmt* statement, int column) {
  switch (sqlite3_column_type(statement, column)) {
    case SQLITE_INTEGER:
      return sqlite3_column_int64(statement, column);
    case SQLITE_FLOAT:
      return sqlite3_column_double(statement, column);
    case SQLITE_NULL:
      return std::monostate();
    default:
      break;
  }
  const bool is_blob = sqlite3_column_type(statement, column) == SQLITE_BLOB;
  const auto* const data = static_cast<const char*>(sqlite3_column_blob(statement, column));
  const auto size = static_cast<std::size_t>(sqlite3_column_bytes(statement, column));
  const std::string_view bytes(data == nullptr ? "" : data, size);
  return is_blob ? blob_text(bytes) : std::string(bytes);
}

std::vector<std::string> names_of(sqlite3_stmt* statement) {
  std::vector<std::string> names;
  for (int i = 0; i < sqlite3_column_count(statement); ++i) {
    names.emplace_back(sqlite3_column_name(statement, i));
  }
  return names;
}

}  // namespace

void run_sql(Database& database, std::string_view sql, std::chrono::milliseconds time_limit,
             const std::function<void(std::vector<std::string>)>& columns, const RowVisitor& row) {
  sqlite3* const connection = database.sql().getHandle();
  const auto no_owner = [](SQLite::Database*) {};
  if (add_sql_functions({&database.sql(), no_owner}) != SQLITE_OK) refuse(connection);
  const Guard guard(connection, time_limit);
  const StatementPtr statement = prepare(connection, sql);
  columns(names_of(statement.get()));
  std::vector<Value> values(static_cast<std::size_t>(sqlite3_column_count(statement.get())));
  int status = SQLITE_ROW;
  while ((status = sqlite3_step(statement.get())) == SQLITE_ROW) {
    for (std::size_t i = 0; i < values.size(); ++i) {
      values[i] = value_of(statement.get(), static_cast<int>(i));
    }
    if (!row(values)) return;
  }
  if (status == SQLITE_INTERRUPT) {
    throw Error(fmt::format("sql: stopped after {} s; `timeout` sets another limit",
                            std::chrono::duration<double>(time_limit).count()));
  }
  if (status != SQLITE_DONE) refuse(connection);
}

}  // namespace ludex

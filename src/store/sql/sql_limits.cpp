#include "store/sql/sql_limits.hpp"

#include <sqlite3ext.h>

#include <algorithm>
#include <array>
#include <string_view>

namespace ludex {
namespace {

constexpr int kStepsBetweenLooks = 200;  // steps of SQLite's virtual machine: about 10 us

int stop_if_over(void* /*unused*/) { return call_is_over() ? 1 : 0; }

// Pragmas that report on the database or SQLite and change nothing.
constexpr std::array<std::string_view, 16> kReadingPragmas = {
    "application_id", "collation_list",  "compile_options", "data_version",
    "database_list",  "encoding",        "function_list",   "index_info",
    "index_list",     "integrity_check", "module_list",     "page_count",
    "page_size",      "table_info",      "table_list",      "table_xinfo"};

int allow_expressions(void*, int action, const char*, const char* function, const char*,
                      const char*) {
  if (action == SQLITE_FUNCTION) {
    return std::string_view(function) == "load_extension" ? SQLITE_DENY : SQLITE_OK;
  }
  return action == SQLITE_SELECT || action == SQLITE_READ ? SQLITE_OK : SQLITE_DENY;
}

int allow_statements(void* unused, int action, const char* first, const char* second,
                     const char* third, const char* fourth) {
  const auto answer = [](bool allowed) { return allowed ? SQLITE_OK : SQLITE_DENY; };
  switch (action) {
    case SQLITE_RECURSIVE:
      return SQLITE_OK;
    case SQLITE_UPDATE:  // table-valued functions declare themselves this way; the schema is
                         // read-only
      return answer(std::string_view(first) == "sqlite_master");
    case SQLITE_PRAGMA:
      return answer(std::ranges::find(kReadingPragmas, first) != kReadingPragmas.end());
    default:
      return allow_expressions(unused, action, first, second, third, fourth);
  }
}

}  // namespace

CallWatch::CallWatch(SqlConnection& sql, const Call& call) : scope_(call) {
  if (!is_limited(call)) return;
  watched_ = &sql;
  sql.functions().progress_handler(sql.handle(), kStepsBetweenLooks, stop_if_over, nullptr);
}

CallWatch::~CallWatch() {
  if (watched_ == nullptr) return;
  watched_->functions().progress_handler(watched_->handle(), 0, nullptr, nullptr);
}

ReadingOnly::ReadingOnly(SqlConnection& sql, Allowed allowed) : sql_(sql) {
  sql_.functions().set_authorizer(
      sql_.handle(), allowed == Allowed::statements ? allow_statements : allow_expressions,
      nullptr);
}

ReadingOnly::~ReadingOnly() { sql_.functions().set_authorizer(sql_.handle(), nullptr, nullptr); }

}  // namespace ludex

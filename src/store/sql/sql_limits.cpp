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

// Functions that compute a value from their arguments. Those that load code or take addresses
// (load_extension, fts3_tokenizer) and those of modules that Ludex does not use are not among them.
// clang-format off
constexpr std::string_view kFunctions[] = {
    "->", "->>", "abs", "acos", "acosh", "asin", "asinh", "atan", "atan2", "atanh", "avg",
    "bm25", "ceil", "ceiling", "changes", "char", "coalesce", "concat", "concat_ws", "cos",
    "cosh", "count", "cume_dist", "current_date", "current_time", "current_timestamp", "date",
    "datetime", "degrees", "dense_rank", "exp", "first_value", "floor", "format", "glob",
    "group_concat", "hex", "highlight", "if", "ifnull", "iif", "instr", "json", "json_array",
    "json_array_length", "json_error_position", "json_extract", "json_group_array",
    "json_group_object", "json_insert", "json_object", "json_patch", "json_pretty",
    "json_quote", "json_remove", "json_replace", "json_set", "json_type", "json_valid",
    "julianday", "lag", "last_insert_rowid", "last_value", "lead", "length", "like",
    "likelihood", "likely", "ln", "log", "log10", "log2", "lower", "ltrim", "ludex_cgp",
    "ludex_key", "ludex_record", "match", "max", "median", "min", "mod", "nth_value", "ntile",
    "nullif", "octet_length", "percent_rank", "percentile", "percentile_cont",
    "percentile_disc", "pi", "pow", "power", "printf", "quote", "radians", "random",
    "randomblob", "rank", "regexp", "replace", "round", "row_number", "rtrim", "sign", "sin",
    "sinh", "snippet", "soundex", "sqlite_compileoption_get", "sqlite_compileoption_used",
    "sqlite_source_id", "sqlite_version", "sqrt", "stddev", "strftime", "string_agg", "substr",
    "substring", "subtype", "sum", "tan", "tanh", "time", "timediff", "total", "total_changes",
    "trim", "trunc", "typeof", "unhex", "unicode", "unistr", "unistr_quote", "unixepoch",
    "unlikely", "upper", "variance", "zeroblob"};
// clang-format on

int allow_expressions(void*, int action, const char*, const char* function, const char*,
                      const char*) {
  if (action == SQLITE_FUNCTION) {
    return std::ranges::binary_search(kFunctions, function) ? SQLITE_OK : SQLITE_DENY;
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

static_assert(std::ranges::is_sorted(kFunctions));

ReadingOnly::ReadingOnly(SqlConnection& sql, Allowed allowed)
    : sql_(sql),
      length_limit_(sql.functions().limit(sql.handle(), SQLITE_LIMIT_LENGTH,
                                          static_cast<int>(kMostValueBytes))) {
  sql_.functions().set_authorizer(
      sql_.handle(), allowed == Allowed::statements ? allow_statements : allow_expressions,
      nullptr);
}

ReadingOnly::~ReadingOnly() {
  sql_.functions().set_authorizer(sql_.handle(), nullptr, nullptr);
  sql_.functions().limit(sql_.handle(), SQLITE_LIMIT_LENGTH, length_limit_);
}

}  // namespace ludex

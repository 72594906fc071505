#include "store/sql/sql_limits.hpp"

#include "core/ascii.hpp"
#include "store/sql/sql_statement.hpp"

#include <sqlite3ext.h>

#include <algorithm>
#include <array>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

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
    "ceil", "ceiling", "changes", "char", "coalesce", "concat", "concat_ws", "cos", "cosh",
    "count", "cume_dist", "current_date", "current_time", "current_timestamp", "date",
    "datetime", "degrees", "dense_rank", "exp", "first_value", "floor", "format", "glob",
    "group_concat", "hex", "if", "ifnull", "iif", "instr", "json", "json_array",
    "json_array_length", "json_error_position", "json_extract", "json_group_array",
    "json_group_object", "json_insert", "json_object", "json_patch", "json_pretty",
    "json_quote", "json_remove", "json_replace", "json_set", "json_type", "json_valid",
    "julianday", "lag", "last_insert_rowid", "last_value", "lead", "length", "like",
    "likelihood", "likely", "ln", "log", "log10", "log2", "lower", "ltrim", "ludex_cgp",
    "ludex_key", "ludex_record", "match", "max", "median", "min", "mod", "nth_value", "ntile",
    "nullif", "octet_length", "percent_rank", "percentile", "percentile_cont",
    "percentile_disc", "pi", "pow", "power", "printf", "quote", "radians", "random",
    "randomblob", "rank", "regexp", "replace", "round", "row_number", "rtrim", "sign", "sin",
    "sinh", "soundex", "sqlite_compileoption_get", "sqlite_compileoption_used",
    "sqlite_source_id", "sqlite_version", "sqrt", "stddev", "strftime", "string_agg", "substr",
    "substring", "subtype", "sum", "tan", "tanh", "time", "timediff", "total", "total_changes",
    "trim", "trunc", "typeof", "unhex", "unicode", "unistr", "unistr_quote", "unixepoch",
    "unlikely", "upper", "variance", "zeroblob"};
// clang-format on

/// True for tables that modules compute and that statements may read: others look into the file or
/// the connection (dbstat, sqlite_stmt), or take arguments that are no data (fts3tokenize).
bool is_known_module(std::string_view name) {
  return name == "json_each" || name == "json_tree" || name.starts_with("ludex_") ||
         name.starts_with("pragma_");
}

using Names = std::vector<std::string>;

/// The names of all other modules of this SQLite, in order: tables of the schema have no such
/// names.
const Names& unknown_modules(SqlConnection& sql) {
  static const Names kNames = [&] {
    Names names;
    SqlStatement modules(sql, "PRAGMA module_list");
    while (modules.step()) {
      std::string name = to_lower(modules.string(0));
      if (!is_known_module(name)) names.push_back(std::move(name));
    }
    std::ranges::sort(names);
    return names;
  }();
  return kNames;
}

int allow_expressions(void* modules, int action, const char* first, const char* function,
                      const char*, const char*) {
  if (action == SQLITE_FUNCTION) {
    return std::ranges::binary_search(kFunctions, function) ? SQLITE_OK : SQLITE_DENY;
  }
  if (action == SQLITE_READ) {
    const auto& unknown = *static_cast<const Names*>(modules);
    return std::ranges::binary_search(unknown, to_lower(first)) ? SQLITE_DENY : SQLITE_OK;
  }
  return action == SQLITE_SELECT ? SQLITE_OK : SQLITE_DENY;
}

int allow_statements(void* modules, int action, const char* first, const char* second,
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
      return allow_expressions(modules, action, first, second, third, fourth);
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
      const_cast<Names*>(&unknown_modules(sql)));
}

ReadingOnly::~ReadingOnly() {
  sql_.functions().set_authorizer(sql_.handle(), nullptr, nullptr);
  sql_.functions().limit(sql_.handle(), SQLITE_LIMIT_LENGTH, length_limit_);
}

}  // namespace ludex

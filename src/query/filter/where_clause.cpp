#include "query/filter/where_clause.hpp"

#include "core/error.hpp"
#include "query/filter/game_ranges.hpp"

#include <fmt/format.h>
#include <sqlite3.h>

#include <cstddef>
#include <cstdint>
#include <memory>
#include <string_view>

namespace ludex {
namespace {

int allow_reading(void* /*unused*/, int action, const char* /*unused*/, const char* function,
                  const char* /*unused*/, const char* /*unused*/) {
  if (action == SQLITE_FUNCTION) {
    return std::string_view(function) == "load_extension" ? SQLITE_DENY : SQLITE_OK;
  }
  return action == SQLITE_SELECT || action == SQLITE_READ ? SQLITE_OK : SQLITE_DENY;
}

/// Keeps a connection to reading for as long as it lives.
class ReadingOnly {
 public:
  explicit ReadingOnly(sqlite3* connection) : connection_(connection) {
    sqlite3_set_authorizer(connection_, allow_reading, nullptr);
  }
  ReadingOnly(const ReadingOnly&) = delete;
  ReadingOnly& operator=(const ReadingOnly&) = delete;
  ~ReadingOnly() { sqlite3_set_authorizer(connection_, nullptr, nullptr); }

 private:
  sqlite3* connection_;
};

using StatementPtr = std::unique_ptr<sqlite3_stmt, decltype(&sqlite3_finalize)>;

[[noreturn]] void refuse(const std::string& expression, std::string_view reason) {
  throw UsageError(fmt::format("`where` {}: {}", expression.empty() ? "''" : expression, reason));
}

/// What keeps a text from being one expression inside parentheses of ours; empty if nothing does.
/// Quotes as SQLite has them; a doubled quote inside one reads as two quotes side by side.
std::string_view find_escape(std::string_view expression) {
  if (expression.find_first_not_of(" \t\r\n") == std::string_view::npos) {
    return "a condition is missing, as moves > 400";
  }
  std::size_t open = 0;
  for (std::size_t i = 0; i < expression.size(); ++i) {
    const char c = expression[i];
    const std::string_view pair = expression.substr(i, 2);
    if (c == '\'' || c == '"' || c == '`' || c == '[') {
      i = expression.find(c == '[' ? ']' : c, i + 1);
      if (i == std::string_view::npos) return "a quote is not closed";
    } else if (c == '(') {
      ++open;
    } else if (c == ')') {
      if (open-- == 0) return "')' without '('";
    } else if (c == ';') {
      return "expected one SQL expression, found ';'";
    } else if (pair == "--" || pair == "/*") {
      return "expected an SQL expression without comments";
    } else if (c == '?' || c == ':' || c == '@' || c == '$') {
      return "expected an SQL expression without parameters";
    }
  }
  return open > 0 ? "'(' without ')'" : "";
}

StatementPtr prepare(sqlite3* connection, const std::string& expression) {
  if (const auto escape = find_escape(expression); !escape.empty()) refuse(expression, escape);
  // The parentheses keep an OR together.
  const std::string sql = fmt::format(
      "SELECT id FROM games WHERE id BETWEEN :ludex_first AND :ludex_last AND ({})", expression);
  sqlite3_stmt* raw_statement = nullptr;
  const char* rest = nullptr;
  const int status = sqlite3_prepare_v2(connection, sql.c_str(), static_cast<int>(sql.size() + 1),
                                        &raw_statement, &rest);
  StatementPtr statement(raw_statement, sqlite3_finalize);
  if (status != SQLITE_OK) refuse(expression, sqlite3_errmsg(connection));
  if (*rest != '\0' || sqlite3_bind_parameter_count(raw_statement) != 2) {
    refuse(expression, "expected one SQL expression");
  }
  return statement;
}

}  // namespace

IdSet games_where(SQLite::Database& sql, const std::string& expression, const IdSet& among) {
  sqlite3* const connection = sql.getHandle();
  const ReadingOnly reading_only(connection);
  const StatementPtr statement = prepare(connection, expression);
  IdSet games;
  for_each_range(among, [&](std::int64_t first, std::int64_t last) {
    sqlite3_reset(statement.get());
    sqlite3_bind_int64(statement.get(), 1, first);
    sqlite3_bind_int64(statement.get(), 2, last);
    int status = SQLITE_ROW;
    while ((status = sqlite3_step(statement.get())) == SQLITE_ROW) {
      const std::int64_t id = sqlite3_column_int64(statement.get(), 0);
      if (among.contains(id)) games.insert(id);
    }
    if (status != SQLITE_DONE) refuse(expression, sqlite3_errmsg(connection));
  });
  return games;
}

}  // namespace ludex

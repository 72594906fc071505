#include "query/filter/where_clause.hpp"

#include "ludex/error.hpp"
#include "query/filter/game_ranges.hpp"
#include "store/sql/reading_only.hpp"

#include <fmt/format.h>

#include <cstddef>
#include <cstdint>
#include <string_view>

namespace ludex {
namespace {

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

SqlStatement prepare(SqlConnection& sql, const std::string& expression) {
  if (const auto escape = find_escape(expression); !escape.empty()) refuse(expression, escape);
  // The parentheses keep an OR together.
  const std::string text = fmt::format(
      "SELECT id FROM games WHERE id BETWEEN :ludex_first AND :ludex_last AND ({})", expression);
  std::string_view rest;
  SqlStatement select(sql, text, rest);
  if (!rest.empty() || select.parameters() != 2) refuse(expression, "expected one SQL expression");
  return select;
}

}  // namespace

IdSet games_where(SqlConnection& sql, const std::string& expression, const IdSet& among) {
  const ReadingOnly reading_only(sql, ReadingOnly::Allowed::expressions);
  IdSet games;
  try {
    SqlStatement select = prepare(sql, expression);
    for_each_range(among, [&](std::int64_t first, std::int64_t last) {
      for (bool found = select.find(first, last); found; found = select.step()) {
        if (among.contains(select.integer(0))) games.insert(select.integer(0));
      }
    });
  } catch (const SqlError& error) {
    refuse(expression, error.reason());
  }
  return games;
}

}  // namespace ludex

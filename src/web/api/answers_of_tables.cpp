#include "ludex/error.hpp"
#include "web/api/answers.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <chrono>
#include <utility>

namespace ludex::web {
namespace {

constexpr std::chrono::seconds kSqlLimit{5};
constexpr std::int64_t kSqlRows = 10'000;
constexpr std::size_t kSqlBytes = 16ULL << 20;

/// How many rows a view has.
std::string count_of(ApiCall& call, std::string_view view) {
  std::string count;
  std::vector<std::string> columns;
  read_rows(call, fmt::format("SELECT count(*) FROM {}", view), columns,
            [&](std::span<const Value> row) {
              count = to_json(row[0]);
              return true;
            });
  return count;
}

/// The rows of a view, a page at a time.
Response answer_view(ApiCall& call, std::string_view select, std::string_view view,
                     std::string_view order = {}) {
  const std::int64_t limit = call.limit();
  const std::string sql = fmt::format("SELECT {} FROM {} {} LIMIT {} OFFSET {}", select, view,
                                      order, limit + 1, call.offset());
  std::vector<std::string> columns;
  std::vector<std::vector<Value>> rows;
  read_rows(call, sql, columns, [&](std::span<const Value> row) {
    rows.emplace_back(row.begin(), row.end());
    return true;
  });
  const bool has_more = static_cast<std::int64_t>(rows.size()) > limit;
  if (has_more) rows.pop_back();
  const auto source = std::ranges::find(columns, "source");
  if (source != columns.end()) {
    const auto place = static_cast<std::size_t>(source - columns.begin());
    for (std::vector<Value>& row : rows) hide_path(call.site, row[place]);
  }
  if (call.form != Form::json) return stream_rows(call.form, columns, std::move(rows));
  const std::int64_t shown = call.offset() + static_cast<std::int64_t>(rows.size());
  RowList list(columns);
  for (const std::vector<Value>& row : rows) list.add(row);
  JsonObject answer;
  answer.add_json("rows", list.take());
  answer.add_json("total", call.database.shared().once(fmt::format("rows of {}", view),
                                                       [&] { return count_of(call, view); }));
  answer.add("next_offset", has_more ? std::optional(shown) : std::nullopt);
  return call.finish(answer);
}

}  // namespace

void read_rows(ApiCall& call, std::string_view sql, std::vector<std::string>& columns,
               const RowVisitor& visit) {
  call.archive().sql(
      sql, [&](std::vector<std::string> names) { columns = std::move(names); }, visit, call.call);
}

void hide_path(const SiteOptions& site, Value& path) {
  auto* const text = std::get_if<std::string>(&path);
  if (!site.hide_paths || text == nullptr) return;
  text->erase(0, text->find_last_of('/') + 1);
}

Response answer_problems(ApiCall& call) {
  return answer_view(call, "game_id, ply, kind, offset, message", "problems");
}

Response answer_rejects(ApiCall& call) {
  return answer_view(call, "record_id, source, member, offset, length, kind, message", "rejects",
                     "ORDER BY record_id");
}

Response answer_sources(ApiCall& call) { return answer_view(call, "*", "sources", "ORDER BY id"); }

Response answer_sql(ApiCall& call) {
  if (!call.site.sql) {
    throw ApiError(403, "sql_off",
                   "SQL is disabled on this server; start it with --sql to enable it");
  }
  const auto sql = call.parameters.text("sql");
  if (!sql) throw ApiError(400, "bad_parameter", "sql: none given", "sql");
  call.call.deadline = std::chrono::steady_clock::now() + kSqlLimit;
  std::vector<std::string> columns;
  std::vector<std::vector<Value>> rows;
  std::size_t bytes = 0;
  bool truncated = false;
  try {
    read_rows(call, *sql, columns, [&](std::span<const Value> row) {
      for (const Value& value : row) {
        const auto* const text = std::get_if<std::string>(&value);
        bytes += text != nullptr ? text->size() : sizeof(std::int64_t);
      }
      truncated = static_cast<std::int64_t>(rows.size()) == kSqlRows || bytes > kSqlBytes;
      if (!truncated) rows.emplace_back(row.begin(), row.end());
      return !truncated;
    });
  } catch (const UsageError& error) {
    throw ApiError(422, "bad_sql", error.what(), "sql");
  }
  if (call.form != Form::json) return stream_rows(call.form, columns, std::move(rows));
  JsonArray names, list;
  for (const std::string& name : columns) names.add(name);
  for (const std::vector<Value>& row : rows) {
    JsonArray cells;
    for (const Value& value : row) cells.add(value);
    list.add_json(cells.take());
  }
  JsonObject answer;
  answer.add_json("columns", names.take()).add_json("rows", list.take());
  answer.add("truncated", truncated);
  answer.add("command",
             fmt::format("ludex sql {} {}", shell_word(shown_name(call.site)), shell_word(*sql)));
  return call.finish(answer);
}

}  // namespace ludex::web

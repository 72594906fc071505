#include "ludex/error.hpp"
#include "options/stats_questions.hpp"
#include "web/api/answers.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <filesystem>
#include <functional>
#include <optional>
#include <span>
#include <utility>

namespace ludex::web {
namespace {

StatsQuestion stats_question(const ApiCall& call) {
  return options::stats_question(call.parameters, call.offset());
}

Response table_answer(ApiCall& call, StatsTable table, JsonObject answer) {
  const auto left_out = std::min(call.offset(), static_cast<std::int64_t>(table.rows.size()));
  table.rows.erase(table.rows.begin(), table.rows.begin() + left_out);
  std::vector<std::string> columns;
  for (const StatsTable::Column& column : table.columns) columns.push_back(column.name);
  if (call.form != Form::json) {
    return stream_rows(call.form, columns, table.rows);
  }
  JsonArray names;
  for (const std::string& name : columns) names.add(name);
  RowList rows(columns);
  for (const std::vector<Value>& row : table.rows) rows.add(row);
  answer.add_json("columns", names.take()).add("keys", static_cast<std::int64_t>(table.keys));
  answer.add_json("rows", rows.take()).add("total", table.total);
  add_left_out(table, answer);
  return call.finish(answer, table.notes);
}

Response answer_ratings(ApiCall& call, const Query& query) {
  const auto turn = call.database.shared().turn_for_ratings();
  if (!turn) {
    throw ApiError(503, "busy", "ratings are being computed for another request; try again");
  }
  RatingList list = call.archive().ratings(
      query, options::rating_question(call.parameters, stats_question(call)), call.call);
  JsonObject answer;
  answer.add("rated", list.games.rated).add("players", list.players).add("groups", list.groups);
  return table_answer(call, std::move(list.table), std::move(answer));
}

/// Games of one kind, and the years that dates of theirs name.
struct KindCount {
  std::string game;
  std::int64_t games = 0;
  std::string first_year, last_year;  // empty: unknown
};

std::vector<KindCount> count_kinds(ApiCall& call) {
  std::vector<KindCount> kinds;
  const StatsTable table =
      call.archive().stats({}, {.by = {StatsKey::game, StatsKey::year}}, call.call);
  for (const std::vector<Value>& row : table.rows) {
    const auto& game = std::get<std::string>(row[0]);
    auto kind = std::ranges::find(kinds, game, &KindCount::game);
    if (kind == kinds.end()) kind = kinds.insert(kind, KindCount{game, 0, {}, {}});
    kind->games += std::get<std::int64_t>(row[2]);
    const auto* const years = std::get_if<std::string>(&row[1]);  // "1996", "1996..1997", "1996.."
    if (years == nullptr || years->size() < 4) continue;
    const std::string first = years->substr(0, 4);
    const std::string last = years->ends_with('.') ? first : years->substr(years->size() - 4);
    if (kind->first_year.empty() || first < kind->first_year) kind->first_year = first;
    kind->last_year = std::max(kind->last_year, last);
  }
  std::ranges::sort(kinds, std::greater(), &KindCount::games);
  return kinds;
}

std::string kinds_as_json(const std::vector<KindCount>& kinds) {
  const auto or_null = [](const std::string& year) {
    return year.empty() ? std::nullopt : std::optional(year);
  };
  JsonArray list;
  for (const KindCount& kind : kinds) {
    list.add_json(JsonObject()
                      .add("game", kind.game)
                      .add("games", kind.games)
                      .add("first_year", or_null(kind.first_year))
                      .add("last_year", or_null(kind.last_year))
                      .take());
  }
  return list.take();
}

/// A place at which a word of `text` begins with `start`.
bool has_word_beginning(std::string_view text, std::string_view start) {
  for (std::size_t at = text.find(start); at != std::string_view::npos;
       at = text.find(start, at + 1)) {
    if (at == 0 || text[at - 1] == ' ' || text[at - 1] == '-') return true;
  }
  return false;
}

/// What is known of the sources and the file.
void add_file(ApiCall& call, JsonObject& answer) {
  std::vector<std::string> columns;
  read_rows(call,
            "SELECT count(*) AS sources, sum(records) AS records, sum(rejects) AS rejects, "
            "sum(stream_bytes) AS bytes_read, max(finished_at) AS last_added FROM sources",
            columns, [&](std::span<const Value> row) {
              for (std::size_t i = 0; i < row.size(); ++i) answer.add(columns[i], row[i]);
              return true;
            });
  std::error_code none;
  const auto bytes = std::filesystem::file_size(call.site.database, none);
  answer.add("file_bytes", none ? std::optional<std::int64_t>()
                                : std::optional(static_cast<std::int64_t>(bytes)));
  answer.add("servers", Value());
}

/// The same members, of which a cluster knows few.
void add_cluster(ApiCall& call, JsonObject& answer) {
  const ClusterInfo info = *call.archive().cluster_info();
  answer.add("sources", Value()).add("records", info.total.records);
  answer.add("rejects", info.total.rejects).add("bytes_read", Value()).add("last_added", Value());
  std::int64_t bytes = 0;
  for (const ClusterServer& server : info.servers) bytes += server.bytes;
  answer.add("file_bytes", bytes).add("servers", static_cast<std::int64_t>(info.servers.size()));
}

}  // namespace

Response answer_info(ApiCall& call) {
  JsonObject answer;
  answer.add("name", shown_name(call.site));
  const std::string kinds =
      call.database.shared().once("kinds", [&] { return kinds_as_json(count_kinds(call)); });
  answer.add("games", call.archive().find({}, kAllGames, call.call).games);
  answer.add_json("by_game", kinds);
  is_cluster_url(call.site.database) ? add_cluster(call, answer) : add_file(call, answer);
  answer.add("version", LUDEX_VERSION).add("sql", call.site.sql);
  return call.finish(answer);
}

Response answer_stats(ApiCall& call) {
  Query query = call.query();
  if (!query.kind) query.kind = GameKind::game;
  if (call.parameters.flag("ratings")) return answer_ratings(call, query);
  return table_answer(call, call.archive().stats(query, stats_question(call), call.call), {});
}

Response answer_names(ApiCall& call) {
  constexpr std::array<std::string_view, 3> kKinds = {"player", "event", "place"};
  const std::string kind = call.parameters.text("kind", "player");
  if (std::ranges::find(kKinds, kind) == kKinds.end()) {
    throw ApiError(400, "bad_parameter",
                   fmt::format("kind: '{}' is not one of player, event, place", kind), "kind");
  }
  const NameCounts names =
      call.database.shared().names(parse_stats_key(kind), call.archive(), call.call);
  const std::string prefix = searched_name(call.parameters.text("prefix", ""));
  const std::int64_t limit = call.limit();
  RowList rows({"name", "games"});
  for (const NameCount& one : *names) {
    if (static_cast<std::int64_t>(rows.size()) == limit) break;
    if (!prefix.empty() && !has_word_beginning(one.folded, prefix)) continue;
    rows.add(std::vector<Value>{one.name, one.games});
  }
  JsonObject answer;
  answer.add_json("rows", rows.take());
  answer.add("names", static_cast<std::int64_t>(names->size()));
  return call.finish(answer);
}

Response answer_duplicates(ApiCall& call) {
  const DuplicateAnswer found = call.archive().duplicates(call.query(), call.call);
  const auto clusters = static_cast<std::int64_t>(
      std::ranges::count(found.games, DuplicateReason::kept, &DuplicateGame::reason));
  const auto games = static_cast<std::int64_t>(found.games.size());
  std::vector<DuplicateGame> shown = found.games;
  if (call.form == Form::json) {
    const std::int64_t first = std::min(call.offset(), games);
    shown = {shown.begin() + first, shown.begin() + std::min(first + call.limit(), games)};
  }
  const std::vector<std::string> columns = duplicate_columns();
  const auto source =
      static_cast<std::size_t>(std::ranges::find(columns, "source") - columns.begin());
  const auto for_each_row = [&call, source](std::span<const DuplicateGame> page,
                                            const auto& visit) {
    for_each_duplicate_row(call.archive().engine(), page, [&](std::span<const Value> cells) {
      std::vector<Value> row(cells.begin(), cells.end());
      hide_path(call.site, row[source]);
      return visit(row);
    });
  };
  if (call.form != Form::json) {
    std::vector<std::vector<Value>> rows;
    for_each_row(shown, [&](const std::vector<Value>& row) {
      rows.push_back(row);
      return true;
    });
    return stream_rows(call.form, columns, std::move(rows));
  }
  RowList rows(columns);
  for_each_row(shown, [&](const std::vector<Value>& row) {
    rows.add(row);
    return true;
  });
  JsonObject answer;
  answer.add_json("rows", rows.take()).add("total", games).add("clusters", clusters);
  return call.finish(answer, found.notes);
}

}  // namespace ludex::web

#include "engine/clickhouse/cluster_source.hpp"

#include "engine/clickhouse/cluster_engine.hpp"
#include "engine/game_details.hpp"
#include "store/record_texts.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <utility>

namespace ludex::clickhouse {
namespace {

/// Of "seat, color".
std::vector<std::string> names_in(std::string_view columns) {
  std::vector<std::string> names;
  while (!columns.empty()) {
    const std::size_t end = std::min(columns.find(", "), columns.size());
    names.emplace_back(columns.substr(0, end));
    columns.remove_prefix(std::min(end + 2, columns.size()));
  }
  return names;
}

}  // namespace

// A record is on the server of its first game.
std::map<std::int64_t, PublishedText> read_texts(Cluster& cluster, const PublishedState& state,
                                                 const Call& call,
                                                 std::span<const RecordId> records) {
  std::string list;
  for (const RecordId record : records) {
    if (!ClusterId::is_valid(raw(record))) continue;
    const ClusterId id = ClusterId::of(raw(record));
    list += fmt::format("{}({},{})", list.empty() ? "" : ",", id.db, id.id);
  }
  std::map<std::int64_t, PublishedText> texts;
  if (list.empty()) return texts;
  const auto answers = ask_all(
      cluster, call,
      [&](std::size_t shard) {
        return fmt::format("SELECT {} AS shown, form, text FROM {} WHERE {} AND (db, id) IN ({})",
                           shown_id("id"), cluster.table("stored_records"),
                           state.condition(shard, Part::records), list);
      },
      ServerConnection::Reads::rows);
  for (const NativeAnswer& answer : answers) {
    for (std::size_t row = 0; row < answer.rows(); ++row) {
      PublishedText& text = texts[answer.integer(0, row)];
      text.form = stored_form(answer.integer(1, row));
      if (!answer.is_null(2, row)) text.text = answer.text(2, row);
    }
  }
  return texts;
}

NativeAnswer ClusterSource::ask(GameId game, std::string_view columns, std::string_view table,
                                std::string_view id, std::string_view order) {
  const std::vector<std::string> conditions =
      conditions_on_games(cluster_, state_, Part::games, id, std::span(&game, 1));
  auto answers = ask_all(
      cluster_, call_,
      [&](std::size_t shard) -> std::string {
        if (conditions[shard].empty()) return {};
        return fmt::format("SELECT {} FROM {} WHERE {}{}", columns, cluster_.table(table),
                           conditions[shard], order);
      },
      ServerConnection::Reads::rows);
  for (NativeAnswer& answer : answers) {
    if (answer.rows() > 0) return std::move(answer);
  }
  return std::move(answers.front());
}

std::optional<ReplayedGame> ClusterSource::find(GameId game) {
  const PublishedGame* const found = games_.find(game);
  if (found == nullptr) return std::nullopt;
  return ReplayedGame{found->game, found->flags, found->main_positions};
}

std::optional<GameRecord> ClusterSource::record(GameId game) {
  const NativeAnswer row =
      ask(game, shown_id("record_id") + " AS shown_record, record_format, charset, record_index",
          "stored_games", "id", "");
  if (row.rows() == 0) return std::nullopt;
  const RecordId record{row.integer(0, 0)};
  auto texts = read_texts(cluster_, state_, call_, std::span(&record, 1));
  const auto found = texts.find(raw(record));
  if (found == texts.end() || !found->second.text) return std::nullopt;
  RecordReading reading;
  reading.record = record;
  reading.format = stored_format(row.integer(1, 0));
  reading.form = found->second.form;
  if (!is_wide(reading.form) && !row.is_null(2, 0)) reading.charset = find_charset(row.text(2, 0));
  reading.has_text = true;
  return read_again(reading, *std::move(found->second.text), row.number(3, 0));
}

std::vector<std::string> ClusterSource::names(GameId game) {
  const NativeAnswer rows = ask(game, "name, rank", "stored_players", "game_id", " ORDER BY seat");
  const auto text = [&](std::size_t column, std::size_t row) {
    return rows.is_null(column, row) ? std::string_view() : rows.text(column, row);
  };
  std::vector<std::string> names;
  for (std::size_t row = 0; row < rows.rows(); ++row) {
    names.push_back(ranked_name(text(0, row), text(1, row)));
  }
  return names;
}

GameDetails ClusterSource::details(GameId game) {
  const auto read = [&](std::string_view columns, std::string_view table, std::string_view order) {
    const NativeAnswer answer = ask(game, columns, table, "game_id", order);
    ValueRows found{names_in(columns), {}};
    for (std::size_t row = 0; row < answer.rows(); ++row) {
      std::vector<Value>& values = found.rows.emplace_back();
      for (std::size_t i = 0; i < found.columns.size(); ++i) values.push_back(answer.value(i, row));
    }
    return found;
  };
  return {read(kPlayerDetails, "stored_players", " ORDER BY seat"),
          read(kPropertyDetails, "stored_properties", ""),
          read(kProblemDetails, "stored_problems", "")};
}

std::optional<PointRect> ClusterSource::region(const Position& /*position*/, GameId /*game*/,
                                               const Query& /*query*/) {
  refuse_on_cluster("pattern", kAskDatabases);
}

}  // namespace ludex::clickhouse

#include "engine/clickhouse/cluster_rows.hpp"

#include "engine/clickhouse/published_games.hpp"
#include "engine/clickhouse/shown_row.hpp"
#include "ludex/error.hpp"
#include "query/rows/game_rows.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>

namespace ludex::clickhouse {
namespace {

/// A server opens two files for a column of its own.
constexpr std::size_t kMostColumnsApart = 4;

bool is_id(const GameColumn& column) {
  return column.show == Show::id || column.name == "record_id";
}

}  // namespace

std::vector<const GameColumn*> columns_named(const std::vector<std::string>& names) {
  std::vector<const GameColumn*> columns;
  for (const std::string& name : names) {
    const GameColumn* const column = find_column(name);
    if (column == nullptr || !column->is_shown()) {
      throw UsageError(fmt::format("there is no column '{}'; the columns are {}", name,
                                   fmt::join(game_columns(), ", ")));
    }
    columns.push_back(column);
  }
  return columns;
}

std::string selected(const GameColumn& column) {
  return is_id(column) ? fmt::format("{} AS shown_{}", shown_id(column.name), column.name)
                       : std::string(column.name);
}

ClusterRows::ClusterRows(Cluster& cluster, const PublishedState& state,
                         const std::vector<std::string>& names)
    : cluster_(cluster),
      state_(state),
      columns_(columns_named(names)),
      is_packed_(columns_.size() > kMostColumnsApart) {
  const std::vector<std::string> shown = game_columns();
  const auto place_of = [&](const GameColumn* column) {
    return static_cast<std::size_t>(std::ranges::find(shown, column->name) - shown.begin());
  };
  for (const GameColumn* const column : columns_) {
    select_ += ", " + selected(*column);
    places_.push_back(place_of(column));
  }
  std::ranges::sort(places_);
  places_.erase(std::unique(places_.begin(), places_.end()), places_.end());
  for (const GameColumn* const column : columns_) {
    const auto found = std::ranges::lower_bound(places_, place_of(column));
    order_.push_back(static_cast<std::size_t>(found - places_.begin()));
  }
}

ClusterRows::Rows ClusterRows::read(std::span<const GameId> games, const Call& call,
                                    const KnownRows& known) {
  Rows rows;
  std::vector<GameId> missing;
  for (const GameId game : games) {
    const auto found = known.find(raw(game));
    if (found == known.end()) {
      missing.push_back(game);
      continue;
    }
    unpack(raw(game), found->second, rows[raw(game)]);
  }
  if (missing.empty()) return rows;
  for (const NativeAnswer& answer : ask(missing, call)) {
    for (std::size_t i = 0; i < answer.rows(); ++i) {
      const std::int64_t game = answer.integer(0, i);
      Row& row = rows[game];
      is_packed_ ? unpack(game, answer.text(1, i), row) : take_columns(answer, i, row);
    }
  }
  return rows;
}

std::vector<NativeAnswer> ClusterRows::ask(std::span<const GameId> games, const Call& call) {
  const std::vector<std::string> conditions =
      conditions_on_games(cluster_, state_, Part::games, "id", games);
  const std::string from =
      is_packed_
          ? fmt::format("shown AS packed FROM {}", cluster_.table("stored_rows"))
          : fmt::format("fact_game, fact_size{} FROM {}", select_, cluster_.table("stored_games"));
  return ask_all(
      cluster_, call,
      [&](std::size_t shard) -> std::string {
        if (conditions[shard].empty()) return {};
        return fmt::format("SELECT {} AS shown_id, {} WHERE {}", shown_id("id"), from,
                           conditions[shard]);
      },
      ServerConnection::Reads::rows);
}

void ClusterRows::take_columns(const NativeAnswer& answer, std::size_t from, Row& row) const {
  row.board = {static_cast<GameType>(answer.integer(1, from)),
               unpacked_size(answer.integer(2, from))};
  for (std::size_t i = 0; i < columns_.size(); ++i) row.values.push_back(answer.value(3 + i, from));
}

/// Ids in the packed row are those of the game's own database.
void ClusterRows::unpack(std::int64_t game, std::string_view packed, Row& row) {
  unpacked_.clear();
  row.board = unpack_shown(packed, places_, unpacked_);
  for (std::size_t i = 0; i < columns_.size(); ++i) {
    Value& value = row.values.emplace_back(unpacked_[order_[i]]);
    auto* const number = std::get_if<std::int64_t>(&value);
    if (number == nullptr || !is_id(*columns_[i])) continue;
    value = ClusterId{ClusterId::of(game).db, static_cast<std::uint32_t>(*number)}.shown();
  }
}

}  // namespace ludex::clickhouse

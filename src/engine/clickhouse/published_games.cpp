#include "engine/clickhouse/published_games.hpp"

#include "core/little_endian.hpp"
#include "engine/clickhouse/shown_row.hpp"
#include "games/api/game_rules.hpp"

#include <fmt/format.h>

#include <iterator>
#include <set>

namespace ludex::clickhouse {

std::vector<std::string> tuples_by_shard(Cluster& cluster, std::span<const GameId> games) {
  std::vector<std::string> lists(cluster.shards());
  for (const GameId game : games) {
    if (!ClusterId::is_valid(raw(game))) continue;
    const ClusterId id = ClusterId::of(raw(game));
    std::string& list = lists[cluster.shard_number(id.db, cluster.batch_of(id.id))];
    fmt::format_to(std::back_inserter(list), "{}({},{})", list.empty() ? "" : ",", id.db, id.id);
  }
  return lists;
}

std::vector<std::string> conditions_on_games(Cluster& cluster, const PublishedState& state,
                                             Part part, std::string_view id,
                                             std::span<const GameId> games) {
  std::vector<std::set<PublishedState::Batch>> batches(cluster.shards());
  for (const GameId game : games) {
    if (!ClusterId::is_valid(raw(game))) continue;
    const ClusterId one = ClusterId::of(raw(game));
    const std::uint32_t batch = cluster.batch_of(one.id);
    batches[cluster.shard_number(one.db, batch)].insert({one.db, batch});
  }
  std::vector<std::string> conditions = tuples_by_shard(cluster, games);
  for (std::size_t shard = 0; shard < conditions.size(); ++shard) {
    if (conditions[shard].empty()) continue;
    const std::vector<PublishedState::Batch> held(batches[shard].begin(), batches[shard].end());
    conditions[shard] = fmt::format("{} AND (db, {}) IN ({})", state.condition(shard, part, held),
                                    id, conditions[shard]);
  }
  return conditions;
}

void PublishedGames::fetch(std::span<const GameId> games, Bring bring) {
  std::vector<GameId> missing;
  for (const GameId game : games) {
    const auto [place, is_new] = games_.try_emplace(raw(game));
    if (!is_new) continue;
    if (known_ != nullptr && known_->games_.contains(raw(game))) {
      place->second = known_->games_.at(raw(game));
    } else {
      missing.push_back(game);
    }
  }
  if (missing.empty()) return;
  const auto in_part = [&](Part part) {
    return conditions_on_games(cluster_, state_, part, "id", missing);
  };
  const std::vector<std::string> with_script = in_part(Part::positions);
  const std::vector<std::string> with_row =
      bring == Bring::rows ? in_part(Part::games) : std::vector<std::string>(with_script.size());
  const auto [scripts, rows] = ask_two_of_all(
      cluster_, call_,
      [&](std::size_t shard) {
        return TwoStatements{statement("facts, script", "stored_scripts", with_script[shard]),
                             statement("shown AS packed", "stored_rows", with_row[shard])};
      },
      ServerConnection::Reads::rows);
  for (const NativeAnswer& answer : scripts) take_scripts(answer);
  for (const NativeAnswer& answer : rows) take_rows(answer);
}

/// \param games  a condition on them; empty: none is asked for
std::string PublishedGames::statement(std::string_view columns, std::string_view table,
                                      const std::string& games) const {
  if (games.empty()) return {};
  return fmt::format("SELECT {} AS shown_id, {} FROM {} WHERE {}", shown_id("id"), columns,
                     cluster_.table(table), games);
}

void PublishedGames::take_scripts(const NativeAnswer& answer) {
  for (std::size_t row = 0; row < answer.rows(); ++row) {
    PublishedGame& game = games_[answer.integer(0, row)].emplace();
    std::string_view facts = answer.text(1, row);
    game.game = static_cast<GameType>(take_number(facts));
    game.size = unpacked_size(static_cast<std::int64_t>(take_number(facts)));
    game.flags = GameFlags(static_cast<std::int64_t>(take_number(facts)));
    game.main_positions = static_cast<std::uint32_t>(take_number(facts));
    game.total_positions = static_cast<std::uint32_t>(take_number(facts));
    const std::string_view bytes = answer.text(2, row);
    game.script.resize(bytes.size() / sizeof(std::uint16_t));
    load_little(bytes.data(), std::span(game.script));
  }
}

void PublishedGames::take_rows(const NativeAnswer& answer) {
  for (std::size_t row = 0; row < answer.rows(); ++row) {
    const auto game = games_.find(answer.integer(0, row));
    if (game != games_.end() && game->second) game->second->shown_row = answer.text(1, row);
  }
}

const PublishedGame* PublishedGames::find(GameId game) {
  fetch(std::span(&game, 1));
  const auto& found = games_.at(raw(game));
  return found ? &*found : nullptr;
}

std::optional<Position> PublishedGames::position(GameId game, std::uint32_t ply) {
  const PublishedGame* const found = find(game);
  if (found == nullptr || ply >= found->total_positions) return std::nullopt;
  const GameRules* const rules = find_rules(found->game);
  if (rules == nullptr) return std::nullopt;
  return rules->find_position(found->script, found->size, ply);
}

void PublishedGames::walk(GameId game, const std::function<bool(const Position&)>& visit) {
  const PublishedGame* const found = find(game);
  if (found == nullptr) return;
  const GameRules* const rules = find_rules(found->game);
  if (rules != nullptr) rules->walk(found->script, found->size, visit);
}

}  // namespace ludex::clickhouse

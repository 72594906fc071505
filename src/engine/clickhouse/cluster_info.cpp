#include "engine/clickhouse/cluster_engine.hpp"
#include "engine/clickhouse/published_batches.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <map>

namespace ludex::clickhouse {
namespace {

/// Counts the visible games by what they are.
void add_games(Cluster& cluster, const PublishedState& state, ClusterInfo& info) {
  const auto answers = ask_all(cluster, {}, [&](std::size_t shard) {
    return fmt::format(
        "SELECT db, fact_game, fact_kind, count(), sum(fact_moves) FROM {} WHERE {} GROUP BY db, "
        "fact_game, fact_kind",
        cluster.table("stored_games"), state.condition(shard, Part::games));
  });
  std::map<std::pair<std::int64_t, std::int64_t>, std::int64_t> counts;
  for (const NativeAnswer& answer : answers) {
    for (std::size_t row = 0; row < answer.rows(); ++row) {
      const std::int64_t games = answer.integer(3, row);
      counts[{answer.integer(1, row), answer.integer(2, row)}] += games;
      info.total.games += games;
      info.total.moves += answer.is_null(4, row) ? 0 : answer.integer(4, row);
    }
  }
  for (const auto& [key, games] : counts) {
    info.games.push_back(
        {static_cast<GameType>(key.first), static_cast<GameKind>(key.second), games});
  }
}

void add_databases(Cluster& cluster, ClusterInfo& info) {
  const auto databases =
      cluster.shard(0).rows(fmt::format("SELECT db, any(name), any(uuid) FROM {} GROUP BY db "
                                        "ORDER BY db",
                                        cluster.table("databases")),
                            3);
  for (const auto& row : databases) {
    PublishedDatabase& one = info.databases.emplace_back();
    one.number = static_cast<std::int64_t>(number_of(row.at(0)));
    one.name = row.at(1);
    one.uuid = row.at(2);
    PublishedBatches batches(cluster, static_cast<std::uint16_t>(one.number));
    for (const auto& [number, batch] : batches.all()) {
      ++one.batches;
      one.games += static_cast<std::int64_t>(batch.games);
      one.positions += static_cast<std::int64_t>(batch.positions);
      one.records += static_cast<std::int64_t>(batch.records);
    }
    info.total.positions += one.positions;
    info.total.records += one.records;
  }
}

void add_servers(Cluster& cluster, ClusterInfo& info) {
  for (std::size_t shard = 0; shard < cluster.shards(); ++shard) {
    ClusterServer& server = info.servers.emplace_back();
    server.address = cluster.shard(shard).address().text();
    server.version = cluster.shard(shard).check_version();
    const auto bytes = cluster.shard(shard).rows(
        fmt::format("SELECT table, sum(bytes_on_disk), sum(rows) FROM system.parts WHERE active "
                    "AND database = {} GROUP BY table",
                    sql_text(cluster.database())),
        3);
    for (const auto& row : bytes) {
      const auto size = static_cast<std::int64_t>(number_of(row.at(1)));
      server.bytes += size;
      const auto known = std::ranges::find(info.tables, row.at(0), &TableBytes::table);
      known == info.tables.end() ? info.tables.push_back({row.at(0), size})
                                 : static_cast<void>(known->bytes += size);
    }
  }
  std::ranges::stable_sort(info.tables, std::ranges::greater(), &TableBytes::bytes);
}

std::int64_t count_rejects(Cluster& cluster, const PublishedState& state) {
  std::int64_t rejects = 0;
  const auto answers = ask_all(cluster, {}, [&](std::size_t shard) {
    return fmt::format("SELECT count() FROM {} WHERE {} AND isNotNull(reject_kind)",
                       cluster.table("stored_records"), state.condition(shard, Part::records));
  });
  for (const NativeAnswer& answer : answers) rejects += answer.integer(0, 0);
  return rejects;
}

}  // namespace

ClusterInfo ClusterEngine::info() {
  ClusterInfo info;
  const PublishedState state = shown();
  add_servers(cluster_, info);
  add_databases(cluster_, info);
  add_games(cluster_, state, info);
  info.total.rejects = count_rejects(cluster_, state);
  return info;
}

}  // namespace ludex::clickhouse

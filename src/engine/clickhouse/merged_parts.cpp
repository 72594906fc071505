#include "engine/clickhouse/merged_parts.hpp"

#include "engine/clickhouse/cluster_tables.hpp"
#include "ludex/error.hpp"

#include <fmt/format.h>

#include <set>
#include <thread>
#include <vector>

namespace ludex::clickhouse {
namespace {

/// As system.parts writes them: "(0,12,1893210)".
std::set<std::string> partitions_of(std::uint16_t db, Part part,
                                    const std::map<std::uint32_t, PublishedBatch>& published) {
  std::set<std::string> partitions;
  for (const auto& [batch, row] : published) {
    const std::uint64_t gen = row.parts[static_cast<std::size_t>(part)];
    partitions.insert(fmt::format("({},{},{})", db, batch, gen));
  }
  return partitions;
}

void merge_table(ServerConnection& server, const Cluster& cluster, std::string_view table,
                 const std::set<std::string>& partitions, const std::stop_token& stop) {
  const auto found = server.rows(
      fmt::format("SELECT partition FROM system.parts WHERE database = {} AND table = {} AND "
                  "active GROUP BY partition HAVING count() > 1 ORDER BY partition",
                  sql_text(cluster.database()), sql_text(table)),
      1);
  for (const auto& row : found) {
    if (stop.stop_requested()) return;
    if (!partitions.contains(row.at(0))) continue;
    server.run(
        fmt::format("OPTIMIZE TABLE {} PARTITION {} FINAL", cluster.table(table), row.at(0)));
  }
}

}  // namespace

void merge_parts(Cluster& cluster, std::uint16_t db,
                 const std::map<std::uint32_t, PublishedBatch>& published,
                 const std::function<void(const std::string&)>& message,
                 const std::stop_token& stop) {
  std::vector<std::string> errors(cluster.shards());
  const auto merge = [&](std::size_t shard) {
    try {
      for (const std::string_view table :
           {"stored_positions", "stored_scripts", "stored_rows", "stored_games"}) {
        const auto partitions = partitions_of(db, get_table(table).part, published);
        merge_table(cluster.shard(shard), cluster, table, partitions, stop);
      }
    } catch (const Error& error) {
      errors[shard] = error.what();
    }
  };
  {
    std::vector<std::jthread> others;
    for (std::size_t shard = 1; shard < cluster.shards(); ++shard)
      others.emplace_back(merge, shard);
    merge(0);
  }
  for (const std::string& error : errors) {
    if (error.empty() || !message) continue;
    message(
        fmt::format("{}; all is published, but the parts of its tables are not merged yet, and "
                    "queries are slower until they are",
                    error));
  }
}

}  // namespace ludex::clickhouse

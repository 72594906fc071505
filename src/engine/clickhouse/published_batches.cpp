#include "engine/clickhouse/published_batches.hpp"

#include "ludex/error.hpp"

#include <algorithm>
#include <charconv>

namespace ludex::clickhouse {
namespace {

constexpr std::string_view kPublishedColumns =
    "gen, positions_gen, games_gen, records_gen, positions_print, games_print, records_print, "
    "positions, games, records";
constexpr std::size_t kPublishedWidth = 11;  // and the batch before them

PublishedBatch published_of(const std::vector<std::string>& row) {
  PublishedBatch batch;
  batch.gen = number_of(row.at(1));
  for (std::size_t part = 0; part < kParts; ++part) {
    batch.parts[part] = number_of(row.at(2 + part));
    batch.prints[part] = number_of(row.at(2 + kParts + part));
  }
  batch.positions = number_of(row.at(8));
  batch.games = number_of(row.at(9));
  batch.records = number_of(row.at(10));
  return batch;
}

}  // namespace

std::map<std::uint32_t, PublishedBatch> PublishedBatches::all() {
  std::map<std::uint32_t, PublishedBatch> batches;
  for (std::size_t shard = 0; shard < cluster_.shards(); ++shard) {
    const auto rows = cluster_.shard(shard).rows(
        fmt::format("SELECT batch, {} FROM {} WHERE db = {} ORDER BY batch, gen", kPublishedColumns,
                    cluster_.table("published"), db_),
        kPublishedWidth);
    for (const auto& row : rows) {
      batches[static_cast<std::uint32_t>(number_of(row.at(0)))] = published_of(row);
    }
  }
  return batches;
}

PublishedBatch PublishedBatches::find(std::uint32_t batch) {
  const auto rows =
      cluster_.shard_of(db_, batch)
          .rows(fmt::format("SELECT batch, {} FROM {} WHERE db = {} AND batch = {} "
                            "ORDER BY gen DESC LIMIT 1",
                            kPublishedColumns, cluster_.table("published"), db_, batch),
                kPublishedWidth);
  return rows.empty() ? PublishedBatch() : published_of(rows[0]);
}

void PublishedBatches::add(std::uint32_t batch, const PublishedBatch& row) {
  cluster_.shard_of(db_, batch)
      .run(fmt::format(
          "INSERT INTO {} SELECT toUInt16({}), toUInt32({}), toUInt64({}), toUInt64({}), "
          "toUInt64({}), toUInt64({}), toUInt64({}), toUInt64({}), toUInt64({}), toUInt64({}), "
          "toUInt64({}), toUInt64({}), now(), toUInt32({}), toUInt32({}), toUInt32({}), "
          "toUInt64({})",
          cluster_.table("published"), db_, batch, row.gen, row.parts[0], row.parts[1],
          row.parts[2], row.prints[0], row.prints[1], row.prints[2], row.positions, row.games,
          row.records, kLayoutVersion, cluster_.shard_number(db_, batch), cluster_.shards(),
          cluster_.games_per_batch()));
}

RowCount PublishedBatches::count(std::uint32_t batch, const Table& table, const std::string& name,
                                 std::uint64_t gen) {
  const auto answer =
      cluster_.shard_of(db_, batch)
          .rows(fmt::format("SELECT count(), toUInt64(ifNull({}, 0)), toUInt64(ifNull({}, 0)) FROM "
                            "{} WHERE db = {} AND batch = {} AND gen = {}",
                            table.sums[0], table.sums[1], cluster_.table(name), db_, batch, gen),
                3);
  if (answer.empty()) return {};
  return {number_of(answer[0].at(0)), {number_of(answer[0].at(1)), number_of(answer[0].at(2))}};
}

std::vector<PublishedBatches::Partition> PublishedBatches::partitions(ServerConnection& server,
                                                                      const std::string& table) {
  const auto rows = server.rows(
      fmt::format("SELECT DISTINCT partition FROM system.parts WHERE database = '{}' AND table = "
                  "'{}' AND active",
                  cluster_.database(), table),
      1);
  std::vector<Partition> found;
  for (const auto& row : rows) {  // "(0,12,1893210)"
    std::uint64_t numbers[3] = {};
    const char* at = row.at(0).data();
    const char* const end = at + row[0].size();
    for (std::uint64_t& number : numbers) {
      at = std::from_chars(std::min(at + 1, end), end, number).ptr;
    }
    if (numbers[0] == db_) found.push_back({static_cast<std::uint32_t>(numbers[1]), numbers[2]});
  }
  return found;
}

std::map<std::uint32_t, std::set<std::uint64_t>> PublishedBatches::needed(
    ServerConnection& server, Part part, std::chrono::seconds keep) {
  const auto rows = server.rows(
      fmt::format(
          "SELECT batch, {}_gen, at > now() - {} FROM {} WHERE db = {} ORDER BY batch, gen DESC",
          kPartNames[static_cast<std::size_t>(part)], keep.count(), cluster_.table("published"),
          db_),
      3);
  std::map<std::uint32_t, std::set<std::uint64_t>> gens;
  std::map<std::uint32_t, bool> was_replaced_long_ago;  // what an older row says
  for (const auto& row : rows) {
    const auto batch = static_cast<std::uint32_t>(number_of(row.at(0)));
    if (was_replaced_long_ago[batch]) continue;
    gens[batch].insert(number_of(row.at(1)));
    was_replaced_long_ago[batch] = row.at(2) == "0";
  }
  return gens;
}

void PublishedBatches::drop_unused(std::uint32_t batch, std::chrono::seconds keep) {
  ServerConnection& server = cluster_.shard_of(db_, batch);
  const auto drop = [&](const std::string& table, std::uint64_t gen) {
    server.run(fmt::format("ALTER TABLE {} DROP PARTITION ({},{},{})", cluster_.table(table), db_,
                           batch, gen));
  };
  for (const Table& table : all_tables()) {
    for (const Partition& one : partitions(server, table.staged_name())) {
      if (one.batch == batch) drop(table.staged_name(), one.gen);
    }
    const auto stays = needed(server, table.part, keep)[batch];
    for (const Partition& one : partitions(server, std::string(table.name))) {
      if (one.batch == batch && !stays.contains(one.gen)) drop(std::string(table.name), one.gen);
    }
  }
}

std::set<std::uint32_t> PublishedBatches::with_unused(std::chrono::seconds keep) {
  std::set<std::uint32_t> batches;
  for (std::size_t shard = 0; shard < cluster_.shards(); ++shard) {
    ServerConnection& server = cluster_.shard(shard);
    for (const Table& table : all_tables()) {
      for (const Partition& one : partitions(server, table.staged_name())) {
        batches.insert(one.batch);
      }
      auto stays = needed(server, table.part, keep);
      for (const Partition& one : partitions(server, std::string(table.name))) {
        if (!stays[one.batch].contains(one.gen)) batches.insert(one.batch);
      }
    }
  }
  return batches;
}

}  // namespace ludex::clickhouse

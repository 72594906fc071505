#pragma once

#include "engine/clickhouse/cluster.hpp"
#include "engine/clickhouse/database_batches.hpp"

#include <array>
#include <chrono>
#include <cstdint>
#include <map>
#include <set>
#include <string>

namespace ludex::clickhouse {

using Generations = std::array<std::uint64_t, kParts>;

/// A row of the table `published`: from now on this is what the batch holds.
struct PublishedBatch {
  std::uint64_t gen = 0;  ///< of the row; the last one counts
  Generations parts{};    ///< of the rows of each part
  Prints prints{};
  std::uint64_t positions = 0, games = 0, records = 0;
};

/// What is published of one database. One thread at a time.
class PublishedBatches {
 public:
  PublishedBatches(Cluster& cluster, std::uint16_t db) : cluster_(cluster), db_(db) {}

  /// The last row of every batch.
  [[nodiscard]] std::map<std::uint32_t, PublishedBatch> all();
  /// That of one batch; gen is 0 where it was never published.
  [[nodiscard]] PublishedBatch find(std::uint32_t batch);
  void add(std::uint32_t batch, const PublishedBatch& row);

  /// What a table holds of a generation.
  [[nodiscard]] RowCount count(std::uint32_t batch, const Table& table, const std::string& name,
                               std::uint64_t gen);

  /// Drops what nobody needs any more of a batch: all that waits to be checked, what interrupted
  /// runs left, and what was replaced at least `keep` ago. \pre the batch is claimed
  void drop_unused(std::uint32_t batch, std::chrono::seconds keep);
  /// Batches with something to drop.
  [[nodiscard]] std::set<std::uint32_t> with_unused(std::chrono::seconds keep);

 private:
  struct Partition {
    std::uint32_t batch = 0;
    std::uint64_t gen = 0;
  };
  [[nodiscard]] std::vector<Partition> partitions(ServerConnection& server,
                                                  const std::string& table);
  /// Generations of a part that must stay.
  [[nodiscard]] std::map<std::uint32_t, std::set<std::uint64_t>> needed(ServerConnection& server,
                                                                        Part part,
                                                                        std::chrono::seconds keep);

  Cluster& cluster_;
  std::uint16_t db_;
};

}  // namespace ludex::clickhouse

#pragma once

#include <chrono>
#include <cstdint>
#include <filesystem>
#include <functional>
#include <stop_token>
#include <string>

namespace ludex {

struct PublishOptions {
  /// clickhouse://[user[:password]@]host[:port][,host[:port]...]/database; each host is a shard.
  std::string to;
  std::string password{};  ///< if the URL has none
  /// A cluster name in the servers' configuration; creates Distributed tables and views over all
  /// shards. Empty: the views of each server show its own shard.
  std::string cluster{};
  /// Games per batch; the first run fixes it. Each batch adds about 0.15 ms to every position
  /// lookup.
  std::int64_t games_per_batch = kUsualBatch;
  static constexpr std::int64_t kUsualBatch = 65'536;
  int threads = 0;  ///< 0: all cores
  /// How long replaced rows are kept, for queries that are still running.
  std::chrono::seconds keep_replaced = std::chrono::minutes(10);
  /// Sends nothing and creates no tables; reports what would be sent.
  bool dry_run = false;
  /// Sends nothing; compares what is published with the database.
  bool verify = false;
};

struct PublishProgress {
  std::uint64_t positions = 0;  ///< sent or compared, or known to be published
  std::uint64_t positions_total = 0;
  bool is_merging = false;  ///< everything is published; the servers are merging parts
};

struct PublishReport {
  std::uint64_t batches = 0;       ///< of the database
  std::uint64_t batches_sent = 0;  ///< whole or in part; with dry_run those that would be
  std::uint64_t positions = 0;     ///< sent, or compared
  std::uint64_t games = 0;
  std::uint64_t records = 0;
  std::uint64_t bytes = 0;  ///< sent
  std::uint64_t database_number = 0;
  std::uint64_t differences = 0;  ///< found by verify, each reported
  double seconds = 0;
};

using PublishProgressVisitor = std::function<void(const PublishProgress&)>;
using PublishMessageVisitor = std::function<void(const std::string&)>;

/// Sends the games of a database, their positions and the text of their records to servers of
/// ClickHouse. Sends only what is missing or differs. A batch becomes visible as a whole when it
/// has arrived completely. An interrupted run leaves nothing half done; the same call continues.
/// Several runs may work at once.
/// \throws UsageError for an invalid address; DatabaseError; Stopped; Error if a server cannot be
///         reached, refuses something, or holds something else than was sent
PublishReport publish(const std::filesystem::path& database, const PublishOptions& options,
                      const PublishProgressVisitor& progress = {},
                      const PublishMessageVisitor& message = {}, const std::stop_token& stop = {});

}  // namespace ludex

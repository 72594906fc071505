#pragma once

#include <chrono>
#include <cstdint>
#include <filesystem>
#include <functional>
#include <stop_token>
#include <string>

namespace ludex {

struct PublishOptions {
  /// clickhouse://[user[:password]@]host[:port][,host[:port]...]/database: a shard each.
  std::string to;
  std::string password{};  ///< where the URL has none
  /// Of the servers' configuration: its Distributed tables and the views over all shards are made.
  std::string cluster{};
  /// How many games are sent as one batch; the first run says it for all that follow. Each batch
  /// costs every look-up of a position some 0.15 ms, so batches are large.
  std::int64_t games_per_batch = kUsualBatch;
  static constexpr std::int64_t kUsualBatch = 65'536;
  int threads = 0;  ///< 0: all cores
  /// Rows that were replaced stay so long: queries that have begun still need them.
  std::chrono::seconds keep_replaced = std::chrono::minutes(10);
  /// Sends nothing and makes no tables; reports what would be sent.
  bool dry_run = false;
  /// Sends nothing; compares what is published with the database.
  bool verify = false;
};

struct PublishProgress {
  std::uint64_t positions = 0;  ///< sent or compared, or known to be published
  std::uint64_t positions_total = 0;
  bool is_merging = false;  ///< all is published; the servers put together what arrived in pieces
};

struct PublishReport {
  std::uint64_t batches = 0;       ///< of the database
  std::uint64_t batches_sent = 0;  ///< whole or in part; with dry_run those that would be
  std::uint64_t positions = 0;     ///< sent, or compared
  std::uint64_t games = 0;
  std::uint64_t records = 0;
  std::uint64_t bytes = 0;  ///< sent
  std::uint64_t database_number = 0;
  std::uint64_t differences = 0;  ///< found by verify; each was told
  double seconds = 0;
};

using PublishProgressVisitor = std::function<void(const PublishProgress&)>;
using PublishMessageVisitor = std::function<void(const std::string&)>;

/// Sends the games of a database, their positions and the text of their records to servers of
/// ClickHouse. Only what is not there yet, or differs, is sent. What was published stays as it was
/// until a batch of games has arrived whole, and changes at once then: an interrupted run leaves
/// nothing half done, and the same call goes on from there. Several may run at the same time.
/// \throws UsageError for a wrong address; DatabaseError; Stopped; Error where a server cannot be
/// reached, refuses something, or holds something else than was sent
PublishReport publish(const std::filesystem::path& database, const PublishOptions& options,
                      const PublishProgressVisitor& progress = {},
                      const PublishMessageVisitor& message = {}, const std::stop_token& stop = {});

}  // namespace ludex

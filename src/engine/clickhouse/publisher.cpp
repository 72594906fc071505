#include "engine/clickhouse/claims.hpp"
#include "engine/clickhouse/cluster.hpp"
#include "engine/clickhouse/cluster_address.hpp"
#include "engine/clickhouse/database_batches.hpp"
#include "engine/clickhouse/merged_parts.hpp"
#include "engine/clickhouse/published_batches.hpp"
#include "ludex/error.hpp"
#include "ludex/publish.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <chrono>
#include <condition_variable>
#include <mutex>
#include <random>
#include <thread>
#include <utility>
#include <vector>

namespace ludex {
namespace clickhouse {
namespace {

/// Stands for the list of databases, which is claimed as a batch is.
constexpr std::uint16_t kDatabaseList = 65'535;
constexpr auto kLookAgain = std::chrono::milliseconds(500);

/// A number that no other run takes, larger than `last`: the time, then chance.
std::uint64_t next_generation(std::uint64_t last) {
  const auto now = std::chrono::system_clock::now().time_since_epoch();
  const auto ms = std::chrono::duration_cast<std::chrono::milliseconds>(now).count();
  constexpr int kRandomBits = 20;
  std::random_device random;
  const std::uint64_t gen =
      static_cast<std::uint64_t>(ms) << kRandomBits | (random() & ((1U << kRandomBits) - 1));
  return std::max(gen, last + 1);
}

/// What one call of publish() works with.
class Publisher {
 public:
  Publisher(Database& database, Cluster& cluster, const PublishOptions& options,
            const PublishProgressVisitor& progress, const PublishMessageVisitor& message,
            const std::stop_token& stop)
      : database_(database),
        cluster_(cluster),
        options_(options),
        progress_(progress),
        message_(message),
        stop_(stop),
        batches_(database, cluster.games_per_batch(), options.threads) {}

  PublishReport publish();
  PublishReport verify();
  PublishReport dry_run();

 private:
  enum class Outcome : std::uint8_t { done, claimed_by_another };

  std::uint16_t number_database(Claims& claims);
  Outcome publish_batch(Claims& claims, PublishedBatches& published, std::uint32_t batch);
  void send(Claims& claims, PublishedBatches& published, std::uint32_t batch, PublishedBatch& row);
  void require_counts(PublishedBatches& published, std::uint32_t batch, const RowCounts& counts,
                      std::uint64_t gen, bool staged);
  void drop_unused(Claims& claims, PublishedBatches& published);
  void compare(PublishedBatches& published, std::uint32_t batch, const PublishedBatch& row);
  void add_to_report(const RowCounts& counts);
  void say(const std::string& text) {
    if (message_) message_(text);
  }
  void differs(std::uint32_t batch, const std::string& what) {
    ++report_.differences;
    const std::int64_t first = batch * cluster_.games_per_batch() + 1;
    say(fmt::format("games {} to {}: {}", first, first + cluster_.games_per_batch() - 1, what));
  }
  void show_progress();
  void wait_a_little();

  Database& database_;
  Cluster& cluster_;
  const PublishOptions& options_;
  const PublishProgressVisitor& progress_;
  const PublishMessageVisitor& message_;
  std::stop_token stop_;
  DatabaseBatches batches_;
  PublishReport report_;
  std::uint16_t db_ = 0;
  std::uint64_t known_positions_ = 0;  // that need not be sent
  bool is_merging_ = false;
};

void Publisher::wait_a_little() {
  std::mutex mutex;
  std::unique_lock lock(mutex);
  std::condition_variable_any never;
  never.wait_for(lock, stop_, kLookAgain, [] { return false; });
  if (stop_.stop_requested()) throw Stopped("stopped; run the same command again to continue");
}

void Publisher::show_progress() {
  if (!progress_) return;
  const auto total = static_cast<std::uint64_t>(database_.next_id("posting"));
  progress_({std::min(report_.positions + known_positions_, total), total, is_merging_});
}

std::uint16_t Publisher::number_database(Claims& claims) {
  const std::string uuid = database_.meta("uuid");
  while (true) {
    if (const auto known = cluster_.find_database(uuid)) return *known;
    // Batch and number add up to a multiple of the shards: this claim lies on the first one.
    const auto list =
        static_cast<std::uint32_t>(cluster_.shards() - kDatabaseList % cluster_.shards());
    if (!claims.take(kDatabaseList, list)) {
      wait_a_little();
      continue;
    }
    auto number = cluster_.find_database(uuid);
    if (!number) number = cluster_.add_database(uuid, database_.path().filename().string());
    claims.release(kDatabaseList, list);
    return *number;
  }
}

void Publisher::add_to_report(const RowCounts& counts) {
  for (const auto& [table, count] : counts) {
    if (table == "stored_positions") report_.positions += count.rows;
    if (table == "stored_games") report_.games += count.rows;
    if (table == "stored_records") report_.records += count.rows;
  }
}

PublishReport Publisher::publish() {
  Claims claims(cluster_);
  report_.database_number = db_ = number_database(claims);
  PublishedBatches published(cluster_, db_);
  report_.batches = batches_.count();
  std::vector<std::uint32_t> left;
  for (std::uint32_t batch = 0; batch < report_.batches; ++batch) left.push_back(batch);
  bool said = false;
  while (!left.empty()) {
    std::vector<std::uint32_t> postponed;
    for (const std::uint32_t batch : left) {
      if (stop_.stop_requested()) throw Stopped("stopped; run the same command again to continue");
      if (publish_batch(claims, published, batch) == Outcome::done) {
        show_progress();
      } else {
        postponed.push_back(batch);
      }
    }
    left = std::move(postponed);
    if (left.empty()) break;
    if (!std::exchange(said, true)) {
      say(fmt::format("waiting for another run that publishes this database ({})",
                      claims.holder()));
    }
    wait_a_little();
  }
  drop_unused(claims, published);
  is_merging_ = true;
  show_progress();
  merge_parts(cluster_, db_, published.all(), message_, stop_);
  return report_;
}

Publisher::Outcome Publisher::publish_batch(Claims& claims, PublishedBatches& published,
                                            std::uint32_t batch) {
  const auto prints = [&] {
    const ReadTransaction reading(database_.sql());
    return batches_.prints(batch);
  };
  if (const PublishedBatch row = published.find(batch); row.gen != 0 && row.prints == prints()) {
    known_positions_ += row.positions;
    return Outcome::done;
  }
  if (!claims.take(db_, batch)) return Outcome::claimed_by_another;
  {
    const ReadTransaction reading(database_.sql());
    PublishedBatch row = published.find(batch);
    if (row.gen == 0 || row.prints != batches_.prints(batch)) {
      published.drop_unused(batch, options_.keep_replaced);
      send(claims, published, batch, row);
      ++report_.batches_sent;
    }
  }
  claims.release(db_, batch);
  return Outcome::done;
}

void Publisher::require_counts(PublishedBatches& published, std::uint32_t batch,
                               const RowCounts& counts, std::uint64_t gen, bool staged) {
  for (const auto& [name, expected] : counts) {
    const Table& table = get_table(name);
    const std::string from = staged ? table.staged_name() : std::string(name);
    const RowCount found = published.count(batch, table, from, gen);
    if (found == expected) continue;
    throw Error(fmt::format(
        "{}: {} holds {} of the {} rows that were sent{}; nothing of them is published, run the "
        "same command again",
        cluster_.shard_of(db_, batch).address().text(), cluster_.table(from), found.rows,
        expected.rows, found.rows == expected.rows ? ", and their sums differ" : ""));
  }
}

// Rows arrive in the staged tables. Whole partitions are moved from there, and seen by nobody until
// one row says so for all tables.
void Publisher::send(Claims& claims, PublishedBatches& published, std::uint32_t batch,
                     PublishedBatch& row) {
  ServerConnection& server = cluster_.shard_of(db_, batch);
  const Prints prints = batches_.prints(batch);
  const bool is_new = row.gen == 0;
  row.gen = next_generation(row.gen);
  RowCounts sent;
  for (std::size_t i = 0; i < kParts; ++i) {
    if (!is_new && prints[i] == row.prints[i]) continue;
    row.parts[i] = row.gen;
    row.prints[i] = prints[i];
    const auto visit = [&](const Table& table, std::string_view block, std::uint64_t rows) {
      claims.renew(db_, batch);
      server.insert(cluster_.table(table.staged_name()), block);
      report_.bytes += block.size();
      if (table.name == "stored_positions") report_.positions += rows;
      show_progress();
    };
    const RowCounts counts =
        batches_.read(static_cast<Part>(i), {db_, batch, row.gen}, batch, visit, stop_);
    sent.insert(counts.begin(), counts.end());
    if (counts.contains("stored_positions")) row.positions = counts.at("stored_positions").rows;
    if (counts.contains("stored_games")) row.games = counts.at("stored_games").rows;
    if (counts.contains("stored_records")) row.records = counts.at("stored_records").rows;
  }
  require_counts(published, batch, sent, row.gen, true);
  for (const auto& [name, count] : sent) {
    if (count.rows == 0) continue;  // today's ClickHouse refuses to move what is not there
    server.run(fmt::format("ALTER TABLE {0} REPLACE PARTITION ({2},{3},{4}) FROM {1}",
                           cluster_.table(name), cluster_.table(get_table(name).staged_name()), db_,
                           batch, row.gen));
  }
  // Another run could take the batch over, and drop these rows, if the claim were too old.
  while (true) {
    claims.renew_now(db_, batch);
    const auto begin = std::chrono::steady_clock::now();
    require_counts(published, batch, sent, row.gen, false);
    if (std::chrono::steady_clock::now() - begin < Claims::kSafe) break;
  }
  published.add(batch, row);
  for (const auto& [name, count] : sent) {
    if (count.rows == 0) continue;
    server.run(fmt::format("ALTER TABLE {} DROP PARTITION ({},{},{})",
                           cluster_.table(get_table(name).staged_name()), db_, batch, row.gen));
  }
  const std::uint64_t positions = report_.positions;
  add_to_report(sent);
  report_.positions = positions;  // counted as they went
}

void Publisher::drop_unused(Claims& claims, PublishedBatches& published) {
  for (const std::uint32_t batch : published.with_unused(options_.keep_replaced)) {
    if (!claims.take(db_, batch)) continue;
    published.drop_unused(batch, options_.keep_replaced);
    claims.release(db_, batch);
  }
  claims.forget_old();
}

PublishReport Publisher::dry_run() {
  std::map<std::uint32_t, PublishedBatch> published;
  if (cluster_.has_tables()) {
    if (const auto number = cluster_.find_database(database_.meta("uuid"))) {
      published = PublishedBatches(cluster_, *number).all();
    }
  }
  report_.batches = batches_.count();
  for (std::uint32_t batch = 0; batch < report_.batches; ++batch) {
    const ReadTransaction reading(database_.sql());
    const auto known = published.find(batch);
    const Prints prints = batches_.prints(batch);
    if (known != published.end() && known->second.prints == prints) continue;
    ++report_.batches_sent;
    show_progress();
  }
  return report_;
}

void Publisher::compare(PublishedBatches& published, std::uint32_t batch,
                        const PublishedBatch& row) {
  const ReadTransaction reading(database_.sql());
  const Prints prints = batches_.prints(batch);
  const auto visit = [&](const Table& table, std::string_view, std::uint64_t rows) {
    if (table.name == "stored_positions") report_.positions += rows;
    show_progress();
  };
  for (std::size_t i = 0; i < kParts; ++i) {
    if (prints[i] != row.prints[i]) {
      differs(batch, fmt::format("{} were changed since they were published", kPartNames[i]));
      continue;
    }
    const RowCounts counts =
        batches_.read(static_cast<Part>(i), {db_, batch, row.parts[i]}, batch, visit, stop_);
    for (const auto& [name, expected] : counts) {
      const RowCount found =
          published.count(batch, get_table(name), std::string(name), row.parts[i]);
      if (found == expected) continue;
      differs(batch,
              fmt::format("{} holds {} rows, expected {}{}", cluster_.table(name), found.rows,
                          expected.rows, found.rows == expected.rows ? "; the sums differ" : ""));
    }
    const std::uint64_t positions = report_.positions;
    add_to_report(counts);
    report_.positions = positions;
  }
}

PublishReport Publisher::verify() {
  const auto number =
      cluster_.has_tables() ? cluster_.find_database(database_.meta("uuid")) : std::nullopt;
  if (!number)
    throw Error("this database was never published there; run ludex publish without --verify");
  report_.database_number = db_ = *number;
  PublishedBatches published(cluster_, db_);
  auto rows = published.all();
  report_.batches = batches_.count();
  for (std::uint32_t batch = 0; batch < report_.batches; ++batch) {
    const auto row = rows.find(batch);
    if (row == rows.end()) {
      differs(batch, "they are not published");
    } else {
      compare(published, batch, row->second);
    }
    rows.erase(batch);
    show_progress();
  }
  for (const auto& [batch, row] : rows) differs(batch, "published, but not in the database");
  return report_;
}

}  // namespace
}  // namespace clickhouse

PublishReport publish(const std::filesystem::path& path, const PublishOptions& options,
                      const PublishProgressVisitor& progress, const PublishMessageVisitor& message,
                      const std::stop_token& stop) {
  const auto begin = std::chrono::steady_clock::now();
  clickhouse::ClusterAddress address = clickhouse::parse_cluster_address(options.to);
  if (address.password.empty()) address.password = options.password;
  // Not mapped: a run lives long, and pages of the mapping would count as its memory.
  constexpr int kWaitMs = 30'000;
  Database database =
      Database::open_for_reading(path, kWaitMs, {.bytes = 64ULL << 20, .map_file = false});
  if (database.meta("uuid").empty()) {
    throw DatabaseError(
        fmt::format("{}: made by a version that gave databases no uuid; index its sources into a "
                    "new database and publish that",
                    path.string()));
  }
  clickhouse::Cluster cluster(address, options.games_per_batch);
  if (!options.dry_run && !options.verify) cluster.make(options.cluster);
  clickhouse::Publisher publisher(database, cluster, options, progress, message, stop);
  PublishReport report = options.dry_run  ? publisher.dry_run()
                         : options.verify ? publisher.verify()
                                          : publisher.publish();
  report.seconds = std::chrono::duration<double>(std::chrono::steady_clock::now() - begin).count();
  return report;
}

}  // namespace ludex

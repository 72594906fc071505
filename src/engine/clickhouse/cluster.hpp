#pragma once

#include "engine/clickhouse/cluster_address.hpp"
#include "engine/clickhouse/server_connection.hpp"

#include <fmt/format.h>

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace ludex::clickhouse {

/// The number in a value of an answer. \throws Error if it is none
[[nodiscard]] std::uint64_t number_of(const std::string& text);

/// A text as it stands in SQL: in quotes.
[[nodiscard]] std::string sql_text(std::string_view text);

/// The servers that hold a published database, a shard each. One thread at a time.
class Cluster {
 public:
  /// Connects to every server. \throws Error if one of them is down, or is not ClickHouse
  /// \param games_per_batch  where there are no tables yet; else what they were made with counts
  Cluster(const ClusterAddress& address, std::int64_t games_per_batch);
  /// Asks nothing yet: the first PublishedState reads the layouts, too.
  explicit Cluster(const ClusterAddress& address);

  [[nodiscard]] std::size_t shards() const { return servers_.size(); }
  [[nodiscard]] ServerConnection& shard(std::size_t i) { return servers_[i]; }
  /// Another connection to the same server, for a second question at the same time. Threads may ask
  /// for those of different servers at once.
  [[nodiscard]] ServerConnection& beside(std::size_t i) { return beside_[i]; }
  /// The shard of all rows of a batch.
  [[nodiscard]] std::size_t shard_number(std::uint16_t db, std::uint32_t batch) const {
    return (std::size_t{db} + batch) % servers_.size();
  }
  [[nodiscard]] ServerConnection& shard_of(std::uint16_t db, std::uint32_t batch) {
    return servers_[shard_number(db, batch)];
  }
  /// The batch of a game, by its id in its database.
  [[nodiscard]] std::uint32_t batch_of(std::uint32_t game) const {
    return game == 0 ? 0 : static_cast<std::uint32_t>((game - 1) / games_per_batch_);
  }
  [[nodiscard]] const std::string& database() const { return database_; }
  /// "database.name"
  [[nodiscard]] std::string table(std::string_view name) const {
    return fmt::format("{}.{}", database_, name);
  }

  /// True if every shard has the tables. \throws Error if they have another version, or were made
  /// for other servers or another order
  [[nodiscard]] bool has_tables();
  /// \throws Error if a server is down, or is not ClickHouse
  void check_servers();
  void make(const std::string& cluster_name);

  [[nodiscard]] std::int64_t games_per_batch() const { return games_per_batch_; }

  /// A row of the table `layout`.
  struct Layout {
    std::uint64_t version, shard, shards, games_per_batch;
  };
  /// Asks a server what its tables were made with, and accepts it. \throws Error if it has none
  void read_layout(std::size_t shard);
  /// Takes over what a server's tables were made with. \throws Error as has_tables()
  void accept(std::size_t shard, const Layout& layout);

  /// The number of a database; none where it was never published here.
  [[nodiscard]] std::optional<std::uint16_t> find_database(const std::string& uuid);
  /// Gives it the next number. \pre nobody else does so meanwhile
  std::uint16_t add_database(const std::string& uuid, const std::string& name);

 private:
  [[nodiscard]] bool has_layout(std::size_t shard);
  using Rows = std::vector<std::vector<std::string>>;
  /// Checks the layouts of all shards at once. \returns false if one has none or cannot be reached
  bool find_layouts();
  void accept(std::size_t shard, const Rows& layouts);

  std::vector<ServerConnection> servers_;
  std::vector<ServerConnection> beside_;
  std::string database_;
  std::int64_t games_per_batch_;
  bool has_all_tables_ = false;  // as far as known
};

}  // namespace ludex::clickhouse

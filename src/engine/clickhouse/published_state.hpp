#pragma once

#include "engine/clickhouse/cluster.hpp"
#include "engine/clickhouse/cluster_tables.hpp"
#include "engine/clickhouse/native_answer.hpp"
#include "ludex/call.hpp"
#include "ludex/types.hpp"

#include <array>
#include <compare>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <span>
#include <string>
#include <vector>

namespace ludex::clickhouse {

/// An id as it is shown, of a game or a record: the number of its database, and its id there. The
/// first database keeps its ids.
struct ClusterId {
  static constexpr int kBits = 40;

  std::uint16_t db = 0;
  std::uint32_t id = 0;

  [[nodiscard]] static ClusterId of(std::int64_t shown) {
    return {static_cast<std::uint16_t>(shown >> kBits), static_cast<std::uint32_t>(shown)};
  }
  /// False for numbers that no id has.
  [[nodiscard]] static bool is_valid(std::int64_t shown) {
    return shown > 0 && (shown >> kBits) < 65'536 && (shown >> 32 & 0xFF) == 0;
  }
  [[nodiscard]] std::int64_t shown() const { return std::int64_t{db} << kBits | id; }
};
/// The same in SQL, of a column of ids: "toInt64(db) * 1099511627776 + id".
[[nodiscard]] std::string shown_id(std::string_view column);

/// What all servers show when a question begins: one generation of each part of each batch. What
/// is replaced meanwhile stays for a while (PublishOptions::keep_replaced), so that all statements
/// of a question see one state. One question to each server.
class PublishedState {
 public:
  /// \throws Error if a server does not answer, or has no tables or others
  explicit PublishedState(Cluster& cluster);

  struct Batch {
    std::uint16_t db = 0;
    std::uint32_t batch = 0;
    auto operator<=>(const Batch&) const = default;
  };

  /// Restricts a statement to what is shown: "gen IN (17, ...)". Every generation has a number of
  /// its own, and one number is compared much faster than (db, batch, gen).
  [[nodiscard]] const std::string& condition(std::size_t shard, Part part) const {
    return conditions_[shard][static_cast<std::size_t>(part)];
  }
  /// The same for some of the batches that a server holds; "0": nothing of them is shown.
  [[nodiscard]] std::string condition(std::size_t shard, Part part,
                                      std::span<const Batch> batches) const;
  /// What of it a server holds, in order.
  [[nodiscard]] std::span<const Batch> batches(std::size_t shard) const { return batches_[shard]; }
  /// Another number after every publication. Not ordered.
  [[nodiscard]] std::int64_t version() const { return version_; }
  [[nodiscard]] std::uint64_t positions() const { return positions_; }
  [[nodiscard]] std::int64_t games() const { return static_cast<std::int64_t>(games_); }

 private:
  using Row = std::array<std::uint64_t,
                         kParts + 4>;  // db, batch, a generation of each part, positions, games
  static std::vector<Row> rows_of(Cluster& cluster, std::size_t shard, const NativeAnswer& answer);
  void add(std::span<const Row> rows, std::vector<std::uint64_t>& seen);

  std::vector<std::array<std::string, kParts>> conditions_;           // by shard
  std::vector<std::vector<Batch>> batches_;                           // by shard
  std::vector<std::vector<std::array<std::uint64_t, kParts>>> gens_;  // of these
  std::int64_t version_ = 0;
  std::uint64_t positions_ = 0;
  std::uint64_t games_ = 0;
};

/// The statements for a shard that are asked at the same time; an empty one is not asked.
using TwoStatements = std::array<std::string, 2>;
/// Asks all servers at once, each on two connections. \returns the answers of each, by shard
/// \throws Error if one of them fails, Stopped
[[nodiscard]] std::array<std::vector<NativeAnswer>, 2> ask_two_of_all(
    Cluster& cluster, const Call& call, const std::function<TwoStatements(std::size_t)>& sql,
    ServerConnection::Reads reads);

/// Asks all servers at once. \param sql  of the statement for a shard; empty: it is not asked
/// \returns an answer of each, by shard  \throws Error if one of them fails, Stopped
[[nodiscard]] std::vector<NativeAnswer> ask_all(
    Cluster& cluster, const Call& call, const std::function<std::string(std::size_t)>& sql,
    ServerConnection::Reads reads = ServerConnection::Reads::much);

/// The same on other connections: meanwhile another thread may call ask_all().
[[nodiscard]] std::vector<NativeAnswer> ask_all_beside(
    Cluster& cluster, const Call& call, const std::function<std::string(std::size_t)>& sql,
    ServerConnection::Reads reads);

}  // namespace ludex::clickhouse

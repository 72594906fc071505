#pragma once

#include "engine/clickhouse/cluster.hpp"
#include "engine/clickhouse/cluster_tables.hpp"
#include "engine/clickhouse/native_answer.hpp"
#include "ludex/call.hpp"
#include "ludex/types.hpp"

#include <array>
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
  explicit PublishedState(Cluster& cluster);

  /// Restricts a statement to what is shown: "(db, batch, gen) IN ((0,3,17), ...)".
  [[nodiscard]] const std::string& condition(std::size_t shard, Part part) const {
    return conditions_[shard][static_cast<std::size_t>(part)];
  }
  struct Batch {
    std::uint16_t db = 0;
    std::uint32_t batch = 0;
  };
  /// What of it a server holds, in order.
  [[nodiscard]] std::span<const Batch> batches(std::size_t shard) const { return batches_[shard]; }
  /// Another number after every publication. Not ordered.
  [[nodiscard]] std::int64_t version() const { return version_; }
  [[nodiscard]] std::uint64_t positions() const { return positions_; }

 private:
  std::vector<std::array<std::string, kParts>> conditions_;  // by shard
  std::vector<std::vector<Batch>> batches_;                  // by shard
  std::int64_t version_ = 0;
  std::uint64_t positions_ = 0;
};

/// Asks all servers at once. \param sql  of the statement for a shard; empty: it is not asked
/// \returns an answer of each, by shard  \throws Error if one of them fails, Stopped
[[nodiscard]] std::vector<NativeAnswer> ask_all(Cluster& cluster, const Call& call,
                                                const std::function<std::string(std::size_t)>& sql);

}  // namespace ludex::clickhouse

#pragma once

#include "engine/clickhouse/cluster.hpp"

#include <chrono>
#include <cstdint>
#include <string>

namespace ludex::clickhouse {

/// Lets publishers work at the same time. A publisher claims a batch before it works on it. A claim
/// ends when it is released, when it is not renewed for 30 s, or when its process on this machine
/// is gone. ClickHouse has no locks: a publisher writes a row, then looks; if it sees another's
/// row, it withdraws. So at most one of two simultaneous claims succeeds.
class Claims {
 public:
  explicit Claims(Cluster& cluster);
  /// Withdraws all open claims on the servers that can be reached.
  ~Claims();
  Claims(const Claims&) = delete;
  Claims& operator=(const Claims&) = delete;

  /// \returns true if the batch is ours; otherwise holder() names the owner
  bool take(std::uint16_t db, std::uint32_t batch);
  /// Renews the claim if it is getting old. \throws Error if another publisher has it by now
  void renew(std::uint16_t db, std::uint32_t batch);
  /// Renews the claim unconditionally; it then lasts at least kSafe.
  void renew_now(std::uint16_t db, std::uint32_t batch);
  void release(std::uint16_t db, std::uint32_t batch);
  /// Deletes the rows of runs that were killed long ago.
  void forget_old();
  [[nodiscard]] const std::string& holder() const { return holder_; }

  static constexpr std::chrono::seconds kLease{30};
  static constexpr std::chrono::seconds kSafe{15};

 private:
  void write(ServerConnection& server, std::uint16_t db, std::uint32_t batch, bool ends);
  [[nodiscard]] bool another_holds(ServerConnection& server, std::uint16_t db, std::uint32_t batch);

  Cluster& cluster_;
  std::uint64_t id_;
  std::string owner_;
  std::string holder_;
  std::uint32_t step_ = 0;
  std::chrono::steady_clock::time_point renewed_{};
};

}  // namespace ludex::clickhouse

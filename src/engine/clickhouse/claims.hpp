#pragma once

#include "engine/clickhouse/cluster.hpp"

#include <chrono>
#include <cstdint>
#include <string>

namespace ludex::clickhouse {

/// Keeps publishers out of each other's way: one claims a batch before it works on it. A claim ends
/// when it is released, when it was not renewed for half a minute, or at once if its process runs
/// on this machine no more. ClickHouse has no locks: who claims writes a row and then looks;
/// whoever sees another's row withdraws, so of two who come at the same time at most one goes on.
class Claims {
 public:
  explicit Claims(Cluster& cluster);
  /// Withdraws all that is still claimed, as far as servers can be reached.
  ~Claims();
  Claims(const Claims&) = delete;
  Claims& operator=(const Claims&) = delete;

  /// \returns whether the batch is ours; if not, holder() tells whose it is.
  bool take(std::uint16_t db, std::uint32_t batch);
  /// Makes the claim last again, if it is getting old. \throws Error if another has it meanwhile
  void renew(std::uint16_t db, std::uint32_t batch);
  /// The same in any case; from now on it holds for kSafe at least.
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

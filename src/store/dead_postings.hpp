#pragma once

#include "store/sql/sql_connection.hpp"

#include <cstdint>
#include <vector>

namespace ludex {

/// The posting numbers of removed games, as runs: a segment has its postings in the order of keys,
/// so any number may be asked for next. 16 bytes for each run of removed games.
class DeadPostings {
 public:
  explicit DeadPostings(SqlConnection& sql);
  [[nodiscard]] bool none() const { return begins_.empty(); }
  /// How many postings the other games have.
  [[nodiscard]] std::uint64_t live() const { return live_; }
  [[nodiscard]] bool contain(std::uint64_t number) const;

 private:
  void add(bool alive, std::uint64_t first);

  std::vector<std::uint64_t> begins_;
  std::vector<std::uint64_t> ends_;
  std::uint64_t live_ = 0;
};

}  // namespace ludex

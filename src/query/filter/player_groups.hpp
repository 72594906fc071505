#pragma once

#include "query/ratings/rating_equations.hpp"

#include <cstdint>
#include <span>
#include <vector>

namespace ludex {

/// Players who met, also through others. Groups are numbered from 1: by games, then by players, the
/// most first, then by the first player.
class PlayerGroups {
 public:
  PlayerGroups(std::span<const RatedGame> games, std::size_t players);

  [[nodiscard]] std::int64_t count() const { return count_; }
  [[nodiscard]] std::int64_t group_of(std::uint32_t player) const { return group_[player]; }

 private:
  std::int64_t count_ = 0;
  std::vector<std::int64_t> group_;
};

}  // namespace ludex

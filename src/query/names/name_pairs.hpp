#pragma once

#include "query/names/name_bearers.hpp"
#include "query/names/name_likeness.hpp"

#include <cstdint>
#include <vector>

namespace ludex {

/// Two bearers, the one with more games first, and the best that their names have in common.
struct LikePair {
  std::uint32_t one = 0, other = 0;  ///< places in NameBearers::all()
  LikeNames like;
};

/// Pairs of bearers whose names look alike, by their places. Two persons are no pair.
/// Never compares all with all: names meet that have the same letters turned around, the same
/// sound, a common beginning of what initials leave, or the same letters without one or two of
/// them; of more than 64 that meet in one place the 64 with the most games are compared. Cost: some
/// 30 microseconds a name. Memory: 1 KB a name, and 64 MiB.
[[nodiscard]] std::vector<LikePair> find_like_pairs(const NameBearers& bearers, bool of_people);

}  // namespace ludex

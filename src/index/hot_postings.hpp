#pragma once

#include "index/block_store.hpp"

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

namespace ludex {

/// The postings of frequent keys, in the order of a segment.
struct HotPostings {
  struct Group {
    std::uint64_t key = 0;
    std::size_t begin = 0;  // in numbers; the group ends where the next one begins
  };
  std::vector<Group> groups;
  std::vector<std::uint64_t> numbers;

  [[nodiscard]] std::size_t end_of(std::size_t group) const {
    return group + 1 < groups.size() ? groups[group + 1].begin : numbers.size();
  }
  void clear() {
    groups.clear();
    numbers.clear();
  }
};

/// A position with this many postings in a segment stores a moment for each of them.
inline constexpr std::uint64_t kHotPostings = 256;

/// Appends the groups of at least kHotPostings. Cost: a look at every 255th posting, about, where
/// there are none.
/// \pre postings ascend, and hold all of each key
void append_hot_postings(std::span<const Posting> postings, HotPostings& hot);
/// Appends the groups of `more`, whose keys are larger.
void append_hot_postings(const HotPostings& more, HotPostings& hot);

}  // namespace ludex

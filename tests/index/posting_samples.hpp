#pragma once

#include <gtest/gtest.h>

#include <algorithm>
#include <cstdint>
#include <random>
#include <span>
#include <string>
#include <vector>

#include "core/position_key.hpp"
#include "index/memory_blocks.hpp"
#include "index/posting_block.hpp"
#include "index/posting_sorter.hpp"

namespace ludex::test {

/// Consecutive positions of one game, or of a part of it.
struct Stretch {
  std::uint64_t first_number;
  std::vector<PositionKey> keys;
};

/// A made-up index input with a name for messages.
struct Sample {
  std::string name;
  std::vector<Stretch> stretches;
};

/// `count` keys from `key()`, in games of up to 300 positions, with a gap after some games.
template <class MakeKey>
std::vector<Stretch> games(std::size_t count, std::uint64_t first_number, bool gaps,
                           MakeKey make_key) {
  std::mt19937_64 random(count + first_number);
  std::vector<Stretch> stretches;
  std::uint64_t number = first_number;
  while (count > 0) {
    const std::size_t plies = std::min<std::size_t>(count, 1 + random() % 300);
    Stretch stretch{number, {}};
    for (std::size_t i = 0; i < plies; ++i) stretch.keys.push_back({make_key(random)});
    number += plies + (gaps && random() % 3 == 0 ? random() % 1000 : 0);
    count -= plies;
    stretches.push_back(std::move(stretch));
  }
  return stretches;
}

inline std::vector<Sample> samples(std::size_t n) {
  using Random = std::mt19937_64;
  const auto extreme = [](Random& r) { return r() % 2 ? ~std::uint64_t{0} : std::uint64_t{0}; };
  const auto hot = [](Random& r) { return r() % 2 ? 0x7777'0000'1111'2222 : r(); };
  const auto crowded = [](Random& r) { return 0x4000'0000'0000'0000 + (r() % 5000 << 16); };
  const auto skewed = [](Random& r) { return r() >> r() % 64; };
  const auto low_bits = [](Random& r) { return 0x123456789abc0000 + (r() & 0xffff); };
  return {
      {"uniform", games(n, 0, false, [](Random& r) { return r(); })},
      {"uniform with gaps", games(n, 1'000'000'007, true, [](Random& r) { return r(); })},
      {"all equal", games(n, 5, true, [](Random&) { return std::uint64_t{42} << 40; })},
      {"equal in what is kept", games(n, 0, false, low_bits)},
      {"first and last key", games(n, 77, true, extreme)},
      {"half of them one key", games(n, std::uint64_t{1} << 40, true, hot)},
      {"crowded in few keys", games(n, 0, true, crowded)},
      {"of every magnitude", games(n, 0, false, skewed)},
      {"one", games(1, 12345, false, [](Random& r) { return r(); })},
      {"none", {}},
  };
}

/// The slow, obvious index.
inline std::vector<Posting> sorted_postings(std::span<const Stretch> stretches) {
  std::vector<Posting> postings;
  for (const Stretch& stretch : stretches) {
    for (std::size_t i = 0; i < stretch.keys.size(); ++i) {
      postings.push_back({key_prefix(stretch.keys[i]), stretch.first_number + i});
    }
  }
  std::ranges::sort(postings);
  return postings;
}

struct Segment {
  SegmentInfo info;
  MemoryBlocks blocks;
};

inline Segment build_segment(std::span<const Stretch> stretches, std::size_t memory_bytes = 1 << 26,
                             const std::string& prefix = ::testing::TempDir() + "sorter.db") {
  PostingSorter sorter({.memory_bytes = memory_bytes, .spill_prefix = prefix});
  for (const Stretch& stretch : stretches) sorter.add(stretch.first_number, stretch.keys);
  Segment segment;
  segment.info = sorter.finish(segment.blocks);
  return segment;
}

inline std::vector<Posting> decoded(const MemoryBlocks& segment) {
  std::vector<Posting> all;
  std::vector<Posting> postings;
  for (const auto& [first_key, bytes] : segment.blocks) {
    EXPECT_LE(bytes.size(), kMaxBlockBytes);
    EXPECT_EQ(decode_block(bytes, postings), BlockFault::none);
    EXPECT_FALSE(postings.empty());
    if (!postings.empty()) {
      EXPECT_EQ(postings.front().key, first_key);
    }
    all.insert(all.end(), postings.begin(), postings.end());
  }
  return all;
}

}  // namespace ludex::test

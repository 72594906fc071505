#include "index/posting_block.hpp"

#include <gtest/gtest.h>

#include <random>

#include "index/posting_samples.hpp"
#include "ludex/error.hpp"

namespace ludex {
namespace {

std::vector<std::uint64_t> found(BlockStore& store, KeyRange keys) {
  std::vector<std::uint64_t> numbers;
  for (const SegmentInfo& segment : store.segments()) {
    for_each_posting(store, segment, keys, [&](const Posting& posting) {
      numbers.push_back(posting.number);
      return true;
    });
  }
  return numbers;
}

std::vector<std::uint64_t> expected(std::span<const Posting> postings, KeyRange keys) {
  std::vector<std::uint64_t> numbers;
  for (const Posting& posting : postings) {
    if (posting.key < key_prefix(keys.first) || posting.key > key_prefix(keys.last)) continue;
    numbers.push_back(posting.number);
  }
  return numbers;
}

test::MemoryBlockStore store_of(std::span<const test::Stretch> stretches) {
  test::MemoryBlockStore store;
  auto segment = test::build_segment(stretches);
  store.add(segment.info, std::move(segment.blocks));
  return store;
}

TEST(PostingLookup, FindsWhatAScanFinds) {
  for (const auto& sample : test::samples(60'000)) {
    auto store = store_of(sample.stretches);
    const auto postings = test::sorted_postings(sample.stretches);
    std::mt19937_64 random(1);
    const auto some_key = [&]() -> std::uint64_t {
      if (postings.empty() || random() % 4 == 0) return random();
      return postings[random() % postings.size()].key << 16;
    };
    for (int i = 0; i < 60; ++i) {
      const std::uint64_t key = some_key();
      const std::uint64_t other = some_key();
      for (const KeyRange keys : {KeyRange{{key}, {key}}, KeyRange{{key | 0xffff}, {key | 0xffff}},
                                  KeyRange{{std::min(key, other)}, {std::max(key, other)}}}) {
        ASSERT_TRUE(found(store, keys) == expected(postings, keys))
            << sample.name << ", " << keys.first.bits << " to " << keys.last.bits;
      }
    }
    const KeyRange all{{0}, {~std::uint64_t{0}}};
    EXPECT_TRUE(found(store, all) == expected(postings, all)) << sample.name;
    for (const std::uint64_t edge : {std::uint64_t{0}, ~std::uint64_t{0}}) {
      EXPECT_TRUE(found(store, {{edge}, {edge}}) == expected(postings, {{edge}, {edge}}));
    }
  }
}

TEST(PostingLookup, FindsOneMillionEqualKeysAmongUniformOnes) {
  const PositionKey hot{0xabcd'ef01'2345'6789};
  std::vector<test::Stretch> stretches(1);
  std::mt19937_64 random(3);
  for (int i = 0; i < 1'000'000; ++i) {
    stretches[0].keys.push_back(hot);
    stretches[0].keys.push_back({random()});
  }
  auto store = store_of(stretches);
  const auto numbers = found(store, {hot, hot});
  ASSERT_EQ(numbers.size(), 1'000'000u);
  for (std::uint64_t i = 0; i < numbers.size(); ++i) ASSERT_EQ(numbers[i], 2 * i);
  EXPECT_LT(store.block_calls, 200u);
}

TEST(PostingLookup, StopsWhenTheVisitorHasEnough) {
  const std::vector<test::Stretch> stretches{{0, std::vector<PositionKey>(100'000)}};
  auto store = store_of(stretches);
  int visits = 0;
  EXPECT_FALSE(for_each_posting(store, store.segments().front(), {{0}, {0}},
                                [&](const Posting&) { return ++visits < 3; }));
  EXPECT_EQ(visits, 3);
  EXPECT_EQ(store.block_calls, 1u);
}

TEST(PostingLookup, GoesThroughAllSegments) {
  const PositionKey key{std::uint64_t{99} << 50};
  test::MemoryBlockStore store;
  for (std::uint64_t i = 0; i < 3; ++i) {
    const std::vector<test::Stretch> stretches{{i * 10, {key, {7}, key}}};
    auto segment = test::build_segment(stretches);
    store.add(segment.info, std::move(segment.blocks));
  }
  EXPECT_EQ(found(store, {key, key}), (std::vector<std::uint64_t>{0, 2, 10, 12, 20, 22}));
}

TEST(PostingLookup, NeedsFewProbes) {
  const auto sample = test::samples(2'000'000)[0];
  auto store = store_of(sample.stretches);
  const SegmentInfo segment = store.segments()[0];
  ASSERT_GT(segment.block_count, 500u);
  std::mt19937_64 random(5);
  for (int i = 0; i < 1000; ++i) (void)find_block(store, segment, random() >> 16);
  EXPECT_LT(store.first_key_calls, 1000u * 8);
}

TEST(PostingLookup, ThrowsOnADamagedBlock) {
  const std::vector<test::Stretch> stretches{{0, std::vector<PositionKey>(10)}};
  auto store = store_of(stretches);
  store.at(store.segments()[0], 0).second.back() ^= 1;
  try {
    (void)found(store, {{0}, {0}});
    FAIL() << "no error";
  } catch (const DatabaseError& error) {
    EXPECT_STREQ(error.what(),
                 "position index: segment 0, block 0 is damaged: its checksum does not match; "
                 "restore the database from a copy or index the sources again");
  }
}

}  // namespace
}  // namespace ludex

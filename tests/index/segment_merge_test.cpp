#include "index/segment_merge.hpp"

#include <gtest/gtest.h>

#include "index/posting_samples.hpp"
#include "ludex/error.hpp"
#include "support/segment_check.hpp"

namespace ludex {
namespace {

/// The stretches of a sample dealt out to `count` segments, in blocks of consecutive numbers.
test::MemoryBlockStore store_of(const test::Sample& sample, std::size_t count) {
  test::MemoryBlockStore store;
  const auto& all = sample.stretches;
  for (std::size_t i = 0; i < count; ++i) {
    const std::size_t begin = all.size() * i / count;
    const std::size_t end = all.size() * (i + 1) / count;
    auto segment = test::build_segment(std::span(all).subspan(begin, end - begin));
    store.add(segment.info, std::move(segment.blocks));
  }
  return store;
}

TEST(SegmentMerge, GivesWhatOneSegmentWouldHold) {
  for (const auto& sample : test::samples(100'000)) {
    for (const std::size_t count : {1, 2, 7}) {
      auto store = store_of(sample, count);
      test::MemoryBlocks blocks;
      const SegmentInfo merged = merge_segments(store, store.segments(), {}, blocks);
      const auto expected = test::sorted_postings(sample.stretches);
      EXPECT_TRUE(test::decoded(blocks) == expected) << sample.name << ", " << count;
      EXPECT_EQ(merged.postings, expected.size());
      EXPECT_EQ(merged.block_count, blocks.blocks.size());
      store.add(merged, std::move(blocks));
      EXPECT_TRUE(check_segment(store, store.segments().back()).empty()) << sample.name;
    }
  }
}

TEST(SegmentMerge, LeavesOutWhatIsDead) {
  const auto sample = test::samples(50'000)[5];
  auto store = store_of(sample, 4);
  const IsAlive is_alive = [](std::uint64_t number) { return number / 500 % 3 != 0; };
  test::MemoryBlocks blocks;
  (void)merge_segments(store, store.segments(), is_alive, blocks);
  auto expected = test::sorted_postings(sample.stretches);
  std::erase_if(expected, [&](const Posting& posting) { return !is_alive(posting.number); });
  EXPECT_TRUE(test::decoded(blocks) == expected);
}

TEST(SegmentMerge, MayLeaveNothing) {
  auto store = store_of(test::samples(5'000)[0], 2);
  test::MemoryBlocks blocks;
  const auto none = [](std::uint64_t) { return false; };
  EXPECT_EQ(merge_segments(store, store.segments(), none, blocks).block_count, 0u);
  EXPECT_TRUE(blocks.blocks.empty());
}

TEST(SegmentMerge, ThrowsOnADamagedBlock) {
  auto store = store_of(test::samples(5'000)[0], 2);
  store.at(store.segments()[1], 0).second[40] ^= 1;
  test::MemoryBlocks blocks;
  EXPECT_THROW((void)merge_segments(store, store.segments(), {}, blocks), DatabaseError);
}

TEST(NumberMap, JoinsRunsThatMoveTogether) {
  NumberMap map;
  EXPECT_TRUE(map.empty());
  map.add(10, 5, 100);
  map.add(15, 5, 105);
  map.add(30, 2, 110);
  map.add(40, 0, 112);
  for (const std::uint64_t number : {9u, 20u, 29u, 32u, 40u}) {
    EXPECT_EQ(map(number), NumberMap::kNone);
  }
  EXPECT_EQ(map(10), 100u);
  EXPECT_EQ(map(19), 109u);
  EXPECT_EQ(map(31), 111u);
  EXPECT_EQ(map.shift(10, 20), 90);
  EXPECT_EQ(map.shift(30, 32), 80);
  EXPECT_EQ(map.shift(10, 32), std::nullopt);
  EXPECT_EQ(map.shift(9, 12), std::nullopt);
}

TEST(NumberMap, RefusesNumbersThatNoSoundDatabaseHas) {
  NumberMap map;
  map.add(10, 5, 100);
  EXPECT_THROW(map.add(14, 2, 105), DatabaseError) << "two games share a number";
  EXPECT_THROW(map.add(9, 1, 105), DatabaseError) << "the order of games is another one";
  EXPECT_THROW(map.add(~std::uint64_t{0} - 3, 5, 105), DatabaseError);
  map.add(15, 1, 105);
  EXPECT_EQ(map(15), 105u);
}

/// Every third stretch is left out, the others close up.
NumberMap map_with_gaps(const test::Sample& sample) {
  NumberMap map;
  std::uint64_t to = 7'000'000;
  for (std::size_t i = 0; i < sample.stretches.size(); ++i) {
    if (i % 3 == 0) continue;
    const test::Stretch& stretch = sample.stretches[i];
    map.add(stretch.first_number, stretch.keys.size(), to);
    to += stretch.keys.size();
  }
  return map;
}

TEST(SegmentMerge, ChangesTheNumbersOfForeignSegments) {
  const auto sample = test::samples(50'000)[5];
  auto store = store_of(sample, 3);
  const NumberMap map = map_with_gaps(sample);
  std::vector<ForeignSegment> foreign;
  for (const SegmentInfo& segment : store.segments()) foreign.push_back({&store, segment, &map});
  test::MemoryBlocks blocks;
  (void)merge_foreign_segments(foreign, 7'000'000, 7'050'000, blocks);
  auto expected = test::sorted_postings(sample.stretches);
  std::erase_if(expected, [&](const Posting& one) { return map(one.number) == NumberMap::kNone; });
  ASSERT_FALSE(expected.empty());
  for (Posting& one : expected) one.number = map(one.number);
  EXPECT_TRUE(test::decoded(blocks) == expected);
}

TEST(SegmentMerge, ShiftsBlocksAsTheyAre) {
  for (const auto& sample : test::samples(50'000)) {
    auto store = store_of(sample, 1);
    const SegmentInfo segment = store.segments()[0];
    if (segment.postings == 0) continue;
    NumberMap map;
    map.add(segment.first_number, segment.end_number - segment.first_number,
            segment.first_number + 123'456'789);
    test::MemoryBlocks blocks;
    const SegmentInfo shifted = shift_segment({&store, segment, &map}, blocks);
    EXPECT_EQ(shifted.first_number, segment.first_number + 123'456'789);
    auto expected = test::sorted_postings(sample.stretches);
    for (Posting& one : expected) one.number += 123'456'789;
    EXPECT_TRUE(test::decoded(blocks) == expected) << sample.name;
    store.add(shifted, std::move(blocks));
    EXPECT_TRUE(check_segment(store, store.segments().back()).empty()) << sample.name;
  }
}

TEST(SegmentMerge, DoesNotShiftADamagedBlock) {
  auto store = store_of(test::samples(5'000)[0], 1);
  store.at(store.segments()[0], 0).second[40] ^= 1;
  NumberMap map;
  const SegmentInfo segment = store.segments()[0];
  map.add(segment.first_number, segment.end_number - segment.first_number, 0);
  test::MemoryBlocks blocks;
  EXPECT_THROW((void)shift_segment({&store, segment, &map}, blocks), DatabaseError);
}

std::vector<SegmentInfo> of_sizes(const std::vector<std::uint64_t>& sizes) {
  std::vector<SegmentInfo> segments;
  for (const auto size : sizes) segments.push_back({.postings = size});
  return segments;
}

using Places = std::vector<std::size_t>;

TEST(ChooseMerge, LeavesFewOrUnlikeSegmentsAlone) {
  EXPECT_EQ(choose_merge({}), Places{});
  EXPECT_EQ(choose_merge(of_sizes({10, 10, 10})), Places{});
  EXPECT_EQ(choose_merge(of_sizes({1000, 10, 100, 1})), Places{});
}

TEST(ChooseMerge, TakesFourOfLikeSize) {
  EXPECT_EQ(choose_merge(of_sizes({5000, 10, 11, 9, 12})), (Places{1, 2, 3, 4}));
  EXPECT_EQ(choose_merge(of_sizes({30, 10, 11, 9, 12})), (Places{0, 1, 2, 3, 4}));
}

TEST(ChooseMerge, KeepsLiveSegmentsFewAndRewritesSeldom) {
  std::vector<SegmentInfo> live;
  std::uint64_t rewritten = 0;
  constexpr std::uint64_t kBatches = 5000;
  for (std::uint64_t i = 0; i < kBatches; ++i) {
    live.push_back({.postings = 900 + i * 7919 % 200});
    for (auto places = choose_merge(live); !places.empty(); places = choose_merge(live)) {
      std::uint64_t sum = 0;
      for (const auto place : places) sum += live[place].postings;
      for (auto place = places.rbegin(); place != places.rend(); ++place) {
        live.erase(live.begin() + static_cast<std::ptrdiff_t>(*place));
      }
      live.push_back({.postings = sum});
      rewritten += sum;
    }
    ASSERT_LE(live.size(), kMaxLiveSegments);
  }
  EXPECT_LT(static_cast<double>(rewritten) / (1000.0 * kBatches), 12.0);
}

TEST(ChooseMerge, TakesTheSmallestWhenThereAreTooMany) {
  std::vector<std::uint64_t> sizes;
  for (int i = 0; i < 13; ++i) sizes.push_back(std::uint64_t{1} << 3 * (12 - i));
  EXPECT_EQ(choose_merge(of_sizes(sizes)), (Places{11, 12}));
}

}  // namespace
}  // namespace ludex

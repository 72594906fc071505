#include "index/moment_counts.hpp"

#include <gtest/gtest.h>

#include <cstdint>
#include <string>
#include <string_view>

namespace ludex {
namespace {

constexpr std::uint64_t kFirst = std::uint64_t{1} << 40;
constexpr std::uint32_t kMoments = 5;

MomentCounts made_counts() {
  MomentCounts counts;
  counts.game = GameType::shogi;
  counts.size = {9, 9};
  counts.cells.push_back({.moment = 0,
                          .games = 3,
                          .wins = {1, 1, 0},
                          .draws = 1,
                          .first_day = 19960102,
                          .last_day = 20250607,
                          .sample_ply = 7});
  counts.samples.push_back({kFirst + 70'000'000'000, {1, 0xFFFF, 300}});
  counts.cells.push_back({.moment = 4, .seats_exchanged = true, .games = 1, .last_day = 0});
  counts.samples.push_back({kFirst, {}});
  counts.others = {{kFirst + 2, 4}, {kFirst + 3, 0}, {kFirst + 1'000'000, 1}};
  return counts;
}

TEST(MomentCounts, GiveBackWhatWasPacked) {
  const MomentCounts counts = made_counts();
  MomentCounts read;
  ASSERT_EQ(
      read_moment_counts(pack_moment_counts(counts, kMoments, kFirst), kMoments, kFirst, read),
      BlockFault::none);
  EXPECT_EQ(read.game, counts.game);
  EXPECT_EQ(read.size, counts.size);
  EXPECT_EQ(read.cells, counts.cells);
  ASSERT_EQ(read.samples.size(), 2U);
  EXPECT_EQ(read.samples[0].number, counts.samples[0].number);
  EXPECT_EQ(read.samples[0].ops, counts.samples[0].ops);
  EXPECT_EQ(read.samples[1].number, kFirst);
  EXPECT_EQ(read.others, counts.others);
}

TEST(MomentCounts, CountFromTheFirstNumberOfTheirSegment) {
  MomentCounts read;
  const std::string bytes = pack_moment_counts(made_counts(), kMoments, kFirst);
  ASSERT_EQ(read_moment_counts(bytes, kMoments, 1000, read), BlockFault::none);
  EXPECT_EQ(read.samples[1].number, 1000U);
  EXPECT_EQ(read.others[0].number, 1002U);
}

TEST(MomentCounts, NoticeEveryChangedByteAndEveryCut) {
  const std::string bytes = pack_moment_counts(made_counts(), kMoments, kFirst);
  MomentCounts read;
  for (std::size_t i = 0; i < bytes.size(); ++i) {
    std::string damaged = bytes;
    damaged[i] = static_cast<char>(damaged[i] ^ 0x10);
    EXPECT_NE(read_moment_counts(damaged, kMoments, kFirst, read), BlockFault::none) << i;
    EXPECT_TRUE(read.cells.empty() && read.others.empty()) << i;
    EXPECT_NE(read_moment_counts(std::string_view(bytes).substr(0, i), kMoments, kFirst, read),
              BlockFault::none)
        << i;
  }
}

TEST(MomentCounts, BelongToAGroupOfAsManyMoments) {
  const std::string bytes = pack_moment_counts(made_counts(), kMoments, kFirst);
  MomentCounts read;
  EXPECT_EQ(read_moment_counts(bytes, kMoments - 1, kFirst, read), BlockFault::bad_payload);
  // A moment that the group does not have, in a sound block.
  const std::string beyond = pack_moment_counts(made_counts(), 4, kFirst);
  EXPECT_EQ(read_moment_counts(beyond, 4, kFirst, read), BlockFault::bad_payload);
}

}  // namespace
}  // namespace ludex

#include "index/moment_list.hpp"

#include <gtest/gtest.h>

#include <cstdint>
#include <random>
#include <string>
#include <vector>

namespace ludex {
namespace {

TEST(MomentList, GivesBackWhatWasPacked) {
  std::mt19937 random(7);
  for (const std::uint32_t different : {1U, 2U, 3U, 255U, 256U, 257U, 70'000U}) {
    std::vector<std::uint32_t> moments;
    for (std::uint32_t i = 0; i < different; ++i) moments.push_back(i);
    for (int i = 0; i < 500; ++i) {
      moments.push_back(static_cast<std::uint32_t>(random() % different));
    }
    const std::string bytes = pack_moments(moments);
    MomentList list;
    ASSERT_EQ(list.open(bytes), BlockFault::none);
    ASSERT_EQ(list.postings(), moments.size());
    for (std::uint32_t i = 0; i < moments.size(); ++i) ASSERT_EQ(list.moment(i), moments[i]);
  }
}

TEST(MomentList, TakesNoBitWhereAllAreTheSame) {
  EXPECT_EQ(pack_moments(std::vector<std::uint32_t>(1000, 0)).size(), kMomentHeaderBytes);
}

TEST(MomentList, NoticesEveryChangedByteAndEveryCut) {
  const std::string bytes = pack_moments(std::vector<std::uint32_t>{0, 1, 2, 1, 0, 3, 3, 4});
  MomentList list;
  for (std::size_t i = 0; i < bytes.size(); ++i) {
    std::string damaged = bytes;
    damaged[i] = static_cast<char>(damaged[i] ^ 0x10);
    EXPECT_NE(list.open(damaged), BlockFault::none) << i;
    EXPECT_EQ(list.postings(), 0U) << i;
    EXPECT_NE(list.open(std::string_view(bytes).substr(0, i)), BlockFault::none) << i;
  }
}

}  // namespace
}  // namespace ludex

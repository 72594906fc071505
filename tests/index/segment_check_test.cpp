#include "support/segment_check.hpp"

#include <gtest/gtest.h>

#include "index/posting_samples.hpp"

namespace ludex {
namespace {

class SegmentCheckTest : public ::testing::Test {
 protected:
  void SetUp() override {
    auto segment = test::build_segment(test::samples(20'000)[1].stretches);
    info_ = segment.info;
    store_.add(segment.info, std::move(segment.blocks));
    ASSERT_GT(info_.block_count, 3u);
  }

  std::string faults() {
    std::string text;
    for (const auto& fault : check_segment(store_, info_)) {
      text += std::to_string(fault.block) + ": " + fault.message + "\n";
    }
    return text;
  }

  test::MemoryBlockStore store_;
  SegmentInfo info_;
};

TEST_F(SegmentCheckTest, FindsNothingWrongWithASoundSegment) { EXPECT_EQ(faults(), ""); }

TEST_F(SegmentCheckTest, NamesTheDamagedBlock) {
  store_.at(info_, 2).second[100] ^= 16;
  EXPECT_EQ(faults(), "2: damaged: its checksum does not match\n");
}

TEST_F(SegmentCheckTest, NoticesBlocksOutOfOrder) {
  std::swap(store_.at(info_, 1), store_.at(info_, 2));
  EXPECT_EQ(faults(), "2: postings are out of order\n");
}

TEST_F(SegmentCheckTest, NoticesAWrongFirstKey) {
  ++store_.at(info_, 1).first;
  EXPECT_EQ(faults(), "1: first key is not the one stored beside it\n");
}

TEST_F(SegmentCheckTest, NoticesAWrongCountOrRange) {
  ++info_.postings;
  EXPECT_EQ(faults(),
            std::to_string(info_.block_count) + ": holds 20000 postings, expected 20001\n");
  info_.first_number += 1;
  EXPECT_NE(faults().find("a posting number is not of this segment"), std::string::npos);
}

TEST_F(SegmentCheckTest, StopsAtTheLimit) {
  for (std::uint32_t i = 0; i < info_.block_count; ++i) store_.at(info_, i).second[50] ^= 1;
  EXPECT_EQ(check_segment(store_, info_, 2).size(), 2u);
}

}  // namespace
}  // namespace ludex

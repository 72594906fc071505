#include "index/posting_block.hpp"

#include <gtest/gtest.h>

#include <random>

#include "index/posting_samples.hpp"

namespace ludex {
namespace {

test::MemoryBlocks encode(std::span<const Posting> postings, std::uint64_t first_number,
                          std::uint64_t end_number, std::size_t at_once = 100'000) {
  test::MemoryBlocks blocks;
  BlockEncoder encoder(first_number, end_number, blocks);
  for (std::size_t i = 0; i < postings.size(); i += at_once) {
    encoder.append(postings.subspan(i, std::min(at_once, postings.size() - i)));
  }
  encoder.finish();
  EXPECT_EQ(encoder.blocks(), blocks.blocks.size());
  EXPECT_EQ(encoder.postings(), postings.size());
  return blocks;
}

std::string sample_block() {
  const auto sample = test::samples(2'000)[5];
  const auto postings = test::sorted_postings(sample.stretches);
  return encode(postings, std::uint64_t{1} << 40, (std::uint64_t{1} << 40) + 2'000'000)
      .blocks.at(0)
      .second;
}

TEST(PostingBlock, GivesBackWhatWasPutIn) {
  for (const auto& sample : test::samples(100'000)) {
    const auto postings = test::sorted_postings(sample.stretches);
    const auto blocks = encode(postings, 0, std::uint64_t{1} << 42);
    EXPECT_TRUE(test::decoded(blocks) == postings) << sample.name;
  }
}

TEST(PostingBlock, HoldsTheWidestKeysAndNumbers) {
  const std::uint64_t last_key = (std::uint64_t{1} << kKeyBits) - 1;
  const std::uint64_t last_number = (std::uint64_t{1} << kMaxFieldBits) - 1;
  const std::vector<Posting> postings{
      {0, 0}, {0, last_number}, {1, last_number}, {last_key, 0}, {last_key, last_number}};
  EXPECT_EQ(test::decoded(encode(postings, 0, last_number + 1)), postings);
  const std::vector<Posting> single{{last_key, 9}};
  EXPECT_EQ(test::decoded(encode(single, 9, 10)), single);
}

TEST(PostingBlock, DoesNotDependOnHowPostingsAreHandedOver) {
  const auto postings = test::sorted_postings(test::samples(30'000)[7].stretches);
  const auto whole = encode(postings, 0, 1 << 20);
  for (const std::size_t at_once : {1, 7, 2047, 2048, 2049, 29'999}) {
    EXPECT_TRUE(encode(postings, 0, 1 << 20, at_once).blocks == whole.blocks) << at_once;
  }
}

TEST(PostingBlock, TellsWhichBlocksHaveALongRun) {
  std::vector<Posting> postings;
  std::uint64_t number = 0;
  for (std::uint64_t key = 1; key <= 800; ++key) {
    const std::uint64_t run = key % 100 == 0 ? kLongRun : kLongRun - 1;
    for (std::uint64_t i = 0; i < run; ++i) postings.push_back({key << 30, number += 4096});
  }
  const auto blocks = encode(postings, 0, number + 1);
  ASSERT_GT(blocks.blocks.size(), 5u);
  for (std::size_t i = 0; i < blocks.blocks.size(); ++i) {
    std::vector<Posting> some;
    ASSERT_EQ(decode_block(blocks.blocks[i].second, some), BlockFault::none);
    bool has_long_run = false;
    for (std::size_t at = kLongRun - 1; at < some.size(); ++at) {
      has_long_run |= some[at].key == some[at - (kLongRun - 1)].key;
    }
    EXPECT_EQ(blocks.has_long_run[i], has_long_run) << i;
  }
}

TEST(PostingBlock, FillsBlocks) {
  const auto postings = test::sorted_postings(test::samples(100'000)[0].stretches);
  const auto blocks = encode(postings, 0, 1 << 20).blocks;
  for (std::size_t i = 0; i + 1 < blocks.size(); ++i) {
    EXPECT_GT(blocks[i].second.size(), kMaxBlockBytes - 20) << "block " << i;
  }
}

TEST(PostingBlock, KeepsItsFormat) {
  const std::vector<Posting> postings{{5, 100}, {5, 103}, {6, 101}, {1000, 102}};
  const auto blocks = encode(postings, 100, 104).blocks;
  ASSERT_EQ(blocks.size(), 1u);
  std::string hex;
  for (const char c : blocks[0].second) {
    for (const int digit : {c >> 4 & 15, c & 15}) hex += "0123456789abcdef"[digit];
  }
  EXPECT_EQ(hex.substr(0, 48),
            "01300208"
            "04000000"
            "6400000000000000"
            "0500000000000000");
  EXPECT_EQ(hex.substr(64), "1c805cb8");
}

TEST(PostingBlock, NoticesEveryFlippedBit) {
  std::string block = sample_block();
  std::vector<Posting> postings;
  ASSERT_EQ(decode_block(block, postings), BlockFault::none);
  for (std::size_t bit = 0; bit < block.size() * 8; bit += bit < 600 ? 1 : 37) {
    block[bit / 8] = static_cast<char>(block[bit / 8] ^ 1 << bit % 8);
    EXPECT_NE(decode_block(block, postings), BlockFault::none) << "bit " << bit;
    block[bit / 8] = static_cast<char>(block[bit / 8] ^ 1 << bit % 8);
  }
}

TEST(PostingBlock, NoticesEveryCut) {
  const std::string block = sample_block();
  std::vector<Posting> postings;
  for (std::size_t size = 0; size < block.size(); ++size) {
    EXPECT_NE(decode_block(block.substr(0, size), postings), BlockFault::none) << size << " bytes";
  }
  EXPECT_NE(decode_block(block + '\0', postings), BlockFault::none);
}

TEST(PostingBlock, SaysWhatIsWrong) {
  std::string block = sample_block();
  std::vector<Posting> postings;
  EXPECT_EQ(decode_block("short", postings), BlockFault::too_short);
  block.back() = static_cast<char>(block.back() ^ 1);
  EXPECT_EQ(decode_block(block, postings), BlockFault::bad_checksum);
  block[0] = 2;
  EXPECT_EQ(decode_block(block, postings), BlockFault::unknown_format);
  EXPECT_EQ(describe(BlockFault::bad_checksum), "damaged: its checksum does not match");
}

}  // namespace
}  // namespace ludex

#include "store/packed_text.hpp"

#include <gtest/gtest.h>
#include <zstd.h>

#include <random>
#include <string>
#include <vector>

namespace ludex {
namespace {

std::string packed(const std::string& text) {
  TextPacker packer;
  std::string block;
  packer.pack(text, block);
  return block;
}

std::string unpacked(const std::string& block, std::size_t bytes) {
  TextUnpacker unpacker;
  std::string text;
  return unpacker.unpack(block, bytes, text) ? text : "damaged";
}

bool has_moves_apart(const std::string& block) { return !block.empty() && block[0] == kMovesApart; }

/// "first" moves; the rest of the letters is drawn.
std::string moves(std::size_t count, char first, std::mt19937& random) {
  std::string text;
  for (std::size_t i = 0; i < count; ++i) {
    const char color = (i % 2 == 0) == (first == 'B') ? 'B' : 'W';
    text += {';',
             color,
             '[',
             static_cast<char>('a' + random() % 19),
             static_cast<char>('a' + random() % 19),
             ']'};
  }
  return text;
}

TEST(PackedText, KeepsMovesApartAndGivesEveryByteBack) {
  std::mt19937 random(1);
  const std::string game = "(;SZ[19]PB[a]" + moves(200, 'B', random) + ")";
  const std::string text = game + "\n(;C[x" + moves(77, 'W', random) + ";B[ab];B[cd];B[tt])\n";
  const std::string block = packed(text);
  EXPECT_TRUE(has_moves_apart(block));
  EXPECT_LT(block.size(), kMovesApartHeader + 277 * 9 / 8 + 1 + 100);
  EXPECT_EQ(unpacked(block, text.size()), text);
}

TEST(PackedText, EveryLengthOfARunAndOfWhatStandsBetween) {
  std::mt19937 random(2);
  for (std::size_t run = 1; run < 70; ++run) {
    for (std::size_t between : {0, 1, 2, 127, 128, 300}) {
      std::string text;
      for (int i = 0; i < 4; ++i) {
        text += moves(run, i % 2 == 0 ? 'B' : 'W', random) + std::string(between, ';');
      }
      EXPECT_EQ(unpacked(packed(text), text.size()), text) << run << ' ' << between;
    }
  }
}

TEST(PackedText, TextsThatLookLikeMovesStayAsTheyAre) {
  const std::vector<std::string> odd_texts{";B[aa];B[bb];B[cc];B[dd];B[ee]",
                                           ";B[tt];W[ta];B[at];W[AA]",
                                           ";B[a",
                                           ";B[aa];W[bb];B[cc];W[dd",
                                           "; B[aa];W[bb]",
                                           std::string("\0\1\xFF;W[", 6)};
  for (const std::string& odd : odd_texts) {
    for (int times : {1, 2, 50}) {
      std::string text;
      for (int i = 0; i < times; ++i) text += odd;
      EXPECT_EQ(unpacked(packed(text), text.size()), text) << odd;
    }
  }
}

TEST(PackedText, NoTextHasNoBlock) { EXPECT_EQ(packed(""), ""); }

TEST(PackedText, OtherTextIsAZstdFrame) {
  const std::string text = "#player1 a A\n>A: ABC 8D ABC +10 10\n;B[aa];W[bb];B[cc];W[dd];B[ee]\n" +
                           std::string(500, 'x');
  const std::string block = packed(text);
  EXPECT_EQ(ZSTD_getFrameContentSize(block.data(), block.size()), text.size());
  EXPECT_EQ(unpacked(block, text.size()), text);
}

TEST(PackedText, ADamagedBlockIsRefusedOrGivesAsManyBytes) {
  std::mt19937 random(3);
  const std::string text = "(;SZ[19]" + moves(150, 'B', random) + ")";
  const std::string block = packed(text);
  EXPECT_EQ(unpacked(block, text.size() + 1), "damaged");
  TextUnpacker unpacker;
  std::string out;
  for (std::size_t size = 0; size < block.size(); ++size) {
    EXPECT_FALSE(unpacker.unpack(block.substr(0, size), text.size(), out)) << size;
  }
  for (std::size_t at = 0; at < block.size(); ++at) {
    for (const int bit : {0, 3, 7}) {
      std::string flipped = block;
      flipped[at] = static_cast<char>(flipped[at] ^ (1 << bit));
      if (!unpacker.unpack(flipped, text.size(), out)) continue;
      EXPECT_EQ(out.size(), text.size());
    }
  }
}

}  // namespace
}  // namespace ludex

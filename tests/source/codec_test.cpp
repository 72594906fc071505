#include "source/reading.hpp"
#include "support/packing.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <cstddef>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

namespace ludex::test {
namespace {

class CodecTest : public testing::TestWithParam<Codec> {
 protected:
  [[nodiscard]] static std::string packed(std::string_view bytes) {
    return compress(GetParam(), bytes);
  }
  [[nodiscard]] static std::string says(std::string_view what) {
    return "the " + std::string(name_of(GetParam())) + " data " + std::string(what);
  }
};

TEST_P(CodecTest, AWholeFileComesBack) {
  const std::string text = games(5000);
  EXPECT_EQ(read_only_member(packed(text)), whole(text));
}

TEST_P(CodecTest, AnEmptyFileHasOneEmptyMember) {
  EXPECT_EQ(read_only_member(packed("")), (ReadMember{"", "", ""}));
}

TEST_P(CodecTest, ManyFilesOneAfterTheOtherAreOne) {
  std::string text;
  std::string file;
  for (int i = 0; i < 50; ++i) {
    const std::string part = i % 7 == 0 ? "" : games(i, i);
    text += part;
    file += packed(part);
  }
  EXPECT_EQ(read_only_member(file), whole(text));
}

TEST_P(CodecTest, TheAnswerDoesNotDependOnTheSizeOfReads) {
  const std::string text = games(30);
  const std::string file = packed(text) + packed(text);
  for (const std::size_t buffer_bytes : {1, 2, 511, 512, 513, 4096, 1 << 20}) {
    SourceReader reader({"test"}, std::make_unique<MemoryStream>(file), {});
    ASSERT_TRUE(reader.next_member());
    EXPECT_EQ(read_member(reader, buffer_bytes), whole(text + text));
  }
}

TEST_P(CodecTest, ACutAtEveryByteIsNoticedAndKeepsWhatCameBefore) {
  const std::string text = games(6);
  const std::string file = packed(text);
  std::size_t kept = 0;
  for (std::size_t size = 10; size < file.size(); ++size) {
    const ReadMember member = read_only_member(file.substr(0, size));
    EXPECT_EQ(member.damage, says("is cut short")) << "cut to " << size << " bytes";
    EXPECT_TRUE(text.starts_with(member.bytes));
    EXPECT_GE(member.bytes.size(), kept);
    kept = member.bytes.size();
  }
}

TEST_P(CodecTest, ACutInTheSecondFileIsNoticedAtEveryByte) {
  const std::string text = games(4);
  const std::string file = packed(text);
  for (std::size_t size = 1; size < file.size(); ++size) {
    const ReadMember member = read_only_member(file + file.substr(0, size));
    EXPECT_EQ(member.damage, says("is cut short")) << "second cut to " << size << " bytes";
    EXPECT_TRUE(member.bytes.starts_with(text));
    EXPECT_TRUE((text + text).starts_with(member.bytes));
  }
}

TEST_P(CodecTest, AFlippedByteNeverGivesAWrongCleanText) {
  const std::string text = games(6);
  const std::string file = packed(text);
  for (std::size_t at = 0; at < file.size(); ++at) {
    for (const int mask : {0x01, 0x80, 0xFF}) {
      std::string flipped = file;
      flipped[at] = static_cast<char>(flipped[at] ^ mask);
      const auto members = read_source(flipped);
      ASSERT_EQ(members.size(), 1U);
      if (!members[0].damage.empty()) continue;
      const bool no_longer_packed = members[0].bytes == flipped;  // the magic number is hit
      EXPECT_TRUE(members[0].bytes == text || no_longer_packed) << "byte " << at;
      EXPECT_TRUE(!no_longer_packed || at < 10) << "byte " << at;
    }
  }
}

TEST_P(CodecTest, DamageInTheMiddleKeepsMostOfWhatCameBefore) {
  const std::string text = games(15'000);
  std::string file = packed(text);
  for (std::size_t i = 0; i < 64; ++i) file[file.size() / 2 + i] = '\x55';
  const ReadMember member = read_only_member(file);
  EXPECT_TRUE(member.damage.starts_with(says("is corrupt"))) << member.damage;
  const auto [right, wrong] = std::ranges::mismatch(text, member.bytes);
  EXPECT_GT(static_cast<std::size_t>(right - text.begin()), text.size() / 3);
}

template <class Stream>
std::vector<ReadMember> read_in_pieces(const std::string& file, std::size_t buffer_bytes) {
  SourceReader reader({"test"}, std::make_unique<Stream>(file), {});
  std::vector<ReadMember> members;
  while (reader.next_member()) members.push_back(read_member(reader, buffer_bytes));
  return members;
}

TEST_P(CodecTest, WhatDamageLeavesDoesNotDependOnTheSizeOfReads) {
  const std::string file = packed(games(6));
  for (std::size_t at = 0; at < file.size(); ++at) {
    for (const int mask : {0x01, 0x10, 0xFF}) {
      std::string flipped = file;
      flipped[at] = static_cast<char>(flipped[at] ^ mask);
      const auto expected = read_source(flipped);
      EXPECT_EQ(read_in_pieces<MemoryStream>(flipped, 1), expected) << "byte " << at;
      EXPECT_EQ(read_in_pieces<DrippingPipe>(flipped, 7), expected) << "byte " << at;
    }
  }
}

TEST(Bzip2, OfACorruptBlockNothingIsHandedOut) {
  const std::string text = games(15'000);
  const std::string file = compress(Codec::bzip2, text);
  for (std::size_t at = file.size() / 40; at < file.size(); at += file.size() / 7) {
    std::string flipped = file;
    flipped[at] = static_cast<char>(flipped[at] ^ 0x10);
    const ReadMember member = read_only_member(flipped);
    EXPECT_EQ(member.damage, "the bzip2 data is corrupt") << at;
    EXPECT_TRUE(text.starts_with(member.bytes)) << at;
  }
}

TEST(Bzip2, ABlockOfLongRunsComesBackWhole) {
  const std::string text = games(100) + std::string(40'000'000, ' ') + games(100);
  EXPECT_EQ(read_only_member(compress(Codec::bzip2, text), {.max_expansion = 1e9}), whole(text));
}

TEST_P(CodecTest, ForeignBytesAfterTheDataAreNoticed) {
  const std::string text = games(10);
  const ReadMember member = read_only_member(packed(text) + "(;GM[1]C[not packed])");
  EXPECT_TRUE(member.bytes == text);
  EXPECT_EQ(member.damage,
            GetParam() == Codec::xz
                ? "the xz data is corrupt"  // it cannot tell
                : "other data follows the " + std::string(name_of(GetParam())) + " data");
}

TEST_P(CodecTest, TwiceCompressedIsUnpackedTwice) {
  const std::string text = games(100);
  for (const Codec second : kCodecs) {
    EXPECT_EQ(read_only_member(compress(second, packed(text))), whole(text));
  }
}

TEST_P(CodecTest, FourTimesCompressedIsRefused) {
  EXPECT_EQ(read_only_member(packed(packed(packed(packed("(;)"))))).damage,
            "compressed more than 3 times over");
}

INSTANTIATE_TEST_SUITE_P(All, CodecTest, testing::ValuesIn(kCodecs),
                         [](const auto& test) { return std::string(name_of(test.param)); });

TEST(GzipTest, ZerosBetweenAndAfterMembersArePadding) {
  const std::string text = games(3);
  const std::string file = compress(Codec::gzip, text) + std::string(1000, '\0');
  EXPECT_EQ(read_only_member(file + file), whole(text + text));
}

TEST(XzTest, StreamPaddingOfFourZerosIsNoDamage) {
  const std::string text = games(3);
  const std::string file = compress(Codec::xz, text) + std::string(8, '\0');
  EXPECT_EQ(read_only_member(file + file), whole(text + text));
}

TEST(XzTest, ADictionaryOverTheMemoryIsRefusedByName) {
  const SourceOptions options{.memory_bytes = 8 << 20};
  EXPECT_EQ(read_only_member(compress(Codec::xz, games(3), 6), options).damage,
            "unpacking this xz data needs 9 MiB of memory; the limit is 6 MiB (index --memory "
            "raises it)");
}

TEST(ZstdTest, SkippableFramesAreSkippedWhereverTheyStand) {
  using std::string_literals::operator""s;
  const std::string text = games(3);
  const std::string skippable = "\x53\x2A\x4D\x18\x05\x00\x00\x00hello"s;
  const std::string frame = compress(Codec::zstd, text);
  EXPECT_EQ(read_only_member(skippable + frame + skippable + frame + skippable),
            (ReadMember{"", text + text, ""}));
}

TEST(ZstdTest, AWindowOverTheMemoryIsRefused) {
  using std::string_literals::operator""s;
  const std::string one_gib_window = "\x28\xB5\x2F\xFD\x00\xA0\x01\x00\x00"s;
  EXPECT_EQ(read_only_member(one_gib_window).damage,
            "unpacking this zstd data needs a window larger than the memory limit of 192 MiB "
            "(index --memory raises it)");
}

}  // namespace
}  // namespace ludex::test

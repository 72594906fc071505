// Compiled twice: with the processor's own instructions, and with LUDEX_PORTABLE.

#include "core/little_endian.hpp"
#include "core/simd.hpp"

#include <gtest/gtest.h>

#include <cstdint>
#include <string>
#include <vector>

#ifdef LUDEX_PORTABLE
// This program holds some classes of the library twice, on purpose.
extern "C" const char* __asan_default_options() { return "detect_odr_violation=0"; }
#endif

namespace ludex {
namespace {

TEST(LittleEndian, StoresTheLowestByteFirst) {
  std::string bytes = "x";
  append_little(bytes, std::uint16_t{0x0201});
  append_little(bytes, std::uint32_t{0x87654321});
  append_little(bytes, std::uint64_t{0xFEDC'BA98'7654'3210});
  EXPECT_EQ(bytes, "x\x01\x02\x21\x43\x65\x87\x10\x32\x54\x76\x98\xBA\xDC\xFE");
  EXPECT_EQ(load_little<std::uint16_t>(bytes.data() + 1), 0x0201);
  EXPECT_EQ(load_little<std::uint32_t>(bytes.data() + 3), 0x87654321);
  EXPECT_EQ(load_little<std::uint64_t>(bytes.data() + 7), 0xFEDC'BA98'7654'3210);
  EXPECT_EQ(load_little<std::uint64_t>(bytes.data() + 7, 3), 0x54'3210) << "three bytes of eight";
  EXPECT_EQ(load_little<std::uint64_t>(bytes.data() + 7, 0), 0u);
}

TEST(LittleEndian, ManyWordsAreStoredLikeOneAfterTheOther) {
  const std::vector<std::uint16_t> words = {1, 0xFFFE, 0x1234};
  std::string bytes, copy;
  append_little<std::uint16_t>(bytes, words);
  EXPECT_EQ(bytes, std::string("\x01\x00\xFE\xFF\x34\x12", 6));
  EXPECT_EQ(little_endian_bytes<std::uint16_t>(words, copy), bytes);
  std::vector<std::uint16_t> back(words.size());
  load_little<std::uint16_t>(bytes.data(), back);
  EXPECT_EQ(back, words);
}

TEST(Varint, HasSevenBitsAByte) {
  std::string bytes;
  append_varint(bytes, 0x7F);
  append_varint(bytes, 300);
  EXPECT_EQ(bytes, "\x7F\xAC\x02");
  for (const std::int64_t number : {0L, -1L, 1L, -64L, 64L, INT64_MIN, INT64_MAX}) {
    EXPECT_EQ(unzigzag(zigzag(number)), number);
  }
  EXPECT_EQ(zigzag(-1), 1u);
  EXPECT_EQ(zigzag(1), 2u);
}

TEST(Bytes16, AgreesWithOneByteAfterTheOther) {
  std::string text(Bytes16::kSize, '\0');
  for (int seed = 0; seed < 256; ++seed) {
    for (std::size_t i = 0; i < text.size(); ++i) {
      text[i] = static_cast<char>(seed * 7 + static_cast<int>(i) * (seed | 1));
    }
    unsigned high = 0, same = 0, either = 0;
    for (std::size_t i = 0; i < text.size(); ++i) {
      high |= (static_cast<unsigned char>(text[i]) >> 7U) << i;
      same |= (text[i] == '[' ? 1U : 0U) << i;
      either |= (text[i] == '[' || (text[i] | 1) == ')' ? 1U : 0U) << i;
    }
    const Bytes16 bytes = Bytes16::load(text.data());
    const Bytes16 brackets = bytes.equal(Bytes16::all('['));
    EXPECT_EQ(bytes.high_bits(), high);
    EXPECT_EQ(brackets.high_bits(), same);
    EXPECT_EQ((brackets | (bytes | Bytes16::all(1)).equal(Bytes16::all(')'))).high_bits(), either);
  }
}

}  // namespace
}  // namespace ludex

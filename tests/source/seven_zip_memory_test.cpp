#include "source/streamed_archive.hpp"

#include "source/reading.hpp"
#include "support/packing.hpp"

#include <gtest/gtest.h>

#include <cstdint>
#include <string>
#include <utility>
#include <vector>

namespace ludex::test {
namespace {

using std::string_literals::operator""s;

constexpr std::uint64_t kMebibyte = 1024 * 1024;
constexpr std::uint64_t kAllowed = 192 * kMebibyte;

std::string little_endian(std::uint64_t value, int bytes) {
  std::string text;
  for (int i = 0; i < bytes; ++i) text += static_cast<char>(value >> (8 * i));
  return text;
}

/// A number as 7z writes it, in its longest form.
std::string number(std::uint64_t value) { return "\xFF" + little_endian(value, 8); }

std::string archive_with(const std::string& header) {
  return "7z\xBC\xAF\x27\x1C\x00\x04"s + little_endian(0, 4) + little_endian(0, 8) +
         little_endian(header.size(), 8) + little_endian(0, 4) + header;
}

/// An archive of one folder with one coder, without any data.
std::string archive_of(const std::string& id, const std::string& properties,
                       std::uint64_t unpacks_to) {
  const std::string coder =
      static_cast<char>(0x20 | id.size()) + id + static_cast<char>(properties.size()) + properties;
  const std::string packed = "\x06\x00\x01\x09\x0A\x00"s;
  const std::string folders = "\x07\x0B\x01\x00\x01"s + coder + "\x0C" + number(unpacks_to) + "\0"s;
  return archive_with("\x01\x04" + packed + folders + "\x00\x00"s);
}

/// An archive whose header is packed; what unpacks to it is the header itself, which means nothing.
std::string archive_of_packed_header(const std::string& properties,
                                     std::uint64_t unpacks_to = 100) {
  const std::string coder = "\x23\x03\x01\x01\x05" + properties;
  return archive_with("\x17\x06\x00\x01\x09\x10\x00\x07\x0B\x01\x00\x01"s + coder + "\x0C" +
                      number(unpacks_to) + "\0\0"s);
}

std::string lzma(std::uint64_t dictionary) { return "\x5D" + little_endian(dictionary, 4); }

const std::string kLzma = "\x03\x01\x01", kLzma2 = "\x21", kPpmd = "\x03\x04\x01";

std::uint64_t memory_of(std::string archive) {
  MemoryStream stream(std::move(archive));
  return seven_zip_memory_bytes(stream, kAllowed);
}

TEST(SevenZipMemory, IsTheWindowButNoMoreThanIsUnpacked) {
  const auto about = [](std::uint64_t mib, std::uint64_t bytes) {
    return bytes >= mib * kMebibyte && bytes < mib * kMebibyte + kMebibyte;
  };
  EXPECT_TRUE(about(64, memory_of(archive_of(kLzma, lzma(64 * kMebibyte), 1ULL << 40))));
  EXPECT_TRUE(about(3, memory_of(archive_of(kLzma, lzma(64 * kMebibyte), 3 * kMebibyte))));
  EXPECT_TRUE(about(32, memory_of(archive_of(kLzma2, "\x1A", 1ULL << 40))));
  EXPECT_TRUE(about(4096, memory_of(archive_of(kLzma2, "\x28", 1ULL << 40))));
  EXPECT_TRUE(about(500, memory_of(archive_of(kPpmd, lzma(500 * kMebibyte), 1))));
  EXPECT_TRUE(about(0, memory_of(archive_of("\x04\x02\x02", "", 1ULL << 40))));
}

TEST(SevenZipMemory, OfARealArchiveIsReadFromItsPackedHeader) {
  const std::uint64_t bytes = memory_of(pack(Packer::seven_zip, {{"a", games(1000)}}));
  EXPECT_GT(bytes, games(1000).size());
  EXPECT_LT(bytes, games(1000).size() + kMebibyte / 16);
  EXPECT_EQ(memory_of(archive_with("")), 0U);
}

TEST(SevenZipMemory, AnArchiveOverTheMemoryIsRefused) {
  EXPECT_EQ(read_source(archive_of(kLzma, lzma(4095 * kMebibyte), 1ULL << 40)),
            (std::vector<ReadMember>{{"", "",
                                      "unpacking this 7z archive needs 4096 MiB of memory; the "
                                      "limit is 192 MiB (index --memory raises it)"}}));
}

TEST(SevenZipMemory, AHeaderThatSaysToBeHugeIsNotRead) {
  std::string archive = archive_with("");
  archive.replace(20, 8, little_endian(1ULL << 40, 8));
  EXPECT_EQ(memory_of(archive), 1ULL << 40);
}

TEST(SevenZipMemory, APackedHeaderMayClaimAnyWindow) {
  for (const std::uint64_t window : {0ULL, 1ULL, 4095ULL, 4097ULL, 0xFFFF'FFFFULL}) {
    EXPECT_THROW((void)memory_of(archive_of_packed_header(lzma(window))), StreamDamage) << window;
  }
}

TEST(SevenZipMemory, SizesNearTheLargestNumberAreMoreThanIsAllowed) {
  for (const std::uint64_t less : {0, 16, 4096}) {
    const std::uint64_t size = ~std::uint64_t{0} - less;
    EXPECT_GT(memory_of(archive_of_packed_header(lzma(1 << 20), size)), kAllowed) << less;
    EXPECT_GT(memory_of(archive_of(kPpmd, lzma(kAllowed + less), size)), kAllowed) << less;
  }
}

TEST(SevenZipMemory, ADamagedHeaderIsDamageOnly) {
  const std::string archive = pack(Packer::seven_zip, {{"a", games(20)}, {"b", games(3)}});
  int damaged = 0;
  for (std::size_t at = 12; at < archive.size(); ++at) {
    if (at == 32) at = archive.size() - 200;
    for (const char flip : {'\x01', '\x80', '\xFF'}) {
      std::string broken = archive;
      broken[at] = static_cast<char>(broken[at] ^ flip);
      try {
        (void)memory_of(broken);
      } catch (const StreamDamage&) {
        ++damaged;
      }
    }
  }
  EXPECT_GT(damaged, 100);
}

}  // namespace
}  // namespace ludex::test

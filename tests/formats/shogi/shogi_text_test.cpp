#include "formats/shogi/shogi_text.hpp"

#include "formats/charset/charset.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <random>
#include <string>
#include <string_view>
#include <vector>

namespace ludex {
namespace {

/// For each offset of the copy that `charset` gives, that in the record.
std::vector<std::uint64_t> mapped_offsets(std::string_view record, Charset charset) {
  ShogiGame game;
  const auto reject = read_decoded(record, {.charset = charset}, game,
                                   [&](std::string_view utf8, std::string_view&) {
                                     game.nodes.resize(utf8.size());
                                     for (std::size_t i = 0; i < utf8.size(); ++i)
                                       game.nodes[i].offset_bytes = i;
                                     return std::optional<Problem>();
                                   });
  EXPECT_FALSE(reject);
  std::vector<std::uint64_t> offsets;
  for (const ShogiNode& node : game.nodes) offsets.push_back(node.offset_bytes);
  return offsets;
}

/// The same for a record of one line, found by decoding each beginning of it.
std::vector<std::uint64_t> offsets_by_prefixes(const std::string& record, Charset charset) {
  std::string copy;
  append_utf8(charset, record, copy);
  std::vector<std::uint64_t> offsets(copy.size());
  for (std::size_t bytes = 0; bytes <= record.size(); ++bytes) {
    std::string part;
    append_utf8(charset, record.substr(0, bytes), part);
    if (!copy.starts_with(part)) continue;  // ends inside a character
    std::fill(offsets.begin() + static_cast<std::ptrdiff_t>(part.size()), offsets.end(), bytes);
  }
  return offsets;
}

/// Characters of the charsets, bytes that mean nothing in some, and text like a bad byte's.
std::string random_line(std::mt19937& random) {
  const std::string_view parts[] = {"a",        "\\x81",
                                    "\x81\x46", "\x82\xA0",
                                    "\xB1",     "\xFD",
                                    "\x8F",     "\x8F\xB0\xA1",
                                    "\xA4\xA2", "\x8E\xB1",
                                    "\x80",     "\xFF",
                                    "\xA0",     "\x81",
                                    "\xE9",     "\x5C",
                                    "\x95\x5C", "\xE3\x81\x82",
                                    "\xF0\x40", "\xC2\x41",
                                    "\xED\x40", "\xF0\x9F\x98\x80"};
  std::string line;
  for (int i = 0; i < 12; ++i) line += parts[random() % std::size(parts)];
  for (int i = 0; i < 3; ++i) {
    const char byte = static_cast<char>(random() % 256);
    if (byte != '\n' && byte != '\r') line += byte;
  }
  return line;
}

TEST(ShogiText, OffsetsAreThoseOfTheRecord) {
  std::mt19937 random(1);
  for (int run = 0; run < 300; ++run) {
    const std::string line = "a" + random_line(random);
    for (const Charset charset : {Charset::shift_jis, Charset::euc_jp, Charset::utf8,
                                  Charset::gb18030, Charset::windows_1252}) {
      ASSERT_EQ(mapped_offsets(line, charset), offsets_by_prefixes(line, charset))
          << charset_name(charset) << ": " << testing::PrintToString(line);
    }
  }
}

TEST(ShogiText, EveryPairOfBytesKeepsTheOffsetsAfterIt) {
  for (const Charset charset : {Charset::shift_jis, Charset::euc_jp}) {
    for (const std::string_view front : {"", "\x8F"}) {
      for (int pair = 0; pair < 0x10000; ++pair) {
        const char first = static_cast<char>(pair >> 8), second = static_cast<char>(pair);
        if (first == '\n' || first == '\r' || second == '\n' || second == '\r') continue;
        const std::string line = "a" + std::string(front) + first + second + "  ";
        ASSERT_EQ(mapped_offsets(line, charset).back(), line.size() - 1)
            << charset_name(charset) << ": " << testing::PrintToString(line);
      }
    }
  }
}

TEST(ShogiText, OffsetsOfLaterLinesAreRight) {
  const std::string record = "\x81\xFF\xFD\n\x82\xA0\r\n\x81\n*";
  EXPECT_EQ(mapped_offsets(record, Charset::shift_jis).back(), record.size() - 1);
}

}  // namespace
}  // namespace ludex

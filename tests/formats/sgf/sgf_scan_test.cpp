// The fast scanner and the splitter against slow, obvious ones.
#include "formats/sgf/sgf_scan.hpp"
#include "formats/collected_records.hpp"

#include <gtest/gtest.h>

#include <iterator>
#include <random>
#include <string>
#include <vector>

namespace ludex {
namespace {

std::string random_text(std::mt19937& random, bool with_lines) {
  static const char* const pieces[] = {"(;",
                                       ")",
                                       ";B[pd]",
                                       ";W[dd]",
                                       "C[a ( b]",
                                       "C[x\\]y]",
                                       "[",
                                       "]",
                                       "\\",
                                       "(",
                                       ")\n(;",
                                       "AB[aa]",
                                       "  ",
                                       "junk",
                                       ";",
                                       "C[\xE8\xB6\x99]",
                                       "\n(;FF[4]GM[1]",
                                       "\n(;B[aa]",
                                       "\r\n",
                                       "C[\n(;FF[4]x"};
  const std::size_t count = std::size(pieces) - (with_lines ? 0 : 4);
  std::string text;
  for (unsigned i = random() % 60; i > 0; --i) {
    std::string piece = pieces[random() % count];
    if (!with_lines) std::erase(piece, '\n');
    text += piece;
  }
  return text;
}

TEST(SgfScan, JumpsToWhereSteppingGoes) {
  std::mt19937 random(3);
  for (int round = 0; round < 20'000; ++round) {
    const std::string text = "(;" + random_text(random, true);
    SgfReading fast;
    SgfReading slow;
    scan_bytewise(fast, text, 0, text.size());
    for (std::size_t at = 0; at < text.size() && !slow.ended(); ++at) {
      slow.step(static_cast<unsigned char>(text[at]), at);
    }
    ASSERT_EQ(fast.end(), slow.end()) << text;
    ASSERT_EQ(fast.closed(), slow.closed()) << text;
    ASSERT_EQ(fast.in_value(), slow.in_value()) << text;
  }
}

// A simple definition of records for streams in which no line starts a game.
std::vector<std::string> obvious_records(const std::string& text) {
  std::vector<std::string> records;
  std::size_t at = 0;
  while ((at = text.find('(', at)) != std::string::npos) {
    const std::size_t start = at;
    const std::size_t next = text.find_first_not_of(" \t\r\n", at + 1);
    if (next == std::string::npos) break;
    if (text[next] != ';') {
      ++at;
      continue;
    }
    int depth = 0;
    bool in_value = false;
    do {
      const char c = text[at++];
      if (in_value && c == '\\') {
        ++at;
      } else if (in_value ? c == ']' : c == '[') {
        in_value = !in_value;
      } else if (!in_value) {
        depth += c == '(' ? 1 : c == ')' ? -1 : 0;
      }
    } while (depth > 0 && at < text.size());
    std::string record = text.substr(start, at - start);
    if (depth > 0) record.erase(record.find_last_not_of(" \t\r\n") + 1);
    records.push_back(std::move(record));
  }
  return records;
}

TEST(SgfSplitter, AgreesWithAnObviousSplitter) {
  std::mt19937 random(5);
  for (int round = 0; round < 20'000; ++round) {
    const std::string text = random_text(random, false);
    const Cut cut = cut_in_chunks_of(1 + random() % 90, text);
    ASSERT_EQ(texts_of(cut), obvious_records(text)) << text;
    ASSERT_EQ(coverage_fault(cut, text), "") << text;
  }
}

TEST(Utf8Check, TakesUtf8OnlyAndInAnyPieces) {
  const auto valid = [](std::string_view text) {
    Utf8Check check;
    for (const char c : text) check.feed(std::string_view(&c, 1));
    Utf8Check whole;
    whole.feed(text);
    EXPECT_EQ(check.complete(), whole.complete()) << text;
    return check.complete();
  };
  EXPECT_TRUE(valid("plain ASCII, longer than one block of sixteen"));
  EXPECT_TRUE(valid("\xC3\xA9 \xE8\xB6\x99 \xF0\x9F\x98\x80 \xED\x9F\xBF"));
  for (const char* text : {"\xC0\xAF", "\xE0\x80\xAF", "\xED\xA0\x80", "\xF4\x90\x80\x80",
                           "\xF5\x80\x80\x80", "\xE8\xB6", "\xE8\xB6 ", "\x80", "\xFF"}) {
    EXPECT_FALSE(valid(text)) << text;
  }
}

}  // namespace
}  // namespace ludex

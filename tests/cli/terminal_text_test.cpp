#include "cli/terminal_text.hpp"

#include "cli/human_text.hpp"

#include <gtest/gtest.h>

#include <string>
#include <string_view>
#include <utility>

namespace ludex::cli {
namespace {

std::string shown(std::string_view text, std::size_t piece_bytes = 1000) {
  TerminalText terminal;
  std::string out;
  for (std::size_t at = 0; at < text.size(); at += piece_bytes) {
    terminal.append(text.substr(at, piece_bytes), out);
  }
  terminal.finish(out);
  return out;
}

TEST(TerminalText, LeavesTextsOfAllScriptsAsTheyAre) {
  for (const std::string_view text : {"(;GM[1]\tPB[Cho]\n;B[dd])\r\n", "羽生善治 対 藤井聡太\n",
                                      "قائم مقامی\n", "שחמט", "👩‍💻 e\u0301\n"}) {
    EXPECT_EQ(shown(text), text);
  }
}

TEST(TerminalText, ShowsCharactersThatWouldHaveAnEffect) {
  const std::pair<std::string_view, std::string_view> kCases[] = {
      {"\x1b[2J\x1b]0;title\a", "␛[2J␛]0;title␇"},
      {"win\rlose", "win␍lose"},
      {"a\bb\x7F", "a␈b␡"},
      {std::string_view("a\0b", 3), "a␀b"},
      {"\u009b31m", "\uFFFD31m"},          // CSI as one character
      {"\u202Egnp.exe", "\uFFFDgnp.exe"},  // right to left from here
      {"a\u200E\u200F\u061C\u2066", "a\uFFFD\uFFFD\uFFFD\uFFFD"},
      {"\u2028\u2029", "\uFFFD\uFFFD"},              // ends of lines and paragraphs
      {"\U000E0041", "\uFFFD"},                      // a hidden letter
      {"\x9b[m", "\uFFFD[m"},                        // CSI of an 8-bit terminal
      {"\x82\xa0 \xf0\x9f", "\uFFFD\uFFFD \uFFFD"},  // not UTF-8
  };
  for (const auto& [text, expected] : kCases) EXPECT_EQ(shown(text), expected);
}

TEST(TerminalText, DoesNotDependOnHowTheTextIsDivided) {
  const std::string text =
      "\xE7\xBE\xBD\r\n\r\x1b[0m\xF0\x9F\x91\xA9 \xE7\xBE\x80\x80\xC3 \u202E\xE2\x80";
  const std::string whole = shown(text);
  for (std::size_t bytes = 1; bytes < text.size(); ++bytes) {
    EXPECT_EQ(shown(text, bytes), whole) << "pieces of " << bytes;
  }
}

TEST(TerminalText, HoldsNothingBackAtTheEnd) {
  EXPECT_EQ(shown("a\r"), "a␍");
  EXPECT_EQ(shown("a\xE2\x80"), "a\uFFFD");
}

TEST(Printable, ReplacesMarksOfWritingDirectionToo) {
  EXPECT_EQ(printable("a\u200Eb\u202Ec\u061Cd\x1b[31me\U000E0041"), "a b c d [31me ");
  EXPECT_EQ(printable("می‌خواهم 👩‍💻"),
            "می‌خواهم 👩‍💻");  // joiners are letters' own
}

}  // namespace
}  // namespace ludex::cli

#include "cli/human_text.hpp"

#include <gtest/gtest.h>

namespace ludex::cli {
namespace {

TEST(TextWidth, CountsTwoColumnsForEastAsianWideCharacters) {
  EXPECT_EQ(display_width("Shusaku"), 7u);
  EXPECT_EQ(display_width("趙治勲"), 6u);
  EXPECT_EQ(display_width("조훈현"), 6u);
  EXPECT_EQ(display_width("ＡＢ"), 4u);
}

TEST(TextWidth, CountsNothingForCombiningMarks) {
  EXPECT_EQ(display_width("e\u0301"), 1u);
  EXPECT_EQ(display_width("Hon'inbo\u0304"), 8u);
}

TEST(TextWidth, CountsOneColumnForAByteThatIsNotUtf8) { EXPECT_EQ(display_width("a\xFF\xFE"), 3u); }

TEST(TextWidth, ShortensToColumnsWithoutCuttingACharacter) {
  EXPECT_EQ(shortened("abcdef", 6), "abcdef");
  EXPECT_EQ(shortened("abcdefg", 6), "abcde…");
  EXPECT_EQ(shortened("趙治勲九段", 6), "趙治…");
  EXPECT_EQ(shortened("趙治勲九段", 1), "…");
  EXPECT_EQ(shortened_in_front("go/a.sgf", 8), "go/a.sgf");
  EXPECT_EQ(shortened_in_front("go/ab.sgf", 8), "…/ab.sgf");
  EXPECT_EQ(shortened_in_front("趙治勲九段", 6), "…九段");
  EXPECT_EQ(shortened_in_front("趙治勲九段", 1), "…");
}

TEST(TextWidth, PadsByColumns) {
  EXPECT_EQ(padded_right("趙", 4), "趙  ");
  EXPECT_EQ(padded_left("17", 4), "  17");
  EXPECT_EQ(padded_left("12345", 4), "12345");
}

TEST(TextWidth, MakesTextHarmlessForATerminal) {
  EXPECT_EQ(printable("a\tb\x1B[31m\u0085\u202Ez"), "a b [31m  z");
  EXPECT_EQ(printable("\xFFok"), "\uFFFDok");
}

TEST(TextWidth, WrapsAtBlanksAndBreaksLongerWords) {
  EXPECT_EQ(wrapped("one two three", 7, 2), "one two\n  three");
  EXPECT_EQ(wrapped("see abcdefghij k", 4, 0), "see\nabcd\nefgh\nij k");
  EXPECT_EQ(wrapped("趙治勲九段の碁", 5, 1), "趙治\n 勲九\n 段の\n 碁");
  EXPECT_EQ(wrapped("趙治", 1, 0), "趙\n治") << "a character wider than a line";
  EXPECT_EQ(wrapped("", 4, 0), "");
}

}  // namespace
}  // namespace ludex::cli

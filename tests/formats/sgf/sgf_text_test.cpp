#include "formats/sgf/sgf_text.hpp"

#include <gtest/gtest.h>

#include <string>
#include <vector>

namespace ludex {
namespace {

using namespace std::string_literals;

TEST(SgfText, ResolvesTheEscapesOfTheHexText) {
  EXPECT_EQ(unescape_text("Be aware\\: the characters '\\:', '\\]', and '\\\\' must be escaped. "
                          "Other characters \\m\\a\\y be escaped. \\n is n."),
            "Be aware: the characters ':', ']', and '\\' must be escaped. "
            "Other characters may be escaped. n is n.");
}

TEST(SgfText, DropsEscapedLineBreaksOfEveryKind) {
  for (const std::string newline : {"\n", "\r", "\r\n", "\n\r"}) {
    EXPECT_EQ(unescape_text("a\\" + newline + "b"), "ab");
    EXPECT_EQ(unescape_text("a" + newline + "b"), "a\nb");
    EXPECT_EQ(unescape_simpletext("a" + newline + "b"), "a b");
    EXPECT_EQ(unescape_text(newline + newline), "\n\n");
  }
}

TEST(SgfText, MakesOtherWhiteSpaceASpace) {
  EXPECT_EQ(unescape_text("a\tb\vc\fd\0e\\\tf"s), "a b c d e f");
}

TEST(SgfText, KeepsBackslashesOfTheFirstFormat) {
  EXPECT_EQ(unescape_text("a\\b \\] \\\\ \\: \\", SgfEscapes::brackets_only), "a\\b ] \\ \\: \\");
}

TEST(SgfText, CutsComposedValuesAtTheFirstFreeColon) {
  EXPECT_EQ(split_composed("aa:x:y"), (SgfComposed{"aa", "x:y"}));
  EXPECT_EQ(split_composed("a\\:b:c"), (SgfComposed{"a\\:b", "c"}));
  EXPECT_EQ(split_composed(":"), (SgfComposed{"", ""}));
  EXPECT_EQ(split_composed("CGoban"), std::nullopt);
}

TEST(SgfText, ReadsPointsUpTo52) {
  EXPECT_EQ(parse_point("aa"), (SgfPoint{0, 0}));
  EXPECT_EQ(parse_point("zA"), (SgfPoint{25, 26}));
  EXPECT_EQ(parse_point(" ZZ\n"), (SgfPoint{51, 51}));
  for (const char* text : {"", "a", "a1", "aaa", "a a", "[]"}) {
    EXPECT_EQ(parse_point(text), std::nullopt) << text;
  }
}

}  // namespace
}  // namespace ludex

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
  EXPECT_EQ(parse_point(" ZZ\n", {52, 52}), (SgfPoint{51, 51}));
  EXPECT_EQ(parse_point("tt", {19, 19}), std::nullopt);
  EXPECT_EQ(parse_point("ba", {1, 9}), std::nullopt);
  for (const char* text : {"", "a", "a1", "aaa", "a a", "[]"}) {
    EXPECT_EQ(parse_point(text), std::nullopt) << text;
  }
}

TEST(SgfText, ExpandsCompressedRectangles) {
  std::vector<SgfPoint> points;
  EXPECT_TRUE(append_points("ba:cb", {9, 9}, points));
  EXPECT_EQ(points, (std::vector<SgfPoint>{{1, 0}, {2, 0}, {1, 1}, {2, 1}}));
  points.clear();
  EXPECT_TRUE(append_points("cb:ba", {9, 9}, points));
  EXPECT_EQ(points.size(), 4u);
  points.clear();
  EXPECT_TRUE(append_points("aa:ZZ", {52, 52}, points));
  EXPECT_EQ(points.size(), 2704u);
}

TEST(SgfText, CutsRectanglesOffAtTheEdge) {
  std::vector<SgfPoint> points;
  EXPECT_FALSE(append_points("hh:kk", {9, 9}, points));
  EXPECT_EQ(points.size(), 4u);
  EXPECT_FALSE(append_points("kk", {9, 9}, points));
  EXPECT_FALSE(append_points("aa:", {9, 9}, points));
  EXPECT_EQ(points.size(), 4u);
}

}  // namespace
}  // namespace ludex

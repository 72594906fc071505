#include "formats/values/fold.hpp"

#include <gtest/gtest.h>

namespace ludex {
namespace {

TEST(Fold, CaseGoesAndAccentsStay) {
  EXPECT_EQ(fold("Cho Chikun"), "cho chikun");
  EXPECT_EQ(fold("JÉRÔME"), "jérôme");
  EXPECT_EQ(fold("Straße"), "strasse");
  EXPECT_EQ(fold("ИВАНОВ"), "иванов");
}

TEST(Fold, WidthAndUnicodeFormGo) {
  EXPECT_EQ(fold("ＬＥＥ　Ｓｅｄｏｌ"), "lee sedol");
  EXPECT_EQ(fold("ｶﾀﾞ"), "カダ");
  EXPECT_EQ(fold("e\xCC\x81"), "é");
}

TEST(WithoutMarks, LatinAndGreekLettersLoseThem) {
  const std::pair<const char*, const char*> names[] = {
      {"andré", "andre"},          {"bjørn łukasz đorđe", "bjorn lukasz dorde"},
      {"yıldız", "yildiz"},        {"nguyễn", "nguyen"},
      {"ὀδυσσεύς", "οδυσσευς"},    {"q\xCC\x83x\xCC\x87", "qx"},
      {"cho chikun", "cho chikun"}};
  for (const auto& [marked, plain] : names) EXPECT_EQ(without_marks(fold(marked)), fold(plain));
}

TEST(WithoutMarks, OtherScriptsAndBytesStay) {
  for (const char* text :
       {"ガード", "й ё ї", "हिन्दी", "한글", "אָלֶף", "趙治勲", "a\xFF\xCC", "\xCC\x81", ""}) {
    EXPECT_EQ(without_marks(fold(text)), fold(text)) << text;
  }
}

TEST(Fold, WhiteSpaceIsOneSpaceAndNoneAtTheEnds) {
  EXPECT_EQ(fold("  a \t\r\n b\v"), "a b");
  EXPECT_EQ(fold("\xC2\xA0羽生\xE3\x80\x80善治\xC2\xA0"), "羽生 善治");
  EXPECT_EQ(fold(" "), "");
  EXPECT_EQ(fold(""), "");
}

TEST(Fold, FoldingTwiceChangesNothing) {
  for (const char* name : {"ẞ ﬀ Ǆ", "İstanbul", "ΣΊΣΥΦΟΣ", "ⓐ㍿ ½", "한글", "K\xE2\x84\xAA"}) {
    EXPECT_EQ(fold(fold(name)), fold(name)) << name;
  }
}

TEST(Fold, InvalidUtf8KeepsItsBytes) { EXPECT_EQ(fold("A\xFF  B"), "a\xFF b"); }

}  // namespace
}  // namespace ludex

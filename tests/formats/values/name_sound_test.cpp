#include "formats/charset/latin_reading.hpp"
#include "formats/values/fold.hpp"

#include <gtest/gtest.h>

#include <string>
#include <utility>
#include <vector>

namespace ludex {
namespace {

TEST(NameSound, IsTheSameHoweverAWordIsRomanised) {
  const std::vector<std::vector<const char*>> words = {
      {"lee", "yi", "rhee", "li", "i"},
      {"sedol", "setol", "sedoll"},
      {"otake", "ohtake", "ootake", "outake"},
      {"park", "pak", "bak"},
      {"choi", "choe"},
      {"jung", "jeong", "chung", "chong"},
      {"hyun", "hyeon", "hyon"},
      {"ching", "qing", "jing"},
      {"shusaku", "syusaku"},
      {"fujisawa", "huzisawa"},
      {"namba", "nanba"},
      {"ryu", "yu", "yoo"},
      {"xie", "hsie", "shie"},
      {"kwon", "gwon", "kweon"},
  };
  for (const auto& same : words) {
    for (const char* const word : same) EXPECT_EQ(name_sound(word), name_sound(same[0])) << word;
  }
}

TEST(NameSound, TellsOtherWordsApart) {
  const std::vector<std::pair<const char*, const char*>> words = {
      {"kobayashi", "kobayakawa"}, {"cho", "cha"},           {"kato", "kita"}, {"sakata", "sakai"},
      {"takagawa", "takemiya"},    {"player12", "player13"}, {"a11", "a1"}};
  for (const auto& [one, other] : words) EXPECT_NE(name_sound(one), name_sound(other)) << one;
}

TEST(LatinReading, ReadsEveryScriptInAsciiLetters) {
  LatinReader reader;
  const std::vector<std::pair<const char*, const char*>> names = {{"Ōtake Hideo", "otake hideo"},
                                                                  {"古力", "gu li"},
                                                                  {"이세돌", "i se dol"},
                                                                  {"趙治勲", "zhao zhi xun"},
                                                                  {"赵治勋", "zhao zhi xun"},
                                                                  {"Смирнов", "smirnov"},
                                                                  {"おおたけ", "ootake"},
                                                                  {"Łukasz", "lukasz"},
                                                                  {"Nguyễn", "nguyen"},
                                                                  {"古力gu li", "gu li gu li"},
                                                                  {"a.b-c 12", "a b c 12"},
                                                                  {"♬", ""},
                                                                  {"\xFF", ""},
                                                                  {"", ""},
                                                                  {"🀄", ""}};
  for (const auto& [name, reading] : names) EXPECT_EQ(reader.read(fold(name)), reading) << name;
}

TEST(LatinReading, MakesHanSimple) {
  LatinReader reader;
  EXPECT_EQ(reader.simplified("吳清源"), reader.simplified("吴清源"));
  EXPECT_EQ(reader.simplified("abc"), "abc");
  EXPECT_NE(reader.simplified("趙"), reader.simplified("周"));
}

TEST(LatinReading, TakesScriptsApartWithTheDigitsOfEach) {
  const ScriptSides sides = script_sides("오대산2 odae3");
  EXPECT_EQ(sides.other, "오대산2 ");
  EXPECT_EQ(sides.latin, " odae3");
  EXPECT_TRUE(sides.has_latin && sides.has_other);
  EXPECT_FALSE(sides.has_han);
  EXPECT_TRUE(script_sides("古力").has_han);
  EXPECT_FALSE(script_sides("Ōtake 7").has_other);
}

}  // namespace
}  // namespace ludex

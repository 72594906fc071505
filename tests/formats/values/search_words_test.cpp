#include "formats/values/search_words.hpp"

#include "formats/values/fold.hpp"
#include "store/sql/sql_statement.hpp"
#include "store/sql/sqlite_file.hpp"

#include <gtest/gtest.h>
#include <utf8proc.h>

#include <random>
#include <string>
#include <vector>

namespace ludex {
namespace {

TEST(SearchWords, AreFoldedLettersAndDigits) {
  EXPECT_EQ(search_words(""), "");
  EXPECT_EQ(search_words(" --- "), "");
  EXPECT_EQ(search_words("The Ear-Reddening  Game (1846)!"), "the ear reddening game 1846");
  EXPECT_EQ(search_words("André, STRASSE & straße; Ｃhō"), "andre strasse strasse cho");
  EXPECT_EQ(search_words("x\ty\nz.1"), "x y z 1");
}

TEST(SearchWords, EachCharacterOfChineseJapaneseAndKoreanIsOne) {
  EXPECT_EQ(search_words("第12期名人战final"), "第 12 期 名 人 战 final");
  EXPECT_EQ(search_words("이창호、武宮"), "이 창 호 武 宮");
}

TEST(SearchWords, StayAsTheyAre) {
  for (const char* const text : {"The Ear-Reddening", "名人战 x", "André Ångström"}) {
    EXPECT_EQ(search_words(search_words(text)), search_words(text));
  }
}

TEST(SearchWords, AreVisitedOneByOne) {
  std::vector<std::string> words;
  for_each_word("a bc d", [&](std::string_view word) { words.emplace_back(word); });
  EXPECT_EQ(words, (std::vector<std::string>{"a", "bc", "d"}));
  for_each_word("", [&](std::string_view) { FAIL(); });
}

/// Older databases keep words that SQLite has cut out of texts.
class SqliteWords {
 public:
  SqliteWords() {
    sql_.exec(
        "CREATE VIRTUAL TABLE asked USING fts5 (words, tokenize = 'unicode61 remove_diacritics 2');"
        "CREATE VIRTUAL TABLE word USING fts5vocab (asked, instance)");
  }
  std::string of(const std::string& text) {
    sql_.run("DELETE FROM asked");
    sql_.run("INSERT INTO asked VALUES (?)", SqlText{text});
    std::string words;
    SqlStatement select(sql_, "SELECT term FROM word ORDER BY offset");
    while (select.step()) words += (words.empty() ? "" : " ") + select.string(0);
    return words;
  }

 private:
  SqliteFile sql_{":memory:", SqliteFile::Mode::create};
};

std::string random_text(std::mt19937& dice) {
  std::string text;
  for (auto left = dice() % 30; left > 0; --left) {
    // Letters with and without marks, marks alone, Cyrillic, scripts that are no CJK, all the rest.
    const std::uint32_t ends[] = {0x80, 0x250, 0x370, 0x530, 0x1100, 0x2E80, 0x1'1000};
    auto character = static_cast<utf8proc_int32_t>(dice() % ends[dice() % 7]);
    if (character == 0 || (character >= 0xD800 && character < 0xE000)) continue;
    utf8proc_uint8_t bytes[4];
    const auto size = utf8proc_encode_char(character, bytes);
    text.append(reinterpret_cast<const char*>(bytes), static_cast<std::size_t>(size));
  }
  return text;
}

TEST(SearchWords, SqliteCutsThemNoFurther) {
  SqliteWords sqlite;
  std::mt19937 dice(5);
  for (int turn = 0; turn < 5'000; ++turn) {
    const std::string text = random_text(dice);
    const std::string words = search_words(text);
    ASSERT_EQ(sqlite.of(words), words) << text;
    ASSERT_EQ(search_words(fold(text)), words) << text;
  }
}

/// `index` looks names up one by one.
TEST(SearchWords, OfNamesWithCommasBetweenThemAreThoseOfEachName) {
  std::mt19937 dice(7);
  const auto random_name = [&] {
    std::string name;
    for (auto left = dice() % 6; left > 0; --left) {
      auto character =
          static_cast<utf8proc_int32_t>(1 + dice() % (dice() % 2 == 0 ? 0x400 : 0xD7FF));
      utf8proc_uint8_t bytes[4];
      const auto size = utf8proc_encode_char(character, bytes);
      name.append(reinterpret_cast<const char*>(bytes), static_cast<std::size_t>(size));
    }
    return name;
  };
  for (int turn = 0; turn < 20'000; ++turn) {
    const std::string one = random_name(), other = random_name();
    std::string words = search_words(one);
    const std::string more = search_words(other);
    if (!words.empty() && !more.empty()) words += ' ';
    ASSERT_EQ(search_words(one + ", " + other), words + more) << one << ", " << other;
  }
}

TEST(SearchWords, AreThoseThatSqliteCutsOutOfFoldedText) {
  SqliteWords sqlite;
  std::mt19937 dice(6);
  for (int turn = 0; turn < 5'000; ++turn) {
    std::string text;
    for (auto left = dice() % 30; left > 0; --left) {
      auto character = static_cast<utf8proc_int32_t>(1 + dice() % 0x10FF);  // below CJK
      utf8proc_uint8_t bytes[4];
      const auto size = utf8proc_encode_char(character, bytes);
      text.append(reinterpret_cast<const char*>(bytes), static_cast<std::size_t>(size));
    }
    ASSERT_EQ(search_words(text), sqlite.of(fold(text))) << text;
  }
}

}  // namespace
}  // namespace ludex

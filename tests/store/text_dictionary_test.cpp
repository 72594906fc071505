#include "store/text_dictionary.hpp"
#include "store/sql/sqlite_file.hpp"

#include <fmt/format.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <map>
#include <string>
#include <vector>

namespace ludex {
namespace {

class TextDictionaryTest : public ::testing::Test {
 protected:
  TextDictionaryTest() {
    sql_.exec(
        "CREATE TABLE name (id INTEGER PRIMARY KEY, kind INTEGER NOT NULL, written TEXT NOT NULL, "
        "folded TEXT NOT NULL, normal TEXT NOT NULL, UNIQUE (kind, written)) STRICT");
    sql_.exec(
        "CREATE TABLE phrase (id INTEGER PRIMARY KEY, kind INTEGER NOT NULL, written TEXT NOT "
        "NULL, folded TEXT NOT NULL) STRICT; "
        "CREATE UNIQUE INDEX phrase_by_text ON phrase (kind, written) WHERE kind <> 1");
  }
  TextDictionary names(std::size_t memory_bytes = 1U << 20) {
    return {sql_, TextDictionary::Table::name, memory_bytes};
  }
  TextDictionary phrases(std::size_t memory_bytes = 1U << 20) {
    return {sql_, TextDictionary::Table::phrase, memory_bytes};
  }
  std::string row(const std::string& query) {
    SqlStatement select(sql_, query);
    std::string text;
    while (select.step()) {
      for (int i = 0; i < select.columns(); ++i) {
        text += fmt::format("{}|", select.string(i));
      }
    }
    return text;
  }

  SqliteFile sql_{":memory:", SqliteFile::Mode::create};
};

TEST_F(TextDictionaryTest, NamesStandBesideWhatTheyAreFoundBy) {
  TextDictionary dictionary = names();
  EXPECT_EQ(dictionary.id_of(NameKind::player, ""), 0);
  EXPECT_EQ(dictionary.id_of(NameKind::player, "Ke Jie"), 1);
  EXPECT_EQ(dictionary.id_of(NameKind::event, "Ke Jie"), 2);
  EXPECT_EQ(dictionary.id_of(NameKind::player, "Ke Jie"), 1);
  dictionary.flush();
  EXPECT_EQ(row("SELECT * FROM name"), "1|1|Ke Jie|ke jie|ke jie|2|2|Ke Jie|ke jie|ke jie|");
}

TEST_F(TextDictionaryTest, PropertiesAreNotFolded) {
  TextDictionary dictionary = phrases();
  EXPECT_EQ(dictionary.id_of(PhraseKind::rules, "AGA"), 1);
  EXPECT_EQ(dictionary.id_of(PhraseKind::properties, R"([["FF","4"]])"), 2);
  dictionary.flush();
  EXPECT_EQ(row("SELECT * FROM phrase"), R"(1|3|AGA|aga|2|11|[["FF","4"]]||)");
}

/// However little is remembered, and whether or not rows still wait.
TEST_F(TextDictionaryTest, ATextHasOneIdWhateverTheMemory) {
  for (const std::size_t memory_bytes : {0U, 4096U, 100'000U}) {
    sql_.exec("DELETE FROM phrase");
    std::map<std::string, std::int64_t> ids;
    TextDictionary dictionary = phrases(memory_bytes);
    for (int i = 0; i < 20'000; ++i) {
      const std::string text = fmt::format("rule {}", i * 7919 % 3000);
      const std::int64_t id = dictionary.id_of(PhraseKind::rules, text);
      ASSERT_EQ(ids.emplace(text, id).first->second, id) << text;
    }
    dictionary.flush();
    EXPECT_EQ(row("SELECT count(*), min(id), max(id) FROM phrase"), "3000|1|3000|");
  }
}

TEST_F(TextDictionaryTest, LongTextsAreFoundInTheTable) {
  TextDictionary dictionary = phrases();
  const std::string one(20'000, 'a'), other(20'000, 'b');
  EXPECT_EQ(dictionary.id_of(PhraseKind::properties, one), 1);
  EXPECT_EQ(dictionary.id_of(PhraseKind::properties, "short"), 2);
  EXPECT_EQ(dictionary.id_of(PhraseKind::properties, other), 3);
  EXPECT_EQ(dictionary.id_of(PhraseKind::properties, one), 1);
  EXPECT_EQ(dictionary.id_of(PhraseKind::properties, other), 3);
}

TEST_F(TextDictionaryTest, GoesOnWhereAnEarlierRunEnded) {
  {
    TextDictionary dictionary = names();
    EXPECT_EQ(dictionary.id_of(NameKind::place, "Oslo"), 1);
    EXPECT_EQ(dictionary.id_of(NameKind::place, "Kyoto"), 2);
    dictionary.flush();
  }
  TextDictionary dictionary = names();
  EXPECT_EQ(dictionary.id_of(NameKind::place, "Lima"), 3);
  EXPECT_EQ(dictionary.id_of(NameKind::place, "Oslo"), 1);
  EXPECT_EQ(dictionary.id_of(NameKind::place, "Lima"), 3);
  dictionary.flush();
  EXPECT_EQ(row("SELECT id, written FROM name ORDER BY id"), "1|Oslo|2|Kyoto|3|Lima|");
}

TEST_F(TextDictionaryTest, ANameOfAGameIsLookedForAmongTheNewestPhrases) {
  const std::string long_name(20'000, 'a');
  TextDictionary dictionary = phrases();
  EXPECT_EQ(dictionary.id_of(PhraseKind::game_name, "Final"), 1);
  EXPECT_EQ(dictionary.id_of(PhraseKind::rules, "Final"), 2);
  EXPECT_EQ(dictionary.id_of(PhraseKind::game_name, "Final"), 1);
  EXPECT_EQ(dictionary.id_of(PhraseKind::game_name, long_name), 3);
  EXPECT_EQ(dictionary.id_of(PhraseKind::game_name, long_name), 4);
  for (int i = 5; i <= TextDictionary::kRecentIds; ++i) {
    EXPECT_EQ(dictionary.id_of(PhraseKind::rules, fmt::format("rule {}", i)), i);
  }
  EXPECT_EQ(dictionary.id_of(PhraseKind::game_name, "Final"), TextDictionary::kRecentIds + 1);
  EXPECT_EQ(dictionary.id_of(PhraseKind::game_name, "Final"), TextDictionary::kRecentIds + 1);
  EXPECT_EQ(dictionary.id_of(PhraseKind::rules, "Final"), 2);
}

/// Whether the same program adds them all, or one begins wherever another ends.
TEST_F(TextDictionaryTest, NamesOfGamesGetTheSameIdsInAnyNumberOfRuns) {
  std::vector<std::string> rows;
  for (const int games_of_run : {100'000, 1000, 7}) {
    sql_.exec("DELETE FROM phrase");
    for (int game = 0; game < 20'000;) {
      TextDictionary dictionary = phrases();
      for (int end = std::min(game + games_of_run, 20'000); game < end; ++game) {
        (void)dictionary.id_of(PhraseKind::game_name, fmt::format("game {}", game * 7919 % 6000));
        (void)dictionary.id_of(PhraseKind::annotator, fmt::format("player {}", game % 1500));
      }
      dictionary.flush();
    }
    rows.push_back(row("SELECT * FROM phrase ORDER BY id"));
    EXPECT_TRUE(rows.back() == rows.front()) << games_of_run << " games a run";
  }
}

}  // namespace
}  // namespace ludex

#include "store/fts_words.hpp"

#include "ludex/error.hpp"
#include "store/database.hpp"
#include "store/game_words.hpp"
#include "support/made_database.hpp"
#include "support/temporary_folder.hpp"

#include <fmt/format.h>
#include <gtest/gtest.h>
#include <sqlite3.h>

#include <algorithm>
#include <atomic>
#include <filesystem>
#include <iterator>
#include <map>
#include <random>
#include <string>
#include <tuple>
#include <vector>

namespace ludex {
namespace {

using WordPlace = std::tuple<std::string, std::int64_t, std::uint64_t, std::uint64_t>;

/// A database with made-up texts of games: words that recur, long ones, and columns that are empty.
class FtsWordsTest : public testing::Test {
 protected:
  FtsWordsTest() {
    sql().exec(
        "PRAGMA synchronous = OFF;"
        "CREATE VIRTUAL TABLE game_text USING fts5 (players, event, game_name, comment, "
        "content = '', tokenize = \"unicode61 remove_diacritics 2\")");
  }
  void add_games(std::int64_t games, std::size_t most_words) {
    SqlTransaction transaction(sql());
    SqlStatement insert(sql(),
                        "INSERT INTO game_text (rowid, players, event, game_name, comment) "
                        "VALUES (?, ?, ?, ?, ?)");
    for (std::int64_t i = 0; i < games; ++i) {
      last_ += dice_() % 10 == 0 ? 3 : 1;  // some games have no texts
      FtsGameWords& words = texts_[last_];
      for (std::string& column : words) column = text(most_words);
      insert.run(last_, SqlText{words[0]}, SqlText{words[1]}, SqlText{words[2]}, SqlText{words[3]});
    }
    transaction.commit();
  }
  std::string text(std::size_t most_words) {
    std::string text;
    for (std::size_t left = dice_() % (most_words + 1); left > 0; --left) {
      const auto number = dice_() % 4 == 0 ? dice_() : dice_() % 50;
      text += (text.empty() ? "" : " ") + std::string(number % 97 == 0 ? 300 : 1, 'w') +
              std::to_string(number);
    }
    return text;
  }
  [[nodiscard]] SqlConnection& sql() { return database_.sql(); }
  /// SQLite keeps writers out of the tables behind the full text.
  void allow_damage() { sqlite3_db_config(sql().handle(), SQLITE_DBCONFIG_DEFENSIVE, 0, nullptr); }

  void expect_words_come_back(std::size_t memory_bytes) {
    FtsWords words(sql(), memory_bytes);
    for (std::int64_t game = 1; game <= last_ + 1; ++game) {
      const FtsGameWords* const found = words.find(game);
      const auto expected = texts_.find(game);
      ASSERT_EQ(found != nullptr, expected != texts_.end()) << game;
      if (found != nullptr) {
        ASSERT_EQ(*found, expected->second) << game;
      }
    }
  }
  /// As SQLite reads them.
  std::vector<WordPlace> all_words() {
    sql().exec(
        "CREATE VIRTUAL TABLE IF NOT EXISTS temp.word USING fts5vocab('main', 'game_text', "
        "'instance')");
    SqlStatement walk(sql(),
                      "SELECT term, doc, CASE col WHEN 'players' THEN 0 WHEN 'event' THEN 1 WHEN "
                      "'game_name' THEN 2 ELSE 3 END, offset FROM temp.word");
    std::vector<WordPlace> words;
    while (walk.step()) {
      words.emplace_back(walk.string(0), walk.integer(1), walk.integer(2), walk.integer(3));
    }
    std::ranges::sort(words);
    return words;
  }

  test::TemporaryFolder folder_;
  Database database_ = Database::open_for_writing(folder_.path("games.db"), 1 << 20);
  std::map<std::int64_t, FtsGameWords> texts_;
  std::int64_t last_ = 0;
  std::mt19937 dice_{20261123};
};

TEST_F(FtsWordsTest, PagesHoldTheWordsThatSqliteReads) {
  for (int turn = 0; turn < 30; ++turn) {  // FTS5 merges its segments meanwhile
    add_games(200, turn % 3 == 0 ? 300 : 8);
    if (turn % 7 == 0) sql().exec("INSERT INTO game_text (game_text, rank) VALUES ('merge', 50)");
    if (turn % 10 != 9) continue;
    std::vector<WordPlace> found;
    EXPECT_TRUE(WordPages(sql()).for_each(
        [&](std::string_view word, std::int64_t game, std::uint64_t column, std::uint64_t place) {
          found.emplace_back(word, game, column, place);
        }));
    std::ranges::sort(found);
    const std::vector<WordPlace> expected = all_words();
    ASSERT_EQ(found.size(), expected.size()) << turn;
    ASSERT_TRUE(found == expected) << turn;
  }
}

TEST_F(FtsWordsTest, GivesTheWordsOfEachGameWhateverTheMemory) {
  add_games(4000, 60);
  expect_words_come_back(0);
  expect_words_come_back(64 << 20);
}

TEST_F(FtsWordsTest, AllWordsComeIntoSegmentsWhateverTheMemory) {
  add_games(6000, 60);
  for (const std::size_t memory_bytes : {0, 64 << 20}) {
    sql().exec("DELETE FROM word_block; DELETE FROM word_segment");
    sql().exec(fmt::format("UPDATE counter SET next = {} WHERE name = 'game'", last_ + 1));
    copy_fts_words(sql(), memory_bytes, [] {});
    GameWords copied(sql(), 1 << 20);
    for (std::int64_t game = 1; game <= last_; ++game) {
      std::vector<std::string> expected;
      if (const auto texts = texts_.find(game); texts != texts_.end()) {
        std::ranges::copy_if(texts->second, std::back_inserter(expected),
                             [](const std::string& text) { return !text.empty(); });
      }
      const std::vector<std::string>* const found = copied.find(game);
      ASSERT_EQ(found == nullptr, expected.empty()) << game;
      if (found != nullptr) {
        ASSERT_EQ(*found, expected) << game;
      }
    }
  }
}

TEST_F(FtsWordsTest, AnOlderDatabaseKeepsItsWords) {
  const std::string path = folder_.path("old.db");
  {
    test::MadeDatabase made;
    made.add_source("games");
    made.add_games(std::vector<GameRow>(3, test::go_game({9, 9}, {40})));
    made.database().sql().exec(
        "CREATE VIRTUAL TABLE game_text USING fts5 (players, event, game_name, comment, "
        "content = '', tokenize = \"unicode61 remove_diacritics 2\");"
        "INSERT INTO game_text (rowid, players, comment) VALUES (2, 'Lee, Cho', 'a b'), (3, 'x', "
        "'');"
        "DROP TABLE word_block; DROP TABLE word_segment; PRAGMA user_version = 13");
    std::filesystem::copy_file(made.database().path(), path);
  }
  EXPECT_THROW((void)Database::open_for_reading(path), DatabaseError);
  {
    std::atomic<bool> stop{true};
    WaitOptions stopped;
    stopped.stop = &stop;
    EXPECT_THROW((void)Database::open_for_writing(path, 1 << 20, stopped), Error);
  }
  (void)Database::open_for_writing(path, 1 << 20);
  Database database = Database::open_for_reading(path);
  EXPECT_EQ(database.sql().first_integer(
                "SELECT count(*) FROM sqlite_schema WHERE name LIKE 'game_text%'"),
            0);
  GameWords words(database.sql(), 1 << 20);
  EXPECT_EQ(words.find(1), nullptr);
  EXPECT_EQ(*words.find(2), (std::vector<std::string>{"lee cho", "a b"}));
  EXPECT_EQ(*words.find(3), (std::vector<std::string>{"x"}));
}

TEST_F(FtsWordsTest, CopyingEndsWhereItIsToldTo) {
  add_games(6000, 8);
  sql().exec(fmt::format("UPDATE counter SET next = {} WHERE name = 'game'", last_ + 1));
  EXPECT_THROW(copy_fts_words(sql(), 0, [] { throw UsageError("enough"); }), UsageError);
}

TEST_F(FtsWordsTest, AGameOfMoreWordsThanARecordHoldsIsDamaged) {
  add_games(50, 20);
  allow_damage();
  sql().exec("UPDATE game_text_docsize SET sz = X'FFFFFFFF7F000000' WHERE id = 20");
  FtsWords words(sql(), 64 << 20);
  EXPECT_THROW((void)words.find(1), DatabaseError);
}

TEST_F(FtsWordsTest, PagesOfAnotherVersionAreNotRead) {
  add_games(50, 20);
  allow_damage();
  sql().exec("UPDATE game_text_config SET v = 99 WHERE k = 'version'");
  EXPECT_FALSE(WordPages(sql()).for_each([](auto&&...) {}));
}

TEST_F(FtsWordsTest, PagesThatAreCutShortAreNoted) {
  add_games(400, 60);
  const std::size_t expected = all_words().size();
  allow_damage();
  sql().exec(
      "UPDATE game_text_data SET block = substr(block, 1, length(block) / 2) "
      "WHERE id = (SELECT max(id) FROM game_text_data WHERE id & 68719476736 = 0)");
  std::size_t visited = 0;
  const bool whole = WordPages(sql()).for_each([&](auto&&...) { ++visited; });
  EXPECT_TRUE(!whole || visited < expected);
}

}  // namespace
}  // namespace ludex

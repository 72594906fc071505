#include "query/filter/word_search.hpp"

#include "index/made_words.hpp"
#include "ludex/error.hpp"
#include "store/database.hpp"
#include "store/game_words.hpp"
#include "store/word_segments.hpp"
#include "support/sanitized.hpp"
#include "support/temporary_folder.hpp"

#include <fmt/format.h>
#include <gtest/gtest.h>
#include <sqlite3.h>

#include <algorithm>
#include <iterator>
#include <random>

namespace ludex {
namespace {

using test::MadeWords;

constexpr std::uint32_t kTextGames = 3000;
constexpr std::int64_t kFirstGame = 8;  // id of game 0

/// A database with the words of made-up texts.
class WordSearchTest : public testing::Test {
 protected:
  WordSearchTest() { sql().exec("PRAGMA synchronous = OFF"); }
  SqlConnection& sql() { return database_.sql(); }

  /// In segments of so many games, which come in runs of `run_games`.
  void store(std::uint32_t segment_games, std::uint32_t run_games) {
    sql().exec("DELETE FROM word_block; DELETE FROM word_segment");
    SqlTransaction transaction(sql());
    WordWriter writer(sql(), 1 << 20);
    for (std::uint32_t first = 0; first < kTextGames; first += run_games) {
      const std::uint32_t end = std::min(first + run_games, kTextGames);
      std::vector<WordRun> runs;
      runs.push_back(words_.run(first, end));
      writer.add(kFirstGame + first, end - first, std::move(runs));
      if (end % segment_games < run_games) writer.flush();
    }
    writer.flush();
    transaction.commit();
  }

  [[nodiscard]] static bool holds(const std::string& text, const Phrase& phrase) {
    std::string wanted = " ";
    for (const std::string& word : phrase) wanted += word + " ";
    return (" " + text + " ").find(wanted) != std::string::npos;
  }
  [[nodiscard]] std::vector<std::int64_t> slowly(const std::vector<Phrase>& phrases) const {
    std::vector<std::int64_t> games;
    for (std::size_t game = 0; game < kTextGames; ++game) {
      const auto& texts = words_.texts()[game];
      const bool matches = std::ranges::all_of(phrases, [&](const Phrase& phrase) {
        return std::ranges::any_of(texts, [&](const auto& text) { return holds(text, phrase); });
      });
      if (matches) games.push_back(kFirstGame + static_cast<std::int64_t>(game));
    }
    return games;
  }
  Phrase some_phrase() {
    for (;;) {
      const auto& texts = words_.texts()[dice_() % kTextGames];
      if (texts.empty()) continue;
      std::vector<std::string> words{""};
      for (const char c : texts[dice_() % texts.size()]) {
        c == ' ' ? words.emplace_back() : words.back() += c;
      }
      const std::size_t first = dice_() % words.size();
      const std::size_t size = std::min<std::size_t>(1 + dice_() % 3, words.size() - first);
      Phrase phrase(words.begin() + static_cast<std::ptrdiff_t>(first),
                    words.begin() + static_cast<std::ptrdiff_t>(first + size));
      if (dice_() % 4 == 0) phrase.push_back("w" + std::to_string(dice_() % 50));
      if (!phrase.front().empty()) return phrase;
    }
  }

  test::TemporaryFolder folder_;
  Database database_ = Database::open_for_writing(folder_.path("games.db"), 1 << 20);
  MadeWords words_{kTextGames, 40};
  std::mt19937 dice_{7};
};

TEST_F(WordSearchTest, FindsWhatTheTextsHoldHoweverTheyAreDealtOut) {
  for (const auto& [segment_games, run_games] :
       {std::pair{50U, 7U}, {1000U, 100U}, {kTextGames, 1U}}) {
    store(segment_games, run_games);
    for (int turn = 0; turn < test::many(150); ++turn) {
      std::vector<Phrase> phrases{some_phrase()};
      if (dice_() % 2 == 0) phrases.push_back({"w" + std::to_string(dice_() % 50)});
      ASSERT_EQ(games_with(sql(), phrases).members(), slowly(phrases))
          << fmt::format("{}", fmt::join(phrases[0], " "));
    }
    EXPECT_TRUE(games_with(sql(), std::vector<Phrase>{{"nobody"}}).empty());
  }
}

TEST_F(WordSearchTest, MergesManySegmentsAndFindsTheSame) {
  store(20, 20);
  EXPECT_LT(word_segments(sql()).size(), kTextGames / 20 / 4);
  compact_words(sql(), {});
  EXPECT_EQ(word_segments(sql()).size(), 1u);
  for (int turn = 0; turn < 100; ++turn) {
    const std::vector<Phrase> phrases{some_phrase()};
    ASSERT_EQ(games_with(sql(), phrases).members(), slowly(phrases));
  }
}

TEST_F(WordSearchTest, CompactionDropsTheWordsOfRemovedGames) {
  store(500, 50);
  const auto is_alive = [](std::int64_t game) { return game % 3 != 0; };
  compact_words(sql(), is_alive);
  for (int turn = 0; turn < 100; ++turn) {
    const std::vector<Phrase> phrases{some_phrase()};
    std::vector<std::int64_t> expected;
    std::ranges::copy_if(slowly(phrases), std::back_inserter(expected), is_alive);
    ASSERT_EQ(games_with(sql(), phrases).members(), expected);
  }
  EXPECT_EQ(sql().first_integer("SELECT count(*) FROM word_block"),
            sql().first_integer("SELECT sum(blocks) FROM word_segment"));
  compact_words(sql(), [](std::int64_t) { return false; });
  EXPECT_EQ(sql().first_integer("SELECT count(*) FROM word_block"), 0);
  EXPECT_TRUE(word_segments(sql()).empty());
}

TEST_F(WordSearchTest, WordsOfAGameComeBackWhateverTheMemory) {
  store(700, 33);
  for (const std::size_t memory_bytes : {0, 64 << 20}) {
    GameWords words(sql(), memory_bytes);
    for (std::uint32_t game = 0; game < kTextGames; ++game) {
      std::vector<std::string> expected;
      std::ranges::copy_if(words_.texts()[game], std::back_inserter(expected),
                           [](const std::string& text) { return !text.empty(); });
      const std::vector<std::string>* const found = words.find(kFirstGame + game);
      ASSERT_EQ(found == nullptr, expected.empty()) << game;
      if (found != nullptr) {
        ASSERT_EQ(*found, expected) << game;
      }
    }
    EXPECT_EQ(words.find(kFirstGame + kTextGames), nullptr);
  }
}

TEST_F(WordSearchTest, DamageIsAnErrorOrADifferentAnswer) {
  store(1000, 100);
  struct Row {
    std::int64_t id;
    std::string data;
  };
  std::vector<Row> rows;
  SqlStatement select(sql(), "SELECT id, data FROM word_block");
  while (select.step()) rows.push_back({select.integer(0), select.string(1)});
  std::size_t refused = 0;
  for (int turn = 0; turn < 50; ++turn) {
    const Row& row = rows[dice_() % rows.size()];
    std::string data = row.data;
    data[dice_() % data.size()] ^= static_cast<char>(1 + dice_() % 255);
    sql().run("UPDATE word_block SET data = ? WHERE id = ?", SqlBlob{data}, row.id);
    try {
      (void)games_with(sql(), std::vector<Phrase>{some_phrase()});
    } catch (const DatabaseError&) {
      ++refused;
    }
    EXPECT_THROW(compact_words(sql(), {}), DatabaseError);
    sql().run("UPDATE word_block SET data = ? WHERE id = ?", SqlBlob{row.data}, row.id);
    sql().run(
        "DELETE FROM word_block WHERE id NOT IN (SELECT b.id FROM word_block b JOIN "
        "word_segment s ON s.id = b.id >> 32)");
  }
  EXPECT_GT(refused, 0u);
}

TEST_F(WordSearchTest, SegmentsThatCannotBeAreRefused) {
  store(1000, 100);
  for (const std::string_view change :
       {"blocks = 0 - 1", "end_game = first_game", "end_game = 1 << 60", "first_game = 0",
        "end_game = end_game + 1", "places = 0", "id = 0 - id"}) {
    sql().exec("SAVEPOINT before");
    sql().exec(fmt::format("UPDATE word_segment SET {} WHERE id = 1", change));
    EXPECT_THROW((void)word_segments(sql()), DatabaseError) << change;
    sql().exec("ROLLBACK TO before; RELEASE before");
  }
  sql().exec("DELETE FROM word_block WHERE id = (SELECT max(id) FROM word_block)");
  EXPECT_THROW(compact_words(sql(), {}), DatabaseError);
}

TEST(WordMergeChoice, TakesSixteenOfLikeSize) {
  std::vector<WordSegment> segments;
  const auto add = [&](std::uint32_t blocks, std::int64_t games) {
    const std::int64_t first = segments.empty() ? 1 : segments.back().end_game;
    segments.push_back({.id = 1, .first_game = first, .end_game = first + games, .blocks = blocks});
  };
  using Places = std::pair<std::size_t, std::size_t>;
  add(1000, 10'000);
  for (int i = 0; i < 15; ++i) add(3, 100);
  EXPECT_EQ(choose_word_merge(segments), Places());
  add(3, 100);
  EXPECT_EQ(choose_word_merge(segments), Places(1, 17));
  add(20'000, 10'000);
  EXPECT_EQ(choose_word_merge(segments), Places(1, 17));
  for (int i = 0; i < 40; ++i) add(2000, 400'000);  // two of them are too many games for one
  segments.erase(segments.begin() + 1, segments.begin() + 17);
  EXPECT_EQ(choose_word_merge(segments), Places());
}

}  // namespace
}  // namespace ludex

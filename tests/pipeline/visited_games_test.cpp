#include "pipeline/visited_games.hpp"

#include "store/facts.hpp"
#include "store/sql/sqlite_file.hpp"

#include <gtest/gtest.h>

#include <cstdint>
#include <random>
#include <utility>

namespace ludex {
namespace {

/// Games of 0 to 4 postings each, in six chunks, with facts drawn at random.
class VisitedGamesTest : public testing::Test {
 protected:
  VisitedGamesTest() : sql_(":memory:", SqliteFile::Mode::create) {
    sql_.exec(
        "CREATE TABLE fact_block (id INTEGER PRIMARY KEY, minimum INTEGER, maximum INTEGER, data "
        "BLOB)");
    FactWriter writer(sql_, 1);
    FactRow row{};
    for (std::int64_t game = 1; game <= 5 * kFactChunkGames + 100; ++game) {
      for (std::int64_t& value : row) value = static_cast<std::int64_t>(random_() % 1000);
      row[fact_index(Fact::first_posting)] = static_cast<std::int64_t>(end_);
      end_ += random_() % 5;
      writer.append(row);
    }
    writer.flush();
  }

  void expect_same(VisitedGames& loaded, VisitedGames& stored, std::uint64_t number) {
    const auto owner = stored.owner(number);
    ASSERT_EQ(loaded.owner(number).game, owner.game) << "posting " << number;
    ASSERT_EQ(loaded.owner(number).ply, owner.ply) << "posting " << number;
    ASSERT_EQ(loaded.first_posting(owner.game), stored.first_posting(owner.game));
    ASSERT_EQ(loaded.main_positions(owner.game), stored.main_positions(owner.game));
    ASSERT_EQ(loaded.total_positions(owner.game), stored.total_positions(owner.game));
    ASSERT_EQ(loaded.game_type(owner.game), stored.game_type(owner.game));
    ASSERT_EQ(loaded.size(owner.game), stored.size(owner.game));
    const CountedGame one = loaded.counted(owner.game), other = stored.counted(owner.game);
    ASSERT_EQ(one.id, other.id);
    ASSERT_EQ(one.winner, other.winner);
    ASSERT_EQ(one.from, other.from);
    ASSERT_EQ(one.to, other.to);
    ASSERT_EQ(one.flags.bits(), other.flags.bits());
  }

  SqliteFile sql_;
  std::mt19937 random_{7};
  std::uint64_t end_ = 0;  // of the postings
};

TEST_F(VisitedGamesTest, AreTheSameWhereStoredAndLoaded) {
  StoredVisitedGames stored(sql_, kLeastFactMemory);
  const std::uint64_t middle = end_ / 2;
  for (const auto& [first, end] : {std::pair{std::uint64_t{0}, end_}, std::pair{middle, end_},
                                   std::pair{middle, middle + 1}}) {
    const auto games = LoadedGames::load(sql_, first, end, 1 << 20);
    ASSERT_TRUE(games);
    LoadedVisitedGames loaded(*games);
    for (std::uint64_t number = first; number < end; ++number) {
      expect_same(loaded, stored, number);
    }
    for (int i = 0; i < 2000; ++i) expect_same(loaded, stored, first + random_() % (end - first));
  }
}

TEST_F(VisitedGamesTest, AreNotLoadedIfTheyTakeTooMuch) {
  EXPECT_FALSE(LoadedGames::load(sql_, 0, end_, 100 << 10));
  EXPECT_TRUE(LoadedGames::load(sql_, end_ - 1, end_, 100 << 10)) << "one chunk alone";
  EXPECT_TRUE(LoadedGames::load(sql_, 5, 5, 0)) << "no posting, no game";
}

}  // namespace
}  // namespace ludex

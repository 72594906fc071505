#include "ludex/query/game_rows.hpp"
#include "ludex/core/error.hpp"
#include "ludex/query/database_info.hpp"
#include "query/made_games.hpp"
#include "query/slow_games.hpp"

#include <gtest/gtest.h>

#include <algorithm>

namespace ludex {
namespace {

using test::MadeDatabase;
using test::Picker;
using test::SlowGame;

class GameRowsTest : public ::testing::Test {
 protected:
  GameRowsTest() {
    made_.add_source("games.sgf");
    std::vector<GameRow> games;
    for (int i = 0; i < 300; ++i) games.push_back(test::made_game(pick_));
    made_.add_games(std::move(games));
  }
  FoundGames all() { return find_games(made_.database(), {}); }
  std::vector<std::int64_t> listed(const Listing& listing) {
    std::vector<std::int64_t> ids;
    list_games(made_.database(), all(), listing, [&](std::span<const Value> row) {
      ids.push_back(std::get<std::int64_t>(row.front()));
      return true;
    });
    return ids;
  }

  Picker pick_{5};
  MadeDatabase made_;
};

TEST_F(GameRowsTest, ARowHasTheValuesOfTheView) {
  Database& database = made_.database();
  GameRows rows(database, game_columns(database));
  std::vector<Value> row;
  for (const SlowGame& game : test::read_slowly(database.sql())) {
    ASSERT_TRUE(rows.read(static_cast<GameId>(game.id()), row));
    ASSERT_EQ(row.size(), game.columns.size());
    for (std::size_t i = 0; i < row.size(); ++i) {
      EXPECT_EQ(row[i], game.columns.at(rows.columns()[i])) << rows.columns()[i];
    }
  }
  EXPECT_FALSE(rows.read(static_cast<GameId>(4000), row));
}

TEST_F(GameRowsTest, AColumnThatIsNoneIsNamed) {
  try {
    GameRows rows(made_.database(), {"id", "blak"});
    FAIL() << "nothing was thrown";
  } catch (const UsageError& error) {
    EXPECT_TRUE(
        std::string(error.what())
            .starts_with("there is no column 'blak'; the columns are id, game, kind, size"));
  }
}

TEST_F(GameRowsTest, SortsByColumnsNullLastAndTiesById) {
  for (const auto& [key, order] : std::vector<std::pair<std::string, std::string>>{
           {"moves", "moves, id"},
           {"-komi", "komi IS NULL, komi DESC, id"},
           {"black,-date_from", "black IS NULL, black, date_from IS NULL, date_from DESC, id"},
           {"event,round,-id", "event IS NULL, event, round IS NULL, round, id DESC"}}) {
    std::vector<std::int64_t> expected;
    SQLite::Statement select(made_.database().sql(), "SELECT id FROM games ORDER BY " + order);
    while (select.executeStep()) expected.push_back(select.getColumn(0).getInt64());
    Listing listing;
    listing.columns = {"id"};
    listing.sort = parse_sort(key);
    EXPECT_EQ(listed(listing), expected) << key;
    listing.offset = 20;
    listing.limit = 7;
    EXPECT_EQ(listed(listing), std::vector(expected.begin() + 20, expected.begin() + 27)) << key;
    listing.offset = 298;
    EXPECT_EQ(listed(listing), std::vector(expected.begin() + 298, expected.end())) << key;
  }
}

TEST_F(GameRowsTest, InfoCountsWhatTheTablesHold) {
  made_.add_reject("no game");
  made_.add_source("not-yet.sgf", /*hidden=*/true);
  made_.add_games({test::made_game(pick_)});
  made_.add_reject("hidden reject");
  const DatabaseInfo info = read_info(made_.database());
  EXPECT_EQ(info.totals.sources, 1);
  EXPECT_EQ(info.totals.records, 301);
  EXPECT_EQ(info.totals.game_records, 300);
  EXPECT_EQ(info.totals.rejects, 1);
  EXPECT_EQ(info.totals.games, 300);
  EXPECT_TRUE(info.totals.reconcile());
  std::int64_t games = 0;
  for (const GameCount& count : info.games) games += count.games;
  EXPECT_EQ(games, 300);
  EXPECT_GT(info.file_bytes, 0);
  ASSERT_FALSE(info.settings.empty());
}

TEST_F(GameRowsTest, TheSignatureIsAboutGamesAndRejectsThatAreAnswers) {
  const std::string before = signature(made_.database());
  EXPECT_EQ(before.size(), 32u);
  made_.add_source("not-yet.sgf", /*hidden=*/true);
  made_.add_games({test::made_game(pick_)});
  made_.add_reject("hidden reject");
  made_.index_positions();
  EXPECT_EQ(signature(made_.database()), before);
  made_.add_source("more.sgf");
  made_.add_reject("no game");
  const std::string with_reject = signature(made_.database());
  EXPECT_NE(with_reject, before);
  made_.remove(static_cast<GameId>(17));
  EXPECT_NE(signature(made_.database()), with_reject);
}

}  // namespace
}  // namespace ludex

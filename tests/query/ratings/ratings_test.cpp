#include "query/ratings/ratings.hpp"
#include "ludex/error.hpp"
#include "query/made_games.hpp"
#include "store/people.hpp"

#include <gtest/gtest.h>

#include <algorithm>

namespace ludex {
namespace {

using test::MadeDatabase;
using test::Picker;

GameRow game_of(const std::string& black, const std::string& white, const std::string& result,
                const std::string& date = "2000-05-06") {
  GameRow game = test::go_game({19, 19}, {});
  game.info.seats[0].name = black;
  game.info.seats[1].name = white;
  game.info.result_raw = result;
  game.info.result = parse_result(result);
  game.info.date_raw = date;
  game.info.date = parse_date(date);
  return game;
}

std::string text_of(const Value& value) {
  if (const auto* const text = std::get_if<std::string>(&value)) return *text;
  if (const auto* const whole = std::get_if<std::int64_t>(&value)) return std::to_string(*whole);
  if (const auto* const real = std::get_if<double>(&value)) return std::to_string(*real);
  return "-";
}

class Ratings : public testing::Test {
 protected:
  void SetUp() override { made_.add_source("ratings.sgf"); }

  void add(std::vector<GameRow> games) { made_.add_games(std::move(games)); }
  RatingList rate(const RatingQuestion& question = {}, const GameFilters& filters = {}) {
    return rate_players(made_.database(), filters, question);
  }
  /// Values of some columns, a line a row.
  static std::vector<std::string> columns(const RatingList& list,
                                          const std::vector<std::string>& names) {
    std::vector<std::string> lines;
    for (const std::vector<Value>& row : list.table.rows) {
      std::string& line = lines.emplace_back();
      for (const std::string& name : names) {
        const auto& all = list.table.columns;
        const auto found = std::find_if(all.begin(), all.end(),
                                        [&](const auto& column) { return column.name == name; });
        line += (line.empty() ? "" : " ") +
                text_of(row.at(static_cast<std::size_t>(found - all.begin())));
      }
    }
    return lines;
  }

  MadeDatabase made_;
};

using Lines = std::vector<std::string>;

TEST_F(Ratings, CountsTheGamesOfAPlayerFromTheFirstYearToTheLast) {
  add({game_of("A", "B", "B+R", "1990-01-01"), game_of("B", "A", "Draw", "1995"),
       game_of("A", "B", "W+3.5", "2001,2003")});
  const RatingList list = rate({.sort = parse_sort("player")});
  EXPECT_EQ(
      columns(list, {"player", "games", "wins", "losses", "draws", "first_year", "last_year"}),
      (Lines{"A 3 1 1 1 1990 2002", "B 3 1 1 1 1990 2002"}));
  EXPECT_EQ(list.games.rated, 3);
  EXPECT_EQ(list.players, 2);
}

TEST_F(Ratings, GivesARatingForEachYearWithGames) {
  add({game_of("A", "B", "B+R", "1990"), game_of("B", "A", "W+R", "1990"),
       game_of("A", "B", "W+R", "2005")});
  const RatingList list = rate({.rows = RatingRows::years});
  EXPECT_EQ(columns(list, {"player", "year", "games", "wins"}),
            (Lines{"A 1990 2 2", "A 2005 1 0", "B 1990 2 0", "B 2005 1 1"}));
  const auto rating = [&](std::size_t row) {
    return std::get<std::int64_t>(list.table.rows[row][2]);
  };
  EXPECT_GT(rating(0), rating(1));
  EXPECT_LT(rating(2), rating(3));
}

TEST_F(Ratings, LeavesOutWhatHasNoPlaceAndSaysHowMuch) {
  GameRow three = game_of("A", "B", "B+R");
  three.info.seats.resize(3);
  three.info.seats[2].name = "C";
  add({three, game_of("A", "", "B+R"), game_of("A", "A", "B+R"), game_of("A", "B", "Void"),
       game_of("A", "B", "?"), game_of("A", "B", ""), game_of("A", "B", "B+R", ""),
       game_of("A", "B", "B+R")});
  const RatingList list = rate();
  EXPECT_EQ(list.games.many_seats, 1);
  EXPECT_EQ(list.games.nameless, 2);
  EXPECT_EQ(list.games.undecided, 3);
  EXPECT_EQ(list.games.undated, 1);
  EXPECT_EQ(list.games.rated, 1);
}

TEST_F(Ratings, DoesNotGuessAYearWhereOnlyTheFirstDayIsKnown) {
  GameRow since = game_of("A", "B", "B+R", "");
  since.info.date = {20040101, 0, DatePrecision::since};
  add({since, game_of("A", "B", "B+R", "2001")});
  EXPECT_EQ(rate().games.undated, 1);
  EXPECT_EQ(rate().games.rated, 1);
  EXPECT_EQ(columns(rate({.drift = 0}), {"player", "games", "first_year", "last_year"}),
            (Lines{"A 2 2001 2001", "B 2 2001 2001"}));
}

TEST_F(Ratings, TakesGamesWithoutADateWhereRatingsDoNotMove) {
  add({game_of("A", "B", "B+R", ""), game_of("A", "B", "B+R", "2001"),
       game_of("C", "B", "B+R", "")});
  const RatingList list = rate({.drift = 0});
  EXPECT_EQ(list.games.undated, 0);
  EXPECT_EQ(columns(list, {"player", "games", "first_year", "last_year"}),
            (Lines{"A 2 2001 2001", "C 1 - -", "B 3 2001 2001"}));
}

TEST_F(Ratings, FiltersAboutPlayersChooseRowsAndNotGames) {
  GameRow of_rank = game_of("C", "D", "B+R");
  of_rank.info.seats[0].rank = "9p";
  of_rank.info.seats[0].rank_order = parse_rank_range("9p").from;
  add({game_of("A", "B", "B+R"), game_of("B", "C", "B+R"), game_of("A", "C", "W+R"), of_rank,
       game_of("D", "A", "B+R", "1950")});
  const Lines everybody =
      columns(rate({.sort = parse_sort("player")}), {"player", "rating", "games", "group"});
  const auto shown = [&](const GameFilters& filters) {
    return columns(rate({.sort = parse_sort("player")}, filters),
                   {"player", "rating", "games", "group"});
  };
  const auto some = [&](const std::vector<std::size_t>& places) {
    Lines lines;
    for (const std::size_t place : places) lines.push_back(everybody[place]);
    return lines;
  };
  const auto with = [](auto set) {
    GameFilters filters;
    set(filters);
    return filters;
  };
  const auto name = [](const char* text) { return parse_name("player", text); };
  const auto won_against_c = [&](Outcome outcome) {
    return with([&](GameFilters& f) {
      f.players = {name("b")};
      f.opponent = name("c");
      f.outcome = outcome;
    });
  };
  const GameFilters a = with([&](GameFilters& f) { f.players = {name("a")}; });
  EXPECT_EQ(shown(a), some({0}));
  EXPECT_EQ(shown(with([&](GameFilters& f) { f.players = {name("a"), name("b")}; })), some({0, 1}));
  EXPECT_EQ(shown(won_against_c(Outcome::win)), some({1}));
  EXPECT_EQ(shown(won_against_c(Outcome::loss)), Lines());
  EXPECT_EQ(shown(with([&](GameFilters& f) { f.black = name("b"); })), some({1}));
  EXPECT_EQ(shown(with([&](GameFilters& f) { f.white = name("b"); })), some({1}));
  EXPECT_EQ(shown(with([&](GameFilters& f) { f.rank = parse_rank_range("9p"); })), some({2}));
  EXPECT_EQ(rate({}, a).shown, 1);
  EXPECT_EQ(rate({}, a).games.rated, 5);
  GameFilters a_in_2000 = a;
  a_in_2000.dates = {parse_days("date", "2000")};
  EXPECT_EQ(rate({}, a_in_2000).games.rated, 4);
  EXPECT_THROW(rate({.rows = RatingRows::advantages}, a), UsageError);
}

TEST_F(Ratings, KnowsOnePersonByAllNames) {
  add({game_of("Go Seigen", "A", "B+R"), game_of("A", "呉清源", "W+R")});
  const Alias alias{"Go Seigen", "呉清源"};
  add_aliases(made_.database(), NameKind::player, std::span(&alias, 1));
  EXPECT_EQ(columns(rate(), {"player", "games"}), (Lines{"Go Seigen 2", "A 2"}));
}

TEST_F(Ratings, TellsApartThoseWhoNeverMet) {
  add({game_of("A", "B", "B+R"), game_of("X", "Y", "B+R"), game_of("Y", "Z", "B+R"),
       game_of("Y", "Z", "B+R")});
  const RatingList list = rate();
  EXPECT_EQ(list.groups, 2);
  EXPECT_EQ(columns(list, {"group", "player"}), (Lines{"1 X", "1 Y", "1 Z", "2 A", "2 B"}));
}

TEST_F(Ratings, LearnsWhatBlackIsWorthOnEachTerms) {
  std::vector<GameRow> games;
  for (int i = 0; i < 60; ++i) {
    GameRow even =
        game_of(i % 2 == 0 ? "A" : "B", i % 2 == 0 ? "B" : "A", i % 4 < 2 ? "B+R" : "W+R");
    even.info.komi = 6.5;
    games.push_back(even);
    GameRow handicap = game_of("B", "A", i % 10 == 0 ? "W+R" : "B+R");
    handicap.info.handicap = 4;
    games.push_back(handicap);
  }
  add(std::move(games));
  const RatingList list = rate({.rows = RatingRows::advantages});
  ASSERT_EQ(columns(list, {"handicap", "komi", "games"}), (Lines{"4 - 60", "- 6.500000 60"}));
  const auto value = [&](std::size_t row, std::size_t column) {
    return std::get<std::int64_t>(list.table.rows[row][column]);
  };
  EXPECT_GT(value(0, 3), 200);
  EXPECT_NEAR(static_cast<double>(value(1, 3)), 0, 10);
  EXPECT_GT(value(1, 4), 50);
  const RatingList players = rate();
  const auto rating = [&](std::size_t row) {
    return static_cast<double>(std::get<std::int64_t>(players.table.rows[row][1]));
  };
  EXPECT_NEAR(rating(0), rating(1), 50) << "B won more often, but with stones";
}

TEST_F(Ratings, RefusesGamesOfSeveralKinds) {
  GameRow hex = game_of("A", "B", "B+R");
  hex.info.game = GameType::hex;
  add({hex, game_of("A", "B", "B+R")});
  try {
    (void)rate();
    FAIL();
  } catch (const UsageError& error) {
    EXPECT_STREQ(error.what(), "`ratings`: these are games of go, hex; choose one with `game`");
  }
  GameFilters filters;
  filters.game = GameType::hex;
  EXPECT_EQ(rate({}, filters).games.rated, 1);
}

TEST_F(Ratings, ListsWhoHasEnoughGamesInTheOrderAskedFor) {
  add({game_of("A", "B", "B+R"), game_of("A", "C", "B+R"), game_of("B", "C", "B+R"),
       game_of("C", "D", "W+R")});
  EXPECT_EQ(columns(rate({.min_games = 2}), {"player"}), (Lines{"A", "B", "C"}));
  EXPECT_EQ(columns(rate({.sort = parse_sort("-games,-player"), .limit = 2}), {"player"}),
            (Lines{"C", "B"}));
  EXPECT_THROW((void)rate({.sort = parse_sort("age")}), UsageError);
  EXPECT_THROW((void)rate({.rows = RatingRows::years, .drift = 0}), UsageError);
}

TEST_F(Ratings, DoNotDependOnIds) {
  Picker pick(5);
  std::vector<GameRow> games;
  for (int i = 0; i < 500; ++i) {
    games.push_back(test::made_game(pick));
    games.back().info.game = GameType::go;
  }
  add(games);
  MadeDatabase turned;
  turned.add_source("turned.sgf");
  std::reverse(games.begin(), games.end());
  turned.add_games(std::move(games));
  for (const RatingRows rows : {RatingRows::players, RatingRows::years, RatingRows::advantages}) {
    const RatingList list = rate({.rows = rows});
    ASSERT_FALSE(list.table.rows.empty());
    EXPECT_EQ(list.table.rows, rate_players(turned.database(), {}, {.rows = rows}).table.rows);
  }
}

TEST_F(Ratings, HaveNoRowsWhereThereAreNoGames) {
  EXPECT_TRUE(rate().table.rows.empty());
  EXPECT_TRUE(rate({.rows = RatingRows::advantages}).table.rows.empty());
}

}  // namespace
}  // namespace ludex

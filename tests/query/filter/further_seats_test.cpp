#include "query/filter/game_query.hpp"
#include "query/filter/game_seats.hpp"
#include "query/made_games.hpp"
#include "query/stats/game_stats.hpp"
#include "store/people.hpp"

#include <gtest/gtest.h>

#include <map>

namespace ludex {
namespace {

using test::MadeDatabase;
using test::Picker;

using Numbers = std::vector<std::optional<double>>;
using Rows = std::map<std::vector<std::string>, Numbers>;

std::optional<double> number(const Value& value) {
  if (const auto* const whole = std::get_if<std::int64_t>(&value)) {
    return static_cast<double>(*whole);
  }
  if (const auto* const real = std::get_if<double>(&value)) return *real;
  return std::nullopt;
}

/// Crossword games of two to four players, some of whom are not named, with and without scores.
class FurtherSeatsTest : public testing::Test {
 protected:
  void SetUp() override {
    const std::vector<std::string> names = {"Ann", "Bob", "Cid", "Dee", "Eve", "bob", ""};
    Picker pick(9);
    made_.add_source("seats.gcg");
    std::vector<GameRow> games;
    for (int i = 0; i < 600; ++i) {
      GameRow game = test::go_game({15, 15}, {});
      game.info.game = GameType::crossword;
      const std::size_t seats = 2 + pick.below(3);
      game.info.seats.resize(seats);
      for (SeatInfo& seat : game.info.seats) {
        seat.name = pick.from(names);
        if (!pick.one_in(4)) seat.score = static_cast<double>(pick.below(500));
      }
      if (!pick.one_in(4)) game.info.result.winner = winner_at_seat(1 + pick.below(seats));
      if (pick.one_in(6)) game.info.result.winner = Winner::draw;
      games.push_back(std::move(game));
    }
    made_.add_games(std::move(games));
    const Alias alias{"Bob", "bob"};
    add_aliases(made_.database(), NameKind::player, std::span(&alias, 1));
    const SeatedPerson seated{GameId{17}, 2, "Another Ann"};
    seat_people(made_.database(), std::span(&seated, 1));
  }

  /// Keys, then games, wins, losses, draws, and the means of scores.
  Rows counted(StatsKey key, std::vector<StatsKey> more = {}, GameFilters filters = {}) {
    StatsQuestion question;
    question.by = {key};
    question.by.insert(question.by.end(), more.begin(), more.end());
    filters.game = GameType::crossword;
    const StatsTable table = count_games(made_.database(), filters, question);
    Rows rows;
    for (const std::vector<Value>& row : table.rows) {
      std::vector<std::string> keys;
      for (std::size_t i = 0; i < table.keys; ++i) {
        const auto* const text = std::get_if<std::string>(&row[i]);
        keys.push_back(text != nullptr ? *text : "-");
      }
      const std::size_t k = table.keys;
      for (const std::size_t column : {k, k + 1, k + 2, k + 3, k + 8, k + 9, k + 10}) {
        rows[keys].push_back(number(row[column]));
      }
    }
    return rows;
  }

  /// The same from the view: as many texts as `keys`, then as many numbers as there are.
  Rows asked(const std::string& sql, int keys) {
    Rows rows;
    SqlStatement select(made_.database().sql(), sql);
    while (select.step()) {
      std::vector<std::string> names;
      for (int i = 0; i < keys; ++i) names.push_back(select.string(i));
      Numbers& numbers = rows[names];
      for (int i = keys; i < select.columns(); ++i) {
        numbers.push_back(select.is_null(i) ? std::nullopt : std::optional(select.real(i)));
      }
    }
    return rows;
  }

  static void expect_same(const Rows& actual, const Rows& expected, std::size_t numbers) {
    ASSERT_FALSE(expected.empty());
    ASSERT_EQ(actual.size(), expected.size());
    for (const auto& [keys, values] : expected) {
      const auto found = actual.find(keys);
      ASSERT_NE(found, actual.end()) << keys[0];
      for (std::size_t i = 0; i < numbers; ++i) {
        ASSERT_EQ(found->second[i].has_value(), values[i].has_value()) << keys[0] << ' ' << i;
        if (values[i]) {
          EXPECT_NEAR(*found->second[i], *values[i], 0.0051) << keys[0] << ' ' << i;
        }
      }
    }
  }

  MadeDatabase made_;
};

TEST_F(FurtherSeatsTest, CountAsTheFirstTwoDo) {
  expect_same(counted(StatsKey::player),
              asked("SELECT COALESCE(person, '-'), COUNT(DISTINCT game_id), "
                    "SUM(outcome IS 'win'), SUM(outcome IS 'loss'), SUM(outcome IS 'draw'), "
                    "AVG(score) FROM game_players GROUP BY 1",
                    1),
              5);
}

TEST_F(FurtherSeatsTest, MeetEachOfTheOthers) {
  const std::string meetings =
      "SELECT COALESCE(p.person, '-'), COALESCE(o.person, '-'), COUNT(DISTINCT p.game_id), "
      "SUM(p.outcome IS 'win'), SUM(o.outcome IS 'win'), SUM(p.outcome IS 'draw'), AVG(p.score), "
      "AVG(o.score), AVG(p.score - o.score) FROM game_players p JOIN game_players o ON "
      "o.game_id = p.game_id AND o.seat <> p.seat ";
  const Rows all = asked(meetings + "GROUP BY 1, 2", 2);
  expect_same(counted(StatsKey::player, {StatsKey::opponent}), all, 7);

  GameFilters filters;
  filters.players = {parse_name("player", "=Ann")};
  expect_same(counted(StatsKey::player, {StatsKey::opponent}, filters),
              asked(meetings + "WHERE p.person = 'Ann' GROUP BY 1, 2", 2), 7);
  filters.opponent = parse_name("opponent", "=Cid");
  expect_same(counted(StatsKey::player, {StatsKey::opponent}, filters),
              asked(meetings + "WHERE p.person = 'Ann' AND o.person = 'Cid' GROUP BY 1, 2", 2), 7);
}

TEST_F(FurtherSeatsTest, MakePairsOfTwoWhoeverSitsWhere) {
  const Rows meetings = counted(StatsKey::player, {StatsKey::opponent});
  const Rows pairs = counted(StatsKey::pair);
  for (const auto& [names, numbers] : pairs) {
    if (names[0] == names[1]) continue;
    EXPECT_EQ(numbers, meetings.at(names)) << names[0] << ' ' << names[1];
  }
  std::size_t ordered = 0;
  for (const auto& [names, numbers] : meetings) {
    ordered += names[1] == "-" || (names[0] != "-" && names[0] <= names[1]) ? 1 : 0;
  }
  EXPECT_EQ(pairs.size(), ordered);
}

TEST_F(FurtherSeatsTest, HaveTheMeanOfTheirOpponentsScores) {
  const auto mean_of_others = [](const std::string& of) {
    return "(SELECT AVG(o.score) FROM game_players o WHERE o.game_id = p.game_id AND o.seat <> "
           "p.seat) " +
           of;
  };
  expect_same(counted(StatsKey::player),
              asked("SELECT who, COUNT(DISTINCT game), SUM(outcome IS 'win'), SUM(outcome IS "
                    "'loss'), SUM(outcome IS 'draw'), AVG(score), AVG(others), AVG(score - others) "
                    "FROM (SELECT p.game_id AS game, COALESCE(person, '-') AS who, p.outcome, "
                    "p.score AS score, " +
                        mean_of_others("AS others") + " FROM game_players p) GROUP BY 1",
                    1),
              7);
}

TEST_F(FurtherSeatsTest, AreFoundByTheirPlayersWithWhoeverSitsInFrontOfThem) {
  GameFilters filters;
  filters.players = {parse_name("player", "=Dee"), parse_name("player", "=Ann")};
  filters.outcome = Outcome::win;
  std::vector<std::int64_t> expected;
  SqlStatement select(
      made_.database().sql(),
      "SELECT DISTINCT p.game_id FROM game_players p JOIN game_players o ON o.game_id = p.game_id "
      "AND o.seat <> p.seat WHERE p.person = 'Dee' AND p.outcome = 'win' AND o.person = 'Ann' "
      "ORDER BY 1");
  while (select.step()) expected.push_back(select.integer(0));
  ASSERT_FALSE(expected.empty());
  EXPECT_EQ(find_games(made_.database(), filters).games.members(), expected);
}

TEST_F(FurtherSeatsTest, AreThoseOfGamesThatHaveThem) {
  const People people(made_.database().sql(), NameKind::player);
  FurtherSeats one_by_one(made_.database().sql(), people), by_id(made_.database().sql(), people);
  std::int64_t last = 0;
  while (const SeatedGame* const game = one_by_one.next()) {
    EXPECT_GE(game->seats.size(), 3u);
    for (++last; last < game->game; ++last) EXPECT_EQ(by_id.find(last), nullptr);
    const SeatedGame* const same = by_id.find(game->game);
    ASSERT_NE(same, nullptr);
    EXPECT_EQ(same->seats.size(), game->seats.size());
  }
  EXPECT_EQ(by_id.find(1'000'000), nullptr);
}

}  // namespace
}  // namespace ludex

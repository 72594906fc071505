#include "query/stats/game_stats.hpp"
#include "formats/values/fold.hpp"
#include "games/api/orientation.hpp"
#include "ludex/error.hpp"
#include "query/made_games.hpp"
#include "query/slow_games.hpp"
#include "query/wilson_limits.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <functional>
#include <map>
#include <numeric>

namespace ludex {
namespace {

using test::MadeDatabase;
using test::Picker;
using test::SlowGame;

using Text = std::optional<std::string>;

/// A key in the simple implementation: a value of a row of the view, seen from a seat.
struct SlowKey {
  StatsKey key;
  std::function<Text(const SlowGame&, bool from_black)> value;
};

Text column(const SlowGame& game, const std::string& name) { return game.text(name); }

Text year_of_game(const SlowGame& game) {
  const Text from = game.text("date_from"), to = game.text("date_to");
  if (!from) return std::nullopt;
  const std::string first = from->substr(0, 4), last = to ? to->substr(0, 4) : "";
  return first == last ? first : first + ".." + last;
}

Text month_of_game(const SlowGame& game) {
  const Text from = game.text("date_from"), to = game.text("date_to");
  if (!from) return std::nullopt;
  const bool whole = from->substr(4) == "-01-01" && to && to->substr(4) == "-12-31";
  const std::size_t letters = whole ? 4 : 7;
  const std::string first = from->substr(0, letters), last = to ? to->substr(0, letters) : "";
  return first == last ? first : first + ".." + last;
}

/// Numbers as JSON-like text, so that rows compare as lists of texts.
Text number_text(const std::optional<double>& number) {
  return number ? Text(std::to_string(*number)) : std::nullopt;
}

Text text_of(const Value& value) {
  if (const auto* const text = std::get_if<std::string>(&value)) return *text;
  if (const auto* const whole = std::get_if<std::int64_t>(&value)) {
    return number_text(static_cast<double>(*whole));
  }
  if (const auto* const real = std::get_if<double>(&value)) return number_text(*real);
  return std::nullopt;
}

const std::vector<SlowKey>& all_keys() {
  const auto plain = [](StatsKey key, const char* name) {
    return SlowKey{key, [name](const SlowGame& game, bool) { return column(game, name); }};
  };
  static const std::vector<SlowKey> keys = {
      {StatsKey::player,
       [](const SlowGame& game, bool from_black) {
         return column(game, from_black ? "black" : "white");
       }},
      {StatsKey::opponent,
       [](const SlowGame& game, bool from_black) {
         return column(game, from_black ? "white" : "black");
       }},
      plain(StatsKey::event, "event"),
      plain(StatsKey::place, "place"),
      {StatsKey::year, [](const SlowGame& game, bool) { return year_of_game(game); }},
      {StatsKey::month, [](const SlowGame& game, bool) { return month_of_game(game); }},
      plain(StatsKey::result, "result"),
      plain(StatsKey::win_by, "win_by"),
      {StatsKey::length,
       [](const SlowGame& game, bool) {
         const auto first = static_cast<int>(*game.number("moves")) / 50 * 50;
         return Text(std::to_string(first) + ".." + std::to_string(first + 49));
       }},
      {StatsKey::handicap,
       [](const SlowGame& game, bool) { return number_text(game.number("handicap")); }},
      {StatsKey::komi, [](const SlowGame& game, bool) { return number_text(game.number("komi")); }},
      plain(StatsKey::size, "size"),
      plain(StatsKey::rules, "rules"),
      plain(StatsKey::game, "game"),
      plain(StatsKey::source, "source"),
  };
  return keys;
}

struct Sums {
  std::int64_t games = 0, wins = 0, losses = 0, draws = 0;
  double moves = 0;
};
using SlowTable = std::map<std::vector<Text>, Sums>;

void add_result(const SlowGame& game, bool from_black, Sums& sums) {
  const Text winner = game.text("winner");
  if (winner == "draw") ++sums.draws;
  if (winner == "B" || winner == "W") ++((winner == "B") == from_black ? sums.wins : sums.losses);
}

/// Counts games one by one. \param meant  true if the results of that seat count.
SlowTable count_slowly(const std::vector<SlowGame>& games, const std::vector<SlowKey>& keys,
                       bool of_players,
                       const std::function<bool(const SlowGame&, bool from_black)>& meant) {
  SlowTable table;
  for (const SlowGame& game : games) {
    std::vector<std::vector<Text>> seen;
    for (const bool from_black : {true, false}) {
      if (!meant(game, from_black)) continue;
      std::vector<Text> row;
      for (const SlowKey& key : keys) row.push_back(key.value(game, from_black));
      Sums& sums = table[row];
      if (std::find(seen.begin(), seen.end(), row) == seen.end()) {
        ++sums.games;
        sums.moves += *game.number("moves");
      }
      seen.push_back(row);
      add_result(game, from_black, sums);
      if (!of_players) break;
    }
  }
  return table;
}

std::int64_t whole(const Value& value) { return std::get<std::int64_t>(value); }

SlowTable rows_of(const StatsTable& table) {
  SlowTable rows;
  for (const std::vector<Value>& row : table.rows) {
    std::vector<Text> keys;
    for (std::size_t i = 0; i < table.keys; ++i) keys.push_back(text_of(row[i]));
    const std::size_t k = table.keys;
    Sums& sums = rows[keys];
    EXPECT_EQ(sums.games, 0) << "two rows for the same keys";
    sums = {whole(row[k]), whole(row[k + 1]), whole(row[k + 2]), whole(row[k + 3]), 0};
    sums.moves = std::round(std::get<double>(row[k + 7]) * static_cast<double>(sums.games));
  }
  return rows;
}

/// mean_moves is rounded, so it is compared with a tolerance.
void expect_same(const SlowTable& actual, const SlowTable& expected, const std::string& what) {
  ASSERT_EQ(actual.size(), expected.size()) << what;
  for (const auto& [keys, sums] : expected) {
    const auto found = actual.find(keys);
    ASSERT_NE(found, actual.end()) << what;
    EXPECT_EQ(found->second.games, sums.games) << what;
    EXPECT_EQ(found->second.wins, sums.wins) << what;
    EXPECT_EQ(found->second.losses, sums.losses) << what;
    EXPECT_EQ(found->second.draws, sums.draws) << what;
    EXPECT_NEAR(found->second.moves, sums.moves, 0.006 * static_cast<double>(sums.games) + 1)
        << what;
  }
}

class GameStats : public testing::Test {
 protected:
  void SetUp() override {
    Picker pick(7);
    for (const char* const source : {"one.sgf", "two.sgf"}) {
      made_.add_source(source);
      std::vector<GameRow> games;
      for (int i = 0; i < 300; ++i) games.push_back(test::made_game(pick));
      made_.add_games(std::move(games));
    }
    made_.add_source("hidden.sgf", true);
    made_.add_games({test::made_game(pick), test::made_game(pick)});
    made_.remove(GameId{5});
    games_ = test::read_slowly(made_.database().sql());
  }

  StatsTable count(const std::vector<StatsKey>& by, const GameFilters& filters = {}) {
    StatsQuestion question;
    question.by = by;
    return count_games(made_.database(), filters, question);
  }

  MadeDatabase made_;
  std::vector<SlowGame> games_;
};

bool names_players(const std::vector<SlowKey>& keys) {
  return std::any_of(keys.begin(), keys.end(), [](const SlowKey& key) {
    return key.key == StatsKey::player || key.key == StatsKey::opponent;
  });
}

TEST_F(GameStats, CountsAsTheObviousImplementationByEachKeyAndByTwo) {
  const auto everybody = [](const SlowGame&, bool) { return true; };
  for (const SlowKey& first : all_keys()) {
    for (const SlowKey& second : all_keys()) {
      std::vector<SlowKey> keys = {first};
      if (second.key != first.key) keys.push_back(second);
      std::vector<StatsKey> by;
      for (const SlowKey& key : keys) by.push_back(key.key);
      expect_same(rows_of(count(by)), count_slowly(games_, keys, names_players(keys), everybody),
                  std::string(stats_key_names()[static_cast<std::size_t>(first.key)]) + ", " +
                      std::string(stats_key_names()[static_cast<std::size_t>(second.key)]));
    }
  }
}

TEST_F(GameStats, CountsTheResultsOfThePlayerNamed) {
  GameFilters filters;
  filters.players = {parse_name("player", "cho")};
  filters.opponent = parse_name("opponent", "k");
  const auto named = [](const Text& name, const std::string& part) {
    return name && fold(*name).find(part) != std::string::npos;
  };
  const auto meant = [&](const SlowGame& game, bool from_black) {
    return named(game.text(from_black ? "black" : "white"), "cho") &&
           named(game.text(from_black ? "white" : "black"), "k");
  };
  for (const SlowKey& key : all_keys()) {
    expect_same(rows_of(count({key.key}, filters)), count_slowly(games_, {key}, true, meant),
                std::string(stats_key_names()[static_cast<std::size_t>(key.key)]));
  }
}

TEST_F(GameStats, CountsThoseWhoHadTheRankAskedFor) {
  GameFilters filters;
  filters.rank = parse_rank_range("9p");
  const auto meant = [](const SlowGame& game, bool from_black) {
    return game.text(from_black ? "black_rank" : "white_rank") == "9p";
  };
  expect_same(rows_of(count({StatsKey::player}, filters)),
              count_slowly(games_, {all_keys()[0]}, true, meant), "rank");
}

TEST_F(GameStats, ShowsAPairOnceWhoeverSatWhere) {
  const StatsTable pairs = count({StatsKey::pair});
  ASSERT_EQ(pairs.columns[0].name, "player");
  ASSERT_EQ(pairs.columns[1].name, "opponent");
  const SlowTable both_ways = rows_of(count({StatsKey::player, StatsKey::opponent}));
  std::int64_t games = 0;
  for (const auto& [keys, sums] : rows_of(pairs)) {
    if (keys[0] && keys[1]) {
      EXPECT_LE(*keys[0], *keys[1]);
    }
    EXPECT_TRUE(keys[0] || !keys[1]) << "the unknown one comes last";
    games += sums.games;
    if (keys[0] == keys[1]) continue;  // won and lost by the same name
    EXPECT_EQ(both_ways.at(keys).games, sums.games);
    EXPECT_EQ(both_ways.at(keys).wins, sums.wins);
    EXPECT_EQ(both_ways.at(keys).losses, sums.losses);
  }
  EXPECT_EQ(games, static_cast<std::int64_t>(games_.size()));
}

TEST_F(GameStats, ShowsTheRankOfThePlayerOfAPair) {
  const SlowTable both_ways =
      rows_of(count({StatsKey::player, StatsKey::opponent, StatsKey::rank}));
  const SlowTable pairs = rows_of(count({StatsKey::pair, StatsKey::rank}));
  EXPECT_FALSE(pairs.empty());
  for (const auto& [keys, sums] : pairs) {
    if (keys[0] == keys[1]) continue;
    ASSERT_TRUE(both_ways.contains(keys)) << keys[0].value_or("?") << ", " << keys[2].value_or("?");
    EXPECT_EQ(both_ways.at(keys).games, sums.games);
    EXPECT_EQ(both_ways.at(keys).wins, sums.wins);
  }
}

TEST_F(GameStats, SortsByWhatIsAskedForAndAlwaysTheSameWay) {
  StatsQuestion question;
  question.by = {StatsKey::player};
  question.sort = parse_sort("-rate_low,player");
  const StatsTable table = count_games(made_.database(), {}, question);
  for (std::size_t i = 1; i < table.rows.size(); ++i) {
    EXPECT_GE(std::get<double>(table.rows[i - 1][6]), std::get<double>(table.rows[i][6]));
  }
  question.limit = 2;
  const StatsTable cut = count_games(made_.database(), {}, question);
  ASSERT_EQ(cut.rows.size(), 2u);
  EXPECT_EQ(cut.rows[1], table.rows[1]);
  question.sort = parse_sort("age");
  EXPECT_THROW((void)count_games(made_.database(), {}, question), UsageError);
}

TEST_F(GameStats, PutsYearsInOrderWithTheUnknownOneLast) {
  const StatsTable table = count({StatsKey::year});
  std::vector<Text> years;
  for (const auto& row : table.rows) years.push_back(text_of(row[0]));
  EXPECT_EQ(years, (std::vector<Text>{"1984..1985", "1985..", "1985", "1990..", "1990", "1996",
                                      std::nullopt}));
}

TEST_F(GameStats, RefusesKeysThatDoNotGoTogether) {
  EXPECT_THROW((void)count({}), UsageError);
  EXPECT_THROW((void)count({StatsKey::year, StatsKey::year}), UsageError);
  EXPECT_THROW((void)count({StatsKey::pair, StatsKey::player}), UsageError);
}

/// The same moves on a board turned by `orientation`.
std::vector<std::uint16_t> turned(const std::vector<std::uint16_t>& points, Orientation orientation,
                                  BoardSize size) {
  std::vector<std::uint16_t> result;
  for (const std::uint16_t point : points) {
    result.push_back(static_cast<std::uint16_t>(map_point(orientation, point, size)));
  }
  return result;
}

TEST(Openings, AreOneRowHoweverTheBoardLies) {
  MadeDatabase made;
  made.add_source("openings.sgf");
  Picker pick(3);
  constexpr BoardSize kSize{19, 19};
  constexpr std::size_t kMoves = 3;
  std::map<std::string, std::int64_t> expected;
  std::vector<GameRow> games;
  for (int i = 0; i < 400; ++i) {
    // Few different ones: two from a small set of points, then anything elsewhere.
    const std::vector<std::uint16_t> points = {static_cast<std::uint16_t>(3 * 19 + pick.below(4)),
                                               static_cast<std::uint16_t>(300),
                                               static_cast<std::uint16_t>(200 + pick.below(3)),
                                               static_cast<std::uint16_t>(10 + pick.below(9))};
    std::vector<std::uint16_t> first;
    for (const Orientation orientation : kAllOrientations) {
      std::vector<std::uint16_t> candidate = turned(points, orientation, kSize);
      candidate.resize(kMoves);
      if (first.empty() || candidate < first) first = candidate;
    }
    std::string text;
    for (const std::uint16_t point : first) {
      text += text.empty() ? "" : " ";
      text += {static_cast<char>('a' + point % 19), static_cast<char>('a' + point / 19)};
    }
    ++expected[text];
    games.push_back(test::go_game(
        kSize,
        turned(points, pick.from(std::vector(kAllOrientations.begin(), kAllOrientations.end())),
               kSize)));
  }
  games.push_back(test::go_game({9, 9}, {40, 41}));
  expected["9x9 ee ed"] = 1;
  made.add_games(std::move(games));

  StatsQuestion question;
  question.by = {StatsKey::opening};
  question.opening_moves = kMoves;
  std::map<std::string, std::int64_t> counted;
  for (const auto& row : count_games(made.database(), {}, question).rows) {
    counted[text_of(row[0]).value_or("?")] = whole(row[1]);
  }
  EXPECT_EQ(counted, expected);
}

TEST(WilsonLimits, AreThoseOfTheLiterature) {
  // Newcombe 1998 (Statistics in Medicine 17), table I: 81 of 263, 15 of 148, 0 of 20, 1 of 29.
  const auto expect_limits = [](double successes, double trials, double low, double high) {
    const ShareLimits limits = wilson_limits(successes, trials);
    EXPECT_NEAR(limits.low, low, 0.00005);
    EXPECT_NEAR(limits.high, high, 0.00005);
  };
  expect_limits(81, 263, 0.2553, 0.3662);
  expect_limits(15, 148, 0.0624, 0.1605);
  expect_limits(0, 20, 0.0, 0.1611);
  expect_limits(1, 29, 0.0061, 0.1718);
}

}  // namespace
}  // namespace ludex

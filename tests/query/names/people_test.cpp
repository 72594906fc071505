#include "store/people.hpp"
#include "ludex/error.hpp"
#include "query/filter/game_query.hpp"
#include "query/made_games.hpp"
#include "query/slow_games.hpp"
#include "query/stats/game_stats.hpp"

#include <gtest/gtest.h>

#include <map>

namespace ludex {
namespace {

using test::MadeDatabase;
using test::Picker;

using Ids = std::vector<std::int64_t>;

/// Games between the names of tests/query/made_games.hpp; three of them are one person's.
class PeopleTest : public testing::Test {
 protected:
  void SetUp() override {
    Picker pick(11);
    made_.add_source("people.sgf");
    std::vector<GameRow> games;
    for (int i = 0; i < 400; ++i) games.push_back(test::made_game(pick));
    made_.add_games(std::move(games));
  }

  void alias(const std::string& person, const std::string& name, NameKind kind = NameKind::player) {
    const Alias one{person, name};
    add_aliases(made_.database(), kind, std::span(&one, 1));
  }
  void seat(std::int64_t game, std::int64_t number, const std::string& person) {
    const SeatedPerson one{GameId{game}, number, person};
    seat_people(made_.database(), std::span(&one, 1));
  }
  /// Another database with some games: what `change` says of people there is joined to this one.
  template <class Change>
  PeopleJoin join_what(Change change) {
    Picker pick(11);
    MadeDatabase other;
    other.add_source("people.sgf");
    other.add_games({test::made_game(pick), test::made_game(pick), test::made_game(pick)});
    change(other.database());
    SqlTransaction transaction(made_.database().sql());
    PeopleJoin join = join_people(other.database().sql(), made_.database().sql(),
                                  [](GameId game) { return game; });
    transaction.commit();
    return join;
  }
  Ids found(const GameFilters& filters) {
    return find_games(made_.database(), filters).games.members();
  }
  Ids found_player(const std::string& name) {
    GameFilters filters;
    filters.players = {parse_name("player", name)};
    return found(filters);
  }
  Ids asked(const std::string& sql) {
    Ids ids;
    SqlStatement select(made_.database().sql(), sql);
    while (select.step()) ids.push_back(select.integer(0));
    return ids;
  }
  Ids games_of_person(const std::string& person) {
    return asked("SELECT DISTINCT game_id FROM game_players WHERE person = '" + person +
                 "' ORDER BY 1");
  }
  /// The numbers of each person in the view: games, wins, losses.
  std::map<std::string, Ids> counted_by_view() {
    std::map<std::string, Ids> rows;
    SqlStatement select(
        made_.database().sql(),
        "SELECT person, count(DISTINCT game_id), sum(outcome IS 'win'), sum(outcome IS 'loss') "
        "FROM game_players WHERE person IS NOT NULL GROUP BY person");
    while (select.step()) {
      rows[select.string(0)] = {select.integer(1), select.integer(2), select.integer(3)};
    }
    return rows;
  }
  std::map<std::string, Ids> counted_by_stats() {
    StatsQuestion question;
    question.by = {StatsKey::player};
    std::map<std::string, Ids> rows;
    for (const auto& row : count_games(made_.database(), {}, question).rows) {
      const auto* const name = std::get_if<std::string>(&row[0]);
      if (name == nullptr) continue;
      Ids& counts = rows[*name];
      for (std::size_t i = 1; i <= 3; ++i) counts.push_back(std::get<std::int64_t>(row[i]));
    }
    return rows;
  }

  MadeDatabase made_;
};

TEST_F(PeopleTest, FiltersTakeAllNamesOfAPersonTogether) {
  const Ids before = found_player("=趙治勲");
  alias("Cho Chikun", "趙治勲");
  const Ids all = found_player("=趙治勲");
  EXPECT_GT(all.size(), before.size());
  EXPECT_EQ(all, games_of_person("Cho Chikun"));
  for (const char* const name : {"治", "=cho chikun", "chikun"}) {
    EXPECT_EQ(found_player(name), all) << name;
  }
  GameFilters white;
  white.white = parse_name("white", "=趙治勲");
  EXPECT_EQ(found(white), asked("SELECT game_id FROM game_players WHERE seat = 2 AND person = "
                                "'Cho Chikun' ORDER BY 1"));
}

TEST_F(PeopleTest, StatisticsCountPersonsAsTheViewShowsThem) {
  EXPECT_EQ(counted_by_stats(), counted_by_view());
  alias("Cho the Elder", "趙治勲");
  alias("Cho the Elder", "Cho Chikun 9p");
  seat(3, 1, "Somebody Else");
  seat(4, 2, "Cho the Elder");
  EXPECT_EQ(counted_by_stats(), counted_by_view());
  EXPECT_EQ(counted_by_stats().count("Cho Chikun"), 0u);
}

TEST_F(PeopleTest, TwoPeopleOfOneNameAreToldApartBySeat) {
  const Ids all = found_player("=go seigen");
  ASSERT_GT(all.size(), 3u);
  const std::int64_t game = all[1];
  const bool black = !asked(
                          "SELECT 1 FROM game_players WHERE seat = 1 AND name = 'Go Seigen' AND "
                          "game_id = " +
                          std::to_string(game))
                          .empty();
  seat(game, black ? 1 : 2, "Go Seigen (2)");
  EXPECT_EQ(found_player("=go seigen (2)"), Ids{game});
  EXPECT_EQ(found_player("go seigen"), all);
  EXPECT_EQ(found_player("=go seigen"), games_of_person("Go Seigen"));
  EXPECT_TRUE(unseat_person(made_.database(), GameId{game}, black ? 1 : 2));
  EXPECT_EQ(found_player("=go seigen"), all);
  EXPECT_TRUE(found_player("=go seigen (2)").empty());
}

TEST_F(PeopleTest, EventsAndPlacesAreJoinedTheSameWay) {
  alias("Honinbo", "12th HONINBO", NameKind::event);
  alias("Edo", "Tokyo", NameKind::place);
  GameFilters event, place;
  event.columns = {{"event", parse_name("event", "=honinbo")}};
  place.columns = {{"place", parse_name("place", "=edo")}};
  EXPECT_EQ(found(event),
            asked("SELECT id FROM games WHERE event IN ('Honinbo', '12th HONINBO') ORDER BY 1"));
  EXPECT_EQ(found(place), asked("SELECT id FROM games WHERE place = 'Tokyo' ORDER BY 1"));
  StatsQuestion question;
  question.by = {StatsKey::place};
  std::vector<std::string> places;
  for (const auto& row : count_games(made_.database(), {}, question).rows) {
    if (const auto* const name = std::get_if<std::string>(&row[0])) places.push_back(*name);
  }
  EXPECT_EQ(std::count(places.begin(), places.end(), "Edo"), 1);
  EXPECT_EQ(std::count(places.begin(), places.end(), "Tokyo"), 0);
}

TEST_F(PeopleTest, TakingAnAliasAwayLeavesEverythingAsItWas) {
  const auto before = counted_by_stats();
  alias("Cho Chikun", "趙治勲");
  EXPECT_NE(counted_by_stats(), before);
  const std::string name = "趙治勲";
  EXPECT_EQ(remove_aliases(made_.database(), NameKind::player, std::span(&name, 1)), 1);
  EXPECT_EQ(counted_by_stats(), before);
  EXPECT_EQ(asked("SELECT count(*) FROM person"), Ids{0});
  alias("Cho", "趙治勲");
  seat(7, 1, "Cho");
  EXPECT_TRUE(remove_person(made_.database(), NameKind::player, "Cho"));
  EXPECT_FALSE(remove_person(made_.database(), NameKind::player, "Cho"));
  EXPECT_EQ(counted_by_stats(), before);
}

TEST_F(PeopleTest, WhoSitsThereStaysTheSamePerson) {
  const std::string who = "SELECT person_id FROM seat_person WHERE game_id = 7";
  seat(7, 1, "Cho");
  const Ids before = asked(who);
  seat(8, 1, "Another One");  // the next id is taken
  seat(7, 1, "Cho");
  EXPECT_EQ(asked(who), before);
  seat(7, 1, "Another One");
  EXPECT_NE(asked(who), before);
}

TEST_F(PeopleTest, ANameMeansOnePersonAndNothingIsHalfDone) {
  const std::vector<Alias> wrong = {{"A", "Go Seigen"}, {"B", "GO SEIGEN 9p"}};
  EXPECT_THROW(add_aliases(made_.database(), NameKind::player, wrong), UsageError);
  EXPECT_TRUE(list_aliases(made_.database(), NameKind::player).empty());
  alias("A", "Go Seigen");
  const std::vector<Alias> again = {{"A", "go seigen"}};
  EXPECT_EQ(add_aliases(made_.database(), NameKind::player, again), 0);
  EXPECT_EQ(list_aliases(made_.database(), NameKind::player),
            (std::vector<Alias>{{"A", "Go Seigen"}}));
  EXPECT_THROW(seat(9999, 1, "A"), UsageError);
  EXPECT_THROW(seat(1, 3, "A"), UsageError);
}

TEST_F(PeopleTest, APersonGivenByOneOfItsNamesIsThatPerson) {
  alias("Cho Chikun", "趙治勲");
  alias("趙治勲", "Cho Hunhyun");
  alias("CHO CHIKUN 9p", "Go Seigen");
  EXPECT_EQ(
      list_aliases(made_.database(), NameKind::player),
      (std::vector<Alias>{
          {"Cho Chikun", "Cho Hunhyun"}, {"Cho Chikun", "Go Seigen"}, {"Cho Chikun", "趙治勲"}}));
}

TEST_F(PeopleTest, WhatIsListedSaysItAllAgain) {
  const auto before = counted_by_stats();
  alias("Cho Chikun", "cho chikun");  // its own name, otherwise written
  alias("Go", "go seigen");
  alias("Go", "Kobayashi Koichi");
  const auto joined = counted_by_stats();
  EXPECT_NE(joined, before);
  const std::vector<Alias> listed = list_aliases(made_.database(), NameKind::player);
  EXPECT_EQ(listed.size(), 3u);
  remove_person(made_.database(), NameKind::player, "Cho Chikun");
  remove_person(made_.database(), NameKind::player, "Go");
  EXPECT_EQ(counted_by_stats(), before);
  EXPECT_EQ(add_aliases(made_.database(), NameKind::player, listed), 3);
  EXPECT_EQ(counted_by_stats(), joined);
  EXPECT_EQ(list_aliases(made_.database(), NameKind::player), listed);
}

TEST_F(PeopleTest, TheWrongOneOfManyIsNamed) {
  const std::vector<Alias> aliases = {{"A", "Go Seigen"}, {"A", "Cho Hunhyun"}, {"B", " "}};
  const auto place_of_trouble = [&] {
    try {
      (void)add_aliases(made_.database(), NameKind::player, aliases);
    } catch (const AliasError& error) {
      return error.place;
    }
    return aliases.size();
  };
  EXPECT_EQ(place_of_trouble(), 2u);
}

TEST_F(PeopleTest, ANameThatAnotherDatabaseUsesOtherwiseCreatesNobody) {
  alias("Seigen", "Go Seigen");
  const auto before = counted_by_stats();
  const PeopleJoin join = join_what([](Database& other) {
    add_aliases(other, NameKind::player, std::vector<Alias>{{"Cho Chikun", "GO SEIGEN"}});
  });
  EXPECT_EQ(join.conflicts,
            (std::vector<std::string>{
                "'GO SEIGEN' is already an alias of 'Seigen'; remove that alias first"}));
  EXPECT_EQ(join.aliases, 0);
  EXPECT_EQ(asked("SELECT count(*) FROM person"), Ids{1});
  EXPECT_EQ(counted_by_stats(), before);
}

TEST_F(PeopleTest, ASeatThatAnotherDatabaseGivesToSomebodyElseCreatesNobody) {
  seat(3, 1, "Seigen");
  const auto before = counted_by_stats();
  const PeopleJoin join = join_what([](Database& other) {
    seat_people(other, std::vector<SeatedPerson>{{GameId{3}, 1, "Cho Chikun"}});
  });
  EXPECT_EQ(join.conflicts,
            (std::vector<std::string>{"seat 1 of game 3 is 'Seigen' already, not 'Cho Chikun'"}));
  EXPECT_EQ(join.seats, 0);
  EXPECT_EQ(asked("SELECT count(*) FROM person"), Ids{1});
  EXPECT_EQ(counted_by_stats(), before);
}

TEST_F(PeopleTest, RemovingAGameForgetsWhoSatThere) {
  seat(5, 1, "Somebody");
  made_.remove(GameId{5});
  EXPECT_TRUE(list_seated_people(made_.database()).empty());
}

}  // namespace
}  // namespace ludex

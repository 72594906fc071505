#include "query/names/name_suggestions.hpp"
#include "query/made_games.hpp"
#include "query/names/name_groups.hpp"
#include "store/people.hpp"
#include "store/sql/sql_connection.hpp"
#include "support/cpu_seconds.hpp"
#include "support/sanitized.hpp"

#include <fmt/format.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <set>
#include <utility>

namespace ludex {
namespace {

using Lines = std::vector<std::string>;

class NameSuggestionsTest : public testing::Test {
 protected:
  void SetUp() override { made_.add_source("names.sgf"); }

  GameRow game(const std::string& black, const std::string& white, const std::string& date = "") {
    GameRow row = test::go_game({9, 9}, {});
    row.info.seats[0].name = black;
    row.info.seats[1].name = white;
    row.info.date = parse_date(date);
    row.content_hash = ++last_;
    return row;
  }
  void play(const std::string& black, const std::string& white, const std::string& date = "") {
    made_.add_games({game(black, white, date)});
  }
  NameSuggestions suggest(double least = 0.5, NameKind kind = NameKind::player) {
    return suggest_names(made_.database(), kind, least);
  }
  Lines suggested(double least = 0.5) {
    Lines lines;
    for (const NameSuggestion& row : suggest(least).rows) {
      lines.push_back(fmt::format("{} < {} like {}: {}", row.person, row.name.name, row.like.name,
                                  row.evidence));
    }
    return lines;
  }
  void join(const std::string& person, const std::string& name) {
    const Alias alias{person, name};
    (void)add_aliases(made_.database(), NameKind::player, std::span(&alias, 1));
  }

  test::MadeDatabase made_;
  std::uint64_t last_ = 0;
};

TEST_F(NameSuggestionsTest, TheNameWithTheMostGamesIsThePersons) {
  play("Cho Chikun", "A", "1980");
  play("Cho Chikun", "B", "1981");
  play("Chikun Cho", "C", "1980");
  EXPECT_EQ(suggested(), (Lines{"Cho Chikun < Chikun Cho like Cho Chikun: order, same years"}));
  const NameSuggestion row = suggest().rows.at(0);
  EXPECT_EQ(row.like.games, 2);
  EXPECT_EQ(row.like.first_year, 1980);
  EXPECT_EQ(row.like.last_year, 1981);
  EXPECT_EQ(row.name.games, 1);
  EXPECT_EQ(row.shared_opponents, 0);
}

TEST_F(NameSuggestionsTest, WhoPlayedEachOtherAreTwo) {
  play("Cho Chikun", "Chikun Cho");
  play("Kato Masao 9p", "Kato Masao");
  EXPECT_EQ(suggested(0), Lines{});
  EXPECT_EQ(suggest().played_each_other, 2);
}

TEST_F(NameSuggestionsTest, NorAreTheyOneByWayOfAThird) {
  play("Cho Chikun", "Chi Kun Cho");
  play("Cho Chikun", "B");
  play("Chikun Cho", "C");
  EXPECT_EQ(suggested(), (Lines{"Cho Chikun < Chikun Cho like Cho Chikun: order"}));
}

TEST_F(NameSuggestionsTest, SharedOpponentsMakeANicknameSure) {
  play("intetsu", "A");
  play("intestu", "B");
  EXPECT_EQ(suggested(), Lines{});
  for (const char* const opponent : {"Ann", "Bob"}) {
    play("intetsu", opponent, "2003");
    play(opponent, "intestu", "2003");
  }
  EXPECT_EQ(suggested(),
            (Lines{"intetsu < intestu like intetsu: typing, same years, 2 opponents shared"}));
  EXPECT_EQ(suggest().rows.at(0).shared_opponents, 2);
}

TEST_F(NameSuggestionsTest, AHundredYearsAreNoLife) {
  play("Honda Sachiko", "A", "1850");
  play("Sachiko Honda", "B", "1990");
  const NameSuggestion apart = suggest(0).rows.at(0);
  EXPECT_EQ(apart.evidence, "order, 140 years between");
  EXPECT_LT(apart.score, 0.6);
}

TEST_F(NameSuggestionsTest, SpellingsOfOneNormalFormAreTold) {
  play("Go Seigen 9p", "A");
  play("Go Seigen 9p", "B");
  play("Go Seigen", "C");
  EXPECT_EQ(suggested(), (Lines{"Go Seigen < Go Seigen 9p like Go Seigen: spelling"}))
      << "a person goes by the name without a rank";
}

TEST_F(NameSuggestionsTest, WhatIsJoinedAlreadyIsLeftOutAndAPersonTakesMore) {
  play("Cho Chikun", "A");
  play("Chikun Cho", "B");
  play("Chikun Cho", "C");
  join("Cho the 25th Honinbo", "Cho Chikun");
  EXPECT_EQ(suggested(),
            (Lines{"Cho the 25th Honinbo < Chikun Cho like Cho the 25th Honinbo: order"}));
  join("Cho the 25th Honinbo", "Chikun Cho");
  EXPECT_EQ(suggested(0), Lines{});
}

TEST_F(NameSuggestionsTest, TwoPersonsStayTwo) {
  play("Cho Chikun", "A");
  play("Chikun Cho", "B");
  join("One", "Cho Chikun");
  join("Two", "Chikun Cho");
  EXPECT_EQ(suggested(0), Lines{});
}

TEST_F(NameSuggestionsTest, InitialsThatFitTwoPeopleAreNobodys) {
  play("J. Smithson", "A", "2001");
  play("John Smithson", "B", "2001");
  EXPECT_EQ(suggested().size(), 1u);
  play("Jack Smithson", "B", "2001");
  EXPECT_EQ(suggested(), Lines{});
}

TEST_F(NameSuggestionsTest, SeatsOfSomebodyElseAreNotCounted) {
  play("Cho Chikun", "Chikun Cho");  // the second is another one
  play("Cho Chikun", "A");
  play("Chikun Cho", "B");
  EXPECT_EQ(suggested(), Lines{});
  const SeatedPerson seated{GameId{1}, 2, "Somebody Else"};
  seat_people(made_.database(), std::span(&seated, 1));
  EXPECT_EQ(suggested(), (Lines{"Cho Chikun < Chikun Cho like Cho Chikun: order"}));
}

TEST_F(NameSuggestionsTest, OfRemovedGamesNothingIsLeft) {
  play("Cho Chikun", "A");
  play("Chikun Cho", "B");
  EXPECT_EQ(suggested().size(), 1u);
  made_.remove(GameId{2});
  EXPECT_EQ(suggested(), Lines{});
}

TEST_F(NameSuggestionsTest, EventsAreJoinedByTheirLettersAlone) {
  for (const char* const name : {"12th Honinbo", "Honinbo 12th", "13th Honinbo"}) {
    GameRow row = game("A", "B");
    row.info.event = name;
    made_.add_games({row});
  }
  const auto rows = suggest(0, NameKind::event).rows;
  ASSERT_EQ(rows.size(), 1u);
  EXPECT_EQ(rows[0].person, "12th Honinbo");
  EXPECT_EQ(rows[0].name.name, "Honinbo 12th");
}

/// A name that is often like another one.
std::string made_name(test::Picker& pick) {
  static const std::vector<std::string> kFamilies = {"Kobayashi", "Otake", "Ohtake",   "Lee", "Yi",
                                                     "Smithson",  "大竹",  "Takagawa", "小林"};
  static const std::vector<std::string> kGiven = {"Koichi", "Hideo", "Sedol", "Se-tol", "John",
                                                  "J.",     "英雄",  "Kaku",  "Jack",   "K"};
  const std::string family = pick.from(kFamilies), given = pick.from(kGiven);
  std::string name = pick.one_in(3) ? given + " " + family : family + " " + given;
  for (std::size_t i = pick.below(3); i > 0; --i) {
    const std::size_t place = pick.below(name.size());
    if (static_cast<unsigned char>(name[place]) < 0x80) name[place] = "abekos"[pick.below(6)];
  }
  return pick.one_in(5) ? name + " " + std::to_string(pick.below(3)) : name;
}

TEST_F(NameSuggestionsTest, NoPairIsMissedThoughFewAreCompared) {
  test::Picker pick(17);
  for (int i = 0; i < 150; ++i) play(made_name(pick), made_name(pick));
  const ReadTransaction transaction(made_.database().sql());
  const NameBearers bearers(made_.database().sql(), NameKind::player);
  std::set<std::pair<std::uint32_t, std::uint32_t>> found, expected;
  for (const LikePair& pair : find_like_pairs(bearers, true)) found.emplace(pair.one, pair.other);
  LatinReader reader;
  std::vector<std::vector<NameForm>> forms;
  for (const NameBearer& one : bearers.all()) {
    forms.push_back(name_forms(one.normals.front(), reader));
  }
  for (std::uint32_t one = 0; one < forms.size(); ++one) {
    for (std::uint32_t other = one + 1; other < forms.size(); ++other) {
      for (const NameForm& a : forms[one]) {
        for (const NameForm& b : forms[other]) {
          if (compare_names(a, b, true)) expected.emplace(one, other);
        }
      }
    }
  }
  EXPECT_GT(expected.size(), 100u);
  EXPECT_LT(expected.size(), forms.size() * forms.size() / 10);
  EXPECT_EQ(found, expected);
}

/// Rows may be given to add_aliases() as they are, and nothing of them is suggested again.
TEST_F(NameSuggestionsTest, WhatIsSuggestedCanBeAdded) {
  test::Picker pick(3);
  const std::vector<std::string> names = {
      "Cho Chikun", "Chikun Cho", "CHO CHIKUN 9p", "Cho Chi Kun", "趙治勲",     "赵治勋",
      "Lee Sedol",  "Yi Se-tol",  "이세돌",        "Lee Se Dol",  "Lee Sedoll", "S. Lee"};
  for (int i = 0; i < 200; ++i) {
    play(pick.from(names), fmt::format("Opponent {}", pick.below(5)), "2001");
  }
  const NameSuggestions found = suggest();
  ASSERT_GT(found.rows.size(), 6u);
  std::vector<Alias> aliases;
  for (const NameSuggestion& row : found.rows) aliases.push_back({row.person, row.name.name});
  std::reverse(aliases.begin(), aliases.end());
  (void)add_aliases(made_.database(), NameKind::player, aliases);
  const auto again = suggest().rows;
  for (const NameSuggestion& row : again) {
    EXPECT_TRUE(std::none_of(aliases.begin(), aliases.end(), [&](const Alias& alias) {
      return alias.name == row.name.name || alias.person == row.name.name;
    })) << row.name.name;
  }
}

TEST_F(NameSuggestionsTest, ATextOfManyWordsIsNoNameWithInitials) {
  std::string text = "J";
  for (int i = 0; i < test::many(16'000); ++i) text += fmt::format(" word{}x", i);
  play(text, "John Smith");
  play("J. Smith", "B");
  EXPECT_LT(test::cpu_seconds([&] { EXPECT_EQ(suggest(0).rows.size(), 1u); }), 5);
}

TEST_F(NameSuggestionsTest, APersonMayHaveManyNames) {
  const int count = test::many(60'000);
  std::vector<GameRow> games;
  std::vector<Alias> aliases;
  for (int i = 0; i < count; i += 2) {
    games.push_back(game(fmt::format("p{}", i), fmt::format("p{}", i + 1)));
    aliases.push_back({"Boss", games.back().info.seats[0].name});
    aliases.push_back({"Boss", games.back().info.seats[1].name});
  }
  made_.add_games(games);
  (void)add_aliases(made_.database(), NameKind::player, aliases);
  const auto read = [&] {
    const ReadTransaction transaction(made_.database().sql());
    const NameBearers bearers(made_.database().sql(), NameKind::player);
    ASSERT_EQ(bearers.all().size(), 1u);
    EXPECT_EQ(bearers.all()[0].normals.size(), static_cast<std::size_t>(count) + 1);
  };
  EXPECT_LT(test::cpu_seconds(read), 5);
}

}  // namespace
}  // namespace ludex

#include "formats/values/fold.hpp"
#include "ludex/error.hpp"
#include "query/filter/game_query.hpp"
#include "query/made_games.hpp"
#include "query/slow_games.hpp"
#include "store/game_columns.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <functional>
#include <set>

namespace ludex {
namespace {

using test::MadeDatabase;
using test::Picker;
using test::SlowGame;

/// A filter, and the same condition on the view.
struct Meaning {
  std::string name;
  std::function<void(GameFilters&)> ask;
  std::function<bool(const SlowGame&)> holds;
};

bool contains(const std::optional<std::string>& text, const std::string& part) {
  return text && fold(*text).find(fold(part)) != std::string::npos;
}
bool equals(const std::optional<std::string>& text, const std::string& whole) {
  return text && fold(*text) == fold(whole);
}
/// As on the command line: a part, or all of it after an equals sign.
bool is_named(const std::optional<std::string>& text, const std::string& wanted) {
  return wanted.starts_with('=') ? equals(text, wanted.substr(1)) : contains(text, wanted);
}
bool between(const std::optional<double>& number, double low, double high) {
  return number && *number >= low && *number <= high;
}

/// A part of a name in a column of kFilteredColumns.
Meaning name(const std::string& column, const std::string& part) {
  const auto* const filtered = std::ranges::find(kFilteredColumns, column, &FilteredColumn::column);
  return {column + "~" + part,
          [=](GameFilters& filters) {
            filters.columns.push_back(parse_column_filter(*filtered, part));
          },
          [=](const SlowGame& game) { return is_named(game.text(column), part); }};
}

/// A range of ranks of one seat.
Meaning rank(const std::string& seat, const std::string& text) {
  const std::string column = seat + "_rank_order";
  const auto* const filtered = std::ranges::find(kFilteredColumns, column, &FilteredColumn::column);
  return {column + " " + text,
          [=](GameFilters& filters) {
            filters.columns.push_back(parse_column_filter(*filtered, text));
          },
          [=](const SlowGame& game) {
            const NumberRange range = parse_rank_range(text);
            const auto order = parse_rank_order(game.text(seat + "_rank").value_or(""));
            EXPECT_EQ(order.has_value(), game.number(column).has_value());
            return order && *order >= range.from && *order <= range.to;
          }};
}

/// A range of ratings of one seat.
Meaning rating(const std::string& seat, const std::string& text) {
  const std::string column = seat + "_rating";
  const auto* const filtered = std::ranges::find(kFilteredColumns, column, &FilteredColumn::column);
  return {column + " " + text,
          [=](GameFilters& filters) {
            filters.columns.push_back(parse_column_filter(*filtered, text));
          },
          [=](const SlowGame& game) {
            const NumberRange range = parse_number_range(column, text);
            return between(game.number(column), static_cast<double>(range.from),
                           static_cast<double>(range.to));
          }};
}

Meaning computers(const std::string& word, std::int64_t count) {
  return {"computer " + word,
          [=](GameFilters& filters) { filters.computers = parse_computers(word); },
          [=](const SlowGame& game) { return game.computers == count; }};
}

/// A part of a name of a player.
Meaning name(const std::string& column, std::optional<NameFilter> GameFilters::*member,
             const std::string& part) {
  return {column + "~" + part,
          [=](GameFilters& filters) { filters.*member = parse_name("name", part); },
          [=](const SlowGame& game) { return contains(game.text(column), part); }};
}

Meaning whole_name(const std::string& column, std::optional<NameFilter> GameFilters::*member,
                   const std::string& whole) {
  return {column + "=" + whole,
          [=](GameFilters& filters) { filters.*member = parse_name("name", "=" + whole); },
          [=](const SlowGame& game) { return equals(game.text(column), whole); }};
}

Meaning dates(const std::string& text, bool exact) {
  return {"date " + text + (exact ? " exact" : ""),
          [=](GameFilters& filters) {
            filters.dates = {parse_days("date", text)};
            filters.dates_exact = exact;
          },
          [=](const SlowGame& game) {
            const auto from = game.text("date_from"), to = game.text("date_to");
            const DaySpan span = parse_days("date", text);
            const std::string first = to_iso(span.from), last = to_iso(span.to);
            if (!from) return false;
            if (exact) return *from >= first && to && *to <= last;
            return *from <= last && (!to || *to >= first);
          }};
}

Meaning result(const std::string& text, const std::function<bool(const std::string&)>& printed) {
  return {"result " + text,
          [=](GameFilters& filters) { filters.result = parse_result_filter(text); },
          [=](const SlowGame& game) { return printed(game.text("result").value_or("")); }};
}

Meaning property(const std::string& text, const std::string& column, const std::string& ident,
                 const std::string& part) {
  return {
      "prop " + text, [=](GameFilters& filters) { filters.properties = {parse_property(text)}; },
      [=](const SlowGame& game) {
        if (!column.empty() && contains(game.text(column), part)) return true;
        return std::any_of(game.properties.begin(), game.properties.end(), [&](const auto& pair) {
          return pair.first == ident && contains(pair.second, part);
        });
      }};
}

/// A player, and the conditions on that seat.
Meaning player(const std::string& part, std::optional<std::string> opponent,
               std::optional<Outcome> outcome, std::optional<std::string> rank) {
  return {"player " + part + " opponent " + opponent.value_or("-") + " rank " + rank.value_or("-") +
              " outcome " + (outcome ? std::to_string(static_cast<int>(*outcome)) : "-"),
          [=](GameFilters& filters) {
            if (!part.empty()) filters.players = {parse_name("player", part)};
            if (opponent) filters.opponent = parse_name("opponent", *opponent);
            filters.outcome = outcome;
            if (rank) filters.rank = parse_rank_range(*rank);
          },
          [=](const SlowGame& game) {
            for (const bool black : {true, false}) {
              const std::string seat = black ? "black" : "white", other = black ? "white" : "black";
              if (!part.empty() && !is_named(game.text(seat), part)) continue;
              if (opponent && !is_named(game.text(other), *opponent)) continue;
              const auto winner = game.text("winner");
              if (outcome == Outcome::win && winner != (black ? "B" : "W")) continue;
              if (outcome == Outcome::loss && winner != (black ? "W" : "B")) continue;
              if (outcome == Outcome::draw && winner != "draw") continue;
              if (rank) {
                const auto order = parse_rank_order(game.text(seat + "_rank").value_or(""));
                const NumberRange range = parse_rank_range(*rank);
                if (!order || *order < range.from || *order > range.to) continue;
              }
              return true;
            }
            return false;
          }};
}

std::vector<Meaning> all_meanings() {
  return {
      player("cho", {}, {}, {}),
      player("=Cho Chikun", {}, Outcome::win, {}),
      player("趙", {}, Outcome::loss, {}),
      player("cho", "go sei", Outcome::draw, {}),
      player("cho", "koba", {}, "5d..9p"),
      player("", {}, {}, "9p"),
      player("", {}, {}, "..1k"),
      {"player and player",
       [](GameFilters& filters) {
         filters.players = {parse_name("player", "cho"), parse_name("player", "seigen")};
       },
       [](const SlowGame& game) {
         return (contains(game.text("black"), "cho") && contains(game.text("white"), "seigen")) ||
                (contains(game.text("white"), "cho") && contains(game.text("black"), "seigen"));
       }},
      {"player rated 2500..",
       [](GameFilters& filters) { filters.rating = parse_number_range("rating", "2500.."); },
       [](const SlowGame& game) {
         return between(game.number("black_rating"), 2500, 1e9) ||
                between(game.number("white_rating"), 2500, 1e9);
       }},
      {"players both rated ..2600",
       [](GameFilters& filters) {
         filters.rating = parse_number_range("rating", "..2600");
         filters.both_players = true;
       },
       [](const SlowGame& game) {
         return between(game.number("black_rating"), -1e9, 2600) &&
                between(game.number("white_rating"), -1e9, 2600);
       }},
      {"players both 1d..9p",
       [](GameFilters& filters) {
         filters.rank = parse_rank_range("1d..9p");
         filters.both_players = true;
       },
       [](const SlowGame& game) {
         const NumberRange range = parse_rank_range("1d..9p");
         return between(game.number("black_rank_order"), range.from, range.to) &&
                between(game.number("white_rank_order"), range.from, range.to);
       }},
      rating("black", "2500.."),
      rating("white", "..2600"),
      computers("none", 0),
      computers("one", 1),
      computers("both", 2),
      name("black", &GameFilters::black, "chikun"),
      whole_name("white", &GameFilters::white, "CHO CHIKUN"),
      name("event", "honinbo"),
      name("event", "名人"),
      name("event", "=Honinbo"),
      name("place", "tokyo"),
      name("round", "final"),
      name("game_name", "ear-red"),
      name("annotator", "some"),
      name("rules", "aga"),
      name("source", "SECOND"),
      dates("1985", false),
      dates("1985-05", false),
      dates("1985-05", true),
      dates("1985", true),
      dates("1990-12-31", false),
      dates("2020", false),
      dates("2020", true),
      {"from 1985 to 1990-06",
       [](GameFilters& filters) {
         filters.dates = {span_of(parse_days("from", "1985-02"), parse_days("to", "1990-06"))};
       },
       [](const SlowGame& game) {
         const auto from = game.text("date_from"), to = game.text("date_to");
         return from && *from <= "1990-06-30" && (!to || *to >= "1985-02-01");
       }},
      result("B", [](const std::string& text) { return text.starts_with("B+"); }),
      result("W", [](const std::string& text) { return text.starts_with("W+"); }),
      result("B+R", [](const std::string& text) { return text == "B+R"; }),
      result("W+T", [](const std::string& text) { return text == "W+T"; }),
      result("B+F", [](const std::string& text) { return text == "B+F"; }),
      result("B+", [](const std::string& text) { return text == "B+"; }),
      result("B+5", [](const std::string& text) { return text == "B+5"; }),
      result("B+0.5..4.9", [](const std::string& text) { return text == "B+0.5"; }),
      result("W+2..", [](const std::string& text) { return text == "W+3.5"; }),
      result("draw", [](const std::string& text) { return text == "Draw"; }),
      result("void", [](const std::string& text) { return text == "Void"; }),
      result("?", [](const std::string& text) { return text == "?"; }),
      result("unknown", [](const std::string& text) { return text.empty() || text == "?"; }),
      {"win by time", [](GameFilters& filters) { filters.win_by = WinBy::time; },
       [](const SlowGame& game) { return game.text("win_by") == "time"; }},
      {"game hex", [](GameFilters& filters) { filters.game = parse_game("hex"); },
       [](const SlowGame& game) { return game.text("game") == "hex"; }},
      {"kind problem", [](GameFilters& filters) { filters.kind = parse_kind("problem"); },
       [](const SlowGame& game) { return game.text("kind") == "problem"; }},
      {"size 13x9", [](GameFilters& filters) { filters.size = parse_size("13x9"); },
       [](const SlowGame& game) { return game.text("size") == "13x9"; }},
      rank("black", "5d..9p"),
      rank("white", "..1k"),
      {"komi 3..6",
       [](GameFilters& filters) {
         filters.columns.push_back({"komi", parse_points_range("--komi", "3..6")});
       },
       [](const SlowGame& game) { return between(game.number("komi"), 3, 6); }},
      {"handicap ..4",
       [](GameFilters& filters) { filters.handicap = parse_handicap_filter("..4"); },
       [](const SlowGame& game) { return between(game.number("handicap"), -1e9, 4); }},
      {"moves 100 to 200",
       [](GameFilters& filters) {
         filters.columns.push_back({"moves", NumberRange{100, 200}});
       },
       [](const SlowGame& game) { return between(game.number("moves"), 100, 200); }},
      {"game id", [](GameFilters& filters) { filters.external_id = "id-7"; },
       [](const SlowGame& game) { return game.text("external_id") == "id-7"; }},
      {"ids",
       [](GameFilters& filters) { filters.ids = parse_ids("3,5,8,13,21,34,55,999999999999"); },
       [](const SlowGame& game) {
         return std::set<std::int64_t>{3, 5, 8, 13, 21, 34, 55}.contains(game.id());
       }},
      property("PC=tokyo", "place", "PC", "tokyo"),
      property("FF=4", "", "FF", "4"),
      property("FF=", "", "FF", ""),
      property("SO=kido", "published_in", "SO", "kido"),
      property("RE=+r", "result_raw", "RE", "+r"),
      property("ZZ=1", "", "ZZ", "1"),
      {"text", [](GameFilters& filters) { filters.text = "\"ear reddening\" GAME"; },
       [](const SlowGame& game) { return game.text("game_name").has_value(); }},
      {"where komi > 5 OR moves < 50",
       [](GameFilters& filters) { filters.where = "komi > 5 OR moves < 50"; },
       [](const SlowGame& game) {
         return between(game.number("komi"), 5.01, 1e9) || between(game.number("moves"), 0, 49);
       }},
  };
}

class FiltersTest : public ::testing::Test {
 protected:
  static void SetUpTestSuite() {
    made_ = new MadeDatabase();
    Picker pick(7);
    const auto games = [&](std::size_t count) {
      std::vector<GameRow> rows;
      for (std::size_t i = 0; i < count; ++i) rows.push_back(test::made_game(pick));
      return rows;
    };
    made_->add_source("first.sgf");
    made_->add_games(games(3000));
    made_->add_source("not-yet.sgf", /*hidden=*/true);
    made_->add_games(games(500));
    made_->add_source("The Second.sgf");
    made_->add_games(games(2500));
    for (const std::int64_t id : {5, 21, 700, 4097}) made_->remove(static_cast<GameId>(id));
    slow_ = new std::vector<SlowGame>(test::read_slowly(made_->database().sql()));
  }
  static void TearDownTestSuite() {
    delete slow_;
    delete made_;
  }

  /// Compares the answer to all of `meanings` at once with a look at every row.
  static void expect_same(const std::vector<Meaning>& meanings) {
    GameFilters filters;
    std::string names;
    for (const Meaning& meaning : meanings) {
      meaning.ask(filters);
      names += meaning.name + "; ";
    }
    std::vector<std::int64_t> expected;
    std::int64_t undated = 0, silent = 0;
    for (const SlowGame& game : *slow_) {
      const auto holds = [&](const Meaning& one) { return one.holds(game); };
      if (std::all_of(meanings.begin(), meanings.end(), holds)) expected.push_back(game.id());
      const auto holds_or_date = [&](const Meaning& one) {
        return one.name.starts_with("date") || one.name.starts_with("from") || one.holds(game);
      };
      undated += !filters.dates.empty() && !game.text("date_from") &&
                 std::all_of(meanings.begin(), meanings.end(), holds_or_date);
      const auto holds_or_handicap = [&](const Meaning& one) {
        return one.name.starts_with("handicap") || one.holds(game);
      };
      silent += filters.handicap && !game.number("handicap") &&
                std::all_of(meanings.begin(), meanings.end(), holds_or_handicap);
    }
    const FoundGames found = find_games(made_->database(), filters);
    EXPECT_EQ(found.games.members(), expected) << names;
    EXPECT_EQ(found.silent, silent) << names;
    EXPECT_EQ(found.undated, undated) << names;
    EXPECT_EQ(found.games.count(), static_cast<std::int64_t>(expected.size())) << names;
  }

  static std::string complaint_about_where(const std::string& expression) {
    GameFilters filters;
    filters.where = expression;
    try {
      (void)find_games(made_->database(), filters);
    } catch (const UsageError& error) {
      return error.what();
    }
    return "nothing was thrown";
  }

  static MadeDatabase* made_;
  static std::vector<SlowGame>* slow_;
};
MadeDatabase* FiltersTest::made_ = nullptr;
std::vector<SlowGame>* FiltersTest::slow_ = nullptr;

TEST_F(FiltersTest, NoFilterFindsWhatTheViewShows) {
  ASSERT_EQ(slow_->size(), 5496u);
  expect_same({});
}

TEST_F(FiltersTest, EveryFilterMeansWhatALookAtEveryRowFinds) {
  for (const Meaning& meaning : all_meanings()) expect_same({meaning});
}

TEST_F(FiltersTest, FiltersCombine) {
  const std::vector<Meaning> meanings = all_meanings();
  Picker pick(11);
  // Each uses its own field, so that none replaces another.
  const auto field = [](const Meaning& meaning) { return meaning.name.substr(0, 3); };
  for (int round = 0; round < 200; ++round) {
    std::vector<Meaning> chosen;
    const std::size_t count = 2 + pick.below(3);
    while (chosen.size() < count) {
      const Meaning& next = pick.from(meanings);
      const bool taken = std::any_of(chosen.begin(), chosen.end(),
                                     [&](const Meaning& one) { return field(one) == field(next); });
      const bool dated = next.name.starts_with("from");
      if (!taken && !dated) chosen.push_back(next);
    }
    expect_same(chosen);
  }
}

TEST_F(FiltersTest, TextFindsCharactersSideBySide) {
  GameFilters filters;
  filters.text = "人战";
  const auto expected = std::count_if(slow_->begin(), slow_->end(), [](const SlowGame& game) {
    return contains(game.text("event"), "名人战");
  });
  // The comment holds the word too, and no column shows it.
  EXPECT_GT(find_games(made_->database(), filters).games.count(), expected);
  filters.text = "战人";
  EXPECT_TRUE(find_games(made_->database(), filters).games.empty());
}

TEST_F(FiltersTest, WhereTakesExpressionsAndNothingElse) {
  EXPECT_EQ(complaint_about_where("komi >"), "`where` komi >: near \")\": syntax error");
  EXPECT_EQ(complaint_about_where(""), "`where` '': a condition such as moves > 400 is missing");
  EXPECT_EQ(complaint_about_where("comey > 5"), "`where` comey > 5: no such column: comey");
  EXPECT_EQ(complaint_about_where("load_extension('x')"),
            "`where` load_extension('x'): not authorized to use function: load_extension");
  EXPECT_EQ(complaint_about_where("id IN (WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL "
                                  "SELECT i + 1 FROM n) SELECT i FROM n)"),
            "`where` id IN (WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL "
            "SELECT i + 1 FROM n) SELECT i FROM n): not authorized");
  EXPECT_EQ(complaint_about_where("abs(-9223372036854775808) > 0"),
            "`where` abs(-9223372036854775808) > 0: integer overflow");
  EXPECT_EQ(complaint_about_where("id IN (SELECT game_id FROM problems)"), "nothing was thrown");
}

TEST_F(FiltersTest, WhereCannotLeaveItsParentheses) {
  EXPECT_EQ(complaint_about_where("0) UNION SELECT 40000000000 WHERE (1"),
            "`where` 0) UNION SELECT 40000000000 WHERE (1: ')' without '('");
  EXPECT_EQ(complaint_about_where("0) UNION SELECT -5 WHERE (1"),
            "`where` 0) UNION SELECT -5 WHERE (1: ')' without '('");
  EXPECT_EQ(complaint_about_where("'(' = ''') UNION SELECT 7 WHERE ('"), "nothing was thrown");
  EXPECT_EQ(complaint_about_where("'(' = '') UNION SELECT 7 WHERE ('' = ''"),
            "`where` '(' = '') UNION SELECT 7 WHERE ('' = '': ')' without '('");
  EXPECT_EQ(complaint_about_where("((komi > 5)"), "`where` ((komi > 5): '(' without ')'");
  EXPECT_EQ(complaint_about_where("komi > 5; SELECT 1"),
            "`where` komi > 5; SELECT 1: expected one SQL expression, found ';'");
  for (const std::string text : {"1 -- )", "1 /* ( */", "1 /*"}) {
    EXPECT_EQ(complaint_about_where(text),
              "`where` " + text + ": expected an SQL expression without comments");
  }
  for (const std::string text : {"black = 'Go", "black = \"Go", "[black", "`black"}) {
    EXPECT_EQ(complaint_about_where(text), "`where` " + text + ": a quote is not closed");
  }
}

TEST_F(FiltersTest, WhereTakesNoParameters) {
  for (const std::string text : {"id > ?", "id > ?1", "id > ?3", "id > :ludex_first", "id > :x",
                                 "id > @x", "id > $x", "id > $x::y(1)"}) {
    EXPECT_EQ(complaint_about_where(text),
              "`where` " + text + ": expected an SQL expression without parameters");
  }
}

TEST_F(FiltersTest, WhereReadsAnythingInsideQuotes) {
  for (const std::string quoted : {"')'", "'it''s ('", "';'", "'-- /*'", "'?1 :x @x $x'", "'['"}) {
    EXPECT_EQ(complaint_about_where("black = " + quoted), "nothing was thrown");
  }
  for (const std::string name : {"\")(;--?\"", "[)(;--?]", "`)(;--?`"}) {
    EXPECT_EQ(complaint_about_where("(SELECT 1 AS " + name + ") - -1 / 2"), "nothing was thrown");
  }
}

/// Only the chunks of the ids are read.
TEST(FilterByIds, FindsThemInEveryChunkAsAScanOfAllDoes) {
  MadeDatabase made;
  made.add_source("many.sgf");
  std::vector<GameRow> rows;
  for (std::uint64_t i = 0; i < 3 * kFactChunkGames + 50; ++i) {
    rows.push_back(test::go_game(BoardSize{9, 9}, {}));
    rows.back().content_hash = i;
    if (i % 3 != 0) rows.back().info.date = parse_date(i % 3 == 1 ? "1985" : "1990");
  }
  made.add_games(std::move(rows));
  made.remove(GameId{4097});
  for (const bool with_dates : {false, true}) {
    GameFilters filters;
    if (with_dates) filters.dates = {parse_days("date", "1990")};
    const GameSelection all = select_games(made.database().sql(), filters);
    for (const std::vector<std::int64_t>& ids :
         {std::vector<std::int64_t>{1}, {4096, 4097, 4098}, {2, 12'338}, {8000, 3, 99'999}, {}}) {
      filters.ids.emplace();
      IdSet set;
      for (const std::int64_t id : ids) {
        filters.ids->push_back(GameId{id});
        set.insert(id);
      }
      GameSelection expected = all;
      expected.narrow(set);
      const GameSelection found = select_games(made.database().sql(), filters);
      EXPECT_EQ(found.matched.members(), expected.matched.members());
      EXPECT_EQ(found.undated.members(), expected.undated.members());
      filters.ids.reset();
    }
  }
}

}  // namespace
}  // namespace ludex

#include "ludex/error.hpp"
#include "query/filter/filters.hpp"
#include "query/filter/word_search.hpp"
#include "query/rows/game_rows.hpp"

#include <gtest/gtest.h>

#include <cstdio>
#include <fstream>
#include <functional>

namespace ludex {
namespace {

constexpr std::int64_t kOpen = 999'999'999;

/// The message of the UsageError that `parse` throws.
std::string complaint(const std::function<void()>& parse) {
  try {
    parse();
  } catch (const UsageError& error) {
    return error.what();
  }
  return "nothing was thrown";
}

TEST(FilterValues, ANameIsAPartUnlessAnEqualsSignSaysAll) {
  const NameFilter part = parse_name("player", "CHO Chi");
  EXPECT_TRUE(part.matches("cho chikun"));
  EXPECT_TRUE(part.matches("old cho chikun"));
  const NameFilter all = parse_name("player", "=Ｃho Chikun");
  EXPECT_TRUE(all.matches("cho chikun"));
  EXPECT_FALSE(all.matches("cho chikun jr"));
  EXPECT_EQ(complaint([] { (void)parse_name("event", "="); }),
            "`event` =: expected a part of a name, or =NAME for all of it");
}

TEST(FilterValues, MarksMakeNoDifferenceInAPartButInAWholeName) {
  for (const char* text : {"andre", "André", "Ándrē"}) {
    const NameFilter part = parse_name("player", text);
    EXPECT_TRUE(part.matches("jean-andré petit")) << text;
    EXPECT_TRUE(part.matches("andrea")) << text;
    EXPECT_FALSE(part.matches("анdré")) << text;
  }
  EXPECT_FALSE(parse_name("player", "カト").matches("ガト"));
  EXPECT_TRUE(parse_name("player", "=André").matches("andré"));
  EXPECT_FALSE(parse_name("player", "=Andre").matches("andré"));
  EXPECT_EQ(searched_name("Ōtake"), "otake");
}

TEST(FilterValues, APropertyIsAnIdentAndAPartOfAValue) {
  const PropertyFilter place = parse_property("PC=Tokyo=Edo");
  EXPECT_EQ(place.ident, "PC");
  EXPECT_EQ(place.value.folded, "tokyo=edo");
  EXPECT_FALSE(place.value.whole);
  EXPECT_TRUE(parse_property("FF==4").value.whole);
  EXPECT_EQ(parse_property("SY=").value.folded, "");
  EXPECT_EQ(parse_property("ld=english").ident, "ld") << "an opcode of CGP";
  EXPECT_EQ(parse_property("$MAX_MOVES=256").ident, "$MAX_MOVES") << "a keyword of CSA";
  EXPECT_EQ(parse_property("tile-set=english").ident, "tile-set") << "a pragma of GCG";
  for (const char* text : {"PC", "=x"}) {
    EXPECT_EQ(complaint([&] { (void)parse_property(text); }),
              "`prop` " + std::string(text) +
                  ": expected IDENT=VALUE, with IDENT as the record writes it (PC=Tokyo, "
                  "ld=english, $MAX_MOVES=256)");
  }
}

TEST(FilterValues, IdsComeFromTheCommandLineOrAFile) {
  const std::vector<GameId> ids = {static_cast<GameId>(17), static_cast<GameId>(20)};
  EXPECT_EQ(parse_ids("17,20"), ids);
  const std::string path = ::testing::TempDir() + "ludex-ids.txt";
  std::ofstream(path) << "17\n20\r\n\n";
  EXPECT_EQ(parse_ids("@" + path), ids);
  std::ofstream(path) << "";
  EXPECT_TRUE(parse_ids("@" + path).empty());
  std::remove(path.c_str());
  EXPECT_EQ(complaint([&] { (void)parse_ids("@" + path); }),
            "`id` @" + path + ": No such file or directory");
  const std::string folder = ::testing::TempDir();
  EXPECT_EQ(complaint([&] { (void)parse_ids("@" + folder); }),
            "`id` @" + folder + ": Is a directory");
  EXPECT_EQ(complaint([] { (void)parse_ids("17,x"); }),
            "`id` 17,x: 'x' is not the id of a game or a range such as 5..10");
  EXPECT_EQ(complaint([] { (void)parse_ids("0"); }),
            "`id` 0: '0' is not the id of a game or a range such as 5..10");
  EXPECT_EQ(complaint([] { (void)parse_ids(","); }),
            "`id` ,: expected ids such as 17,20 or 5..10, or @FILE");
}

TEST(FilterValues, ARangeIsAllItsIds) {
  EXPECT_EQ(parse_ids("2,5..7 9..9"),
            (std::vector{GameId{2}, GameId{5}, GameId{6}, GameId{7}, GameId{9}}));
  for (const char* const wrong : {"7..5", "0..3", "5..", "..5", "5..x", "1..2..3"}) {
    EXPECT_THROW((void)parse_ids(wrong), UsageError) << wrong;
  }
  const std::vector<GameId> last = {static_cast<GameId>(0x7FFF'FFFF'FFFF'FFFF)};
  EXPECT_EQ(parse_ids("9223372036854775807"), last);
  EXPECT_EQ(parse_ids("1..1000000").size(), 1'000'000u);
  EXPECT_EQ(complaint([] { (void)parse_ids("1..600000,7,1..400001"); }),
            "`id` 1..400001: ranges together hold at most 1000000 ids; `where` 'id BETWEEN 1 AND "
            "400001' takes any");
  EXPECT_EQ(complaint([] { (void)parse_ids("1..1000001"); }),
            "`id` 1..1000001: a range holds at most 1000000 ids; `where` 'id BETWEEN 1 AND "
            "1000001' takes any");
}

TEST(FilterValues, ADateIsADayAMonthOrAYear) {
  EXPECT_EQ(parse_days("date", "1996"), (DaySpan{19960101, 19961231}));
  EXPECT_EQ(parse_days("date", "1996-02"), (DaySpan{19960201, 19960229}));
  EXPECT_EQ(parse_days("date", "1996-05-06"), (DaySpan{19960506, 19960506}));
  for (const char* text : {"", "96", "1996-2", "1996/05/06", "1996-05-06x", "19960506"}) {
    EXPECT_EQ(complaint([&] { (void)parse_days("from", text); }),
              "`from` " + std::string(text) +
                  ": expected a day, month or year: 1996-05-06, 1996-05 or 1996");
  }
  for (const char* text : {"1996-13", "1995-02-29", "0000"}) {
    EXPECT_EQ(complaint([&] { (void)parse_days("from", text); }),
              "`from` " + std::string(text) + ": there is no such date");
  }
  EXPECT_EQ(complaint([] { (void)parse_days("date", "1985..1990"); }),
            "`date` 1985..1990: expected one day, month or year; `from` and `to` are the ends of a "
            "range");
}

TEST(FilterValues, FromAndToIncludeTheirEnds) {
  EXPECT_EQ(span_of(parse_days("from", "1985"), parse_days("to", "1990-06")),
            (DaySpan{19850101, 19900630}));
  EXPECT_EQ(span_of(parse_days("from", "1985"), {}), (DaySpan{19850101, 99991231}));
  EXPECT_EQ(span_of({}, parse_days("to", "1990")), (DaySpan{1, 19901231}));
  EXPECT_EQ(complaint([] { (void)span_of(parse_days("from", "1991"), parse_days("to", "1990")); }),
            "`from` 1991-01-01 is later than `to` 1990-12-31");
}

TEST(FilterValues, AResultIsWrittenAsTheColumnPrintsIt) {
  const auto wins = [](Winner winner, std::optional<WinBy> by, std::optional<NumberRange> margin) {
    return ResultFilter{{winner}, by, margin};
  };
  EXPECT_EQ(parse_result_filter("B"), wins(Winner::first, {}, {}));
  EXPECT_EQ(parse_result_filter("w"), wins(Winner::second, {}, {}));
  EXPECT_EQ(parse_result_filter("B+R"), wins(Winner::first, WinBy::resign, {}));
  EXPECT_EQ(parse_result_filter("W+Time"), wins(Winner::second, WinBy::time, {}));
  EXPECT_EQ(parse_result_filter("W+F"), wins(Winner::second, WinBy::forfeit, {}));
  EXPECT_EQ(parse_result_filter("B+3.5"), wins(Winner::first, {}, NumberRange{350, 350}));
  EXPECT_EQ(parse_result_filter("B+0.5..5"), wins(Winner::first, {}, NumberRange{50, 500}));
  EXPECT_EQ(parse_result_filter("B+..5"), wins(Winner::first, {}, NumberRange{1, 500}));
  EXPECT_EQ(parse_result_filter("W+20.."), wins(Winner::second, {}, NumberRange{2000, kOpen}));
  EXPECT_EQ(parse_result_filter("B+"), wins(Winner::first, {}, NumberRange{0, 0}));
  EXPECT_EQ(parse_result_filter("Draw"), wins(Winner::draw, {}, {}));
  EXPECT_EQ(parse_result_filter("0"), wins(Winner::draw, {}, {}));
  EXPECT_EQ(parse_result_filter("void"), wins(Winner::void_game, {}, {}));
  EXPECT_EQ(parse_result_filter("?"), wins(Winner::asked, {}, {}));
  EXPECT_EQ(parse_result_filter("unknown"),
            (ResultFilter{{Winner::unknown, Winner::asked}, {}, {}}));
  for (const char* text : {"", "black", "B+X", "B+5..3", "B-R", "B+-5"}) {
    EXPECT_EQ(complaint([&] { (void)parse_result_filter(text); }),
              "`result` " + std::string(text) +
                  ": expected B, W, B+R, B+3.5, B+0.5..5, draw, 0, void, ? or unknown");
  }
}

TEST(FilterValues, RangesMayBeOpen) {
  EXPECT_EQ(parse_number_range("handicap", "2..9"), (NumberRange{2, 9}));
  EXPECT_EQ(parse_handicap_filter("2.."), (HandicapFilter{parse_number_range("rating", "2..")}));
  EXPECT_EQ(parse_handicap_filter("none"), (HandicapFilter{{0, 0}, true}));
  EXPECT_EQ(parse_number_range("rating", "2500.."), (NumberRange{2500, kOpen}));
  EXPECT_EQ(parse_number_range("rating", "..1000"), (NumberRange{-kOpen, 1000}));
  EXPECT_EQ(parse_points_range("komi", "6.5"), (NumberRange{650, 650}));
  EXPECT_EQ(parse_points_range("komi", "-5.5..7.5"), (NumberRange{-550, 750}));
  EXPECT_EQ(parse_rank_range("5d..9p"), (NumberRange{5, 109}));
  EXPECT_EQ(parse_rank_range("..1k"), (NumberRange{-kOpen, -1}));
  EXPECT_EQ(
      complaint([] { (void)parse_handicap_filter("non"); }),
      "`handicap` non: expected a number such as 4, a range such as 2..9, 2.. or ..9, or none");
  EXPECT_EQ(complaint([] { (void)parse_number_range("handicap", "9..2"); }),
            "`handicap` 9..2: expected a number such as 4, or a range such as 2..9, 2.. or ..9");
  EXPECT_EQ(complaint([] { (void)parse_number_range("rating", ".."); }),
            "`rating` ..: expected a number such as 4, or a range such as 2..9, 2.. or ..9");
  EXPECT_EQ(complaint([] { (void)parse_points_range("komi", "nan"); }),
            "`komi` nan: expected points such as 6.5, or a range such as 5.5..7.5");
  EXPECT_EQ(complaint([] { (void)parse_rank_range("strong"); }),
            "`rank` strong: expected a rank such as 9p, or a range such as 5d..9p");
}

TEST(FilterValues, SizesAreColumnsTimesRows) {
  EXPECT_EQ(parse_size("19"), (BoardSize{19, 19}));
  EXPECT_EQ(parse_size("13x9"), (BoardSize{13, 9}));
  for (const char* text : {"", "x", "19x", "0", "13:9", "-9"}) {
    EXPECT_EQ(complaint([&] { (void)parse_size(text); }),
              "`size` " + std::string(text) + ": expected 19, or COLUMNSxROWS such as 13x9");
  }
}

TEST(FilterValues, WordsOutOfAListAreNamedInTheComplaint) {
  EXPECT_EQ(parse_outcome("loss"), Outcome::loss);
  EXPECT_EQ(parse_win_by("max_moves"), WinBy::max_moves);
  EXPECT_EQ(parse_game("sgf:9"), GameType{9});
  EXPECT_EQ(parse_kind("problem"), GameKind::problem);
  EXPECT_EQ(complaint([] { (void)parse_outcome("won"); }),
            "`outcome` won: expected win, loss or draw");
  EXPECT_EQ(complaint([] { (void)parse_win_by("luck"); }),
            "`win_by` luck: expected one of resign, score, time, forfeit, illegal, declaration, "
            "mate, connection, repetition, impasse, max_moves");
  EXPECT_EQ(complaint([] { (void)parse_game("chess"); }),
            "`game` chess: expected go, othello, hex, twixt, gomoku, shogi, crossword or sgf:N");
  EXPECT_EQ(complaint([] { (void)parse_kind("study"); }),
            "`kind` study: expected game, problem or position");
}

TEST(FilterValues, SomeFiltersNeedAPlayer) {
  GameFilters filters;
  filters.outcome = Outcome::win;
  EXPECT_EQ(complaint([&] { check(filters); }), "`outcome` needs `player`");
  filters.outcome.reset();
  filters.opponent = parse_name("opponent", "Cho");
  EXPECT_EQ(complaint([&] { check(filters); }), "`opponent` needs `player`");
  filters.players.resize(2);
  EXPECT_EQ(complaint([&] { check(filters); }),
            "`opponent`: the second `player` already names the opponent");
  filters.opponent.reset();
  check(filters);
  filters.players.resize(3);
  EXPECT_EQ(complaint([&] { check(filters); }), "`player` can be given at most twice");
}

TEST(FilterValues, SortKeysAreColumns) {
  EXPECT_EQ(parse_sort("date_from,-moves"),
            (std::vector<SortKey>{{"date_from", false}, {"moves", true}}));
  EXPECT_EQ(complaint([] { (void)parse_sort("black,,white"); }),
            "`sort` black,,white: expected columns such as date_from,-moves");
}

TEST(FilterValues, TextIsWordsAndPhrases) {
  using Phrases = std::vector<Phrase>;
  EXPECT_EQ(sought_phrases("ear  reddening"), (Phrases{{"ear"}, {"reddening"}}));
  EXPECT_EQ(sought_phrases(R"(the "ear reddening" move)"),
            (Phrases{{"the"}, {"ear", "reddening"}, {"move"}}));
  EXPECT_EQ(sought_phrases("名人战 OR"), (Phrases{{"名", "人", "战"}, {"or"}}));
  EXPECT_EQ(sought_phrases(R"(--- "open end)"), (Phrases{{"open", "end"}}));
  EXPECT_EQ(complaint([] { (void)sought_phrases("\"...\""); }), "`text` \"...\": expected a word");
  std::string many;
  for (int i = 0; i < 257; ++i) many += "a ";
  EXPECT_EQ(complaint([&] { (void)sought_phrases(many); }),
            "`text`: 257 words; at most 256 are allowed");
}

}  // namespace
}  // namespace ludex

#include "formats/sgf/extracted_games.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <iterator>
#include <string>
#include <utility>
#include <vector>

namespace ludex {
namespace {

using Properties = std::vector<std::pair<std::string, std::string>>;

Properties properties_of(std::string_view record) { return info_of(record).properties; }

std::vector<ProblemKind> problems_of(std::string_view record) {
  std::vector<ProblemKind> kinds;
  for (const Problem& problem : info_of(record).problems) kinds.push_back(problem.kind);
  return kinds;
}

TEST(SgfGames, EveryColumnIsFilled) {
  const GameInfo info = info_of(
      "(;FF[4]GM[1]CA[UTF-8]AP[CGoban:3]SZ[19]PB[Cho Chikun]PW[Kobayashi Koichi]BR[9p]WR[8d]"
      "BT[Nihon Ki-in]WT[Kansai]EV[Meijin]RO[2 (final)]PC[Tokyo]GN[a game]AN[me]ON[sanrensei]"
      "SO[Go World]US[someone]DT[1985-05-06]RE[W+2.5]KM[5.5]HA[2]RU[Japanese]TM[28800]OT[5x60]"
      ";B[pd])");
  EXPECT_EQ(info.game, GameType::go);
  EXPECT_EQ(info.declared_game, "1");
  EXPECT_EQ(info.charset, "UTF-8");
  EXPECT_EQ(info.application, "CGoban:3");
  EXPECT_EQ(info.size, (BoardSize{19, 19}));
  EXPECT_EQ(info.seats[0].name, "Cho Chikun");
  EXPECT_EQ(info.seats[1].name, "Kobayashi Koichi");
  EXPECT_EQ(info.seats[0].rank, "9p");
  EXPECT_EQ(info.seats[0].rank_order, 109);
  EXPECT_EQ(info.seats[1].rank_order, 8);
  EXPECT_EQ(info.seats[0].team, "Nihon Ki-in");
  EXPECT_EQ(info.seats[1].team, "Kansai");
  EXPECT_EQ(info.event, "Meijin");
  EXPECT_EQ(info.round, "2 (final)");
  EXPECT_EQ(info.place, "Tokyo");
  EXPECT_EQ(info.game_name, "a game");
  EXPECT_EQ(info.annotator, "me");
  EXPECT_EQ(info.opening, "sanrensei");
  EXPECT_EQ(info.published_in, "Go World");
  EXPECT_EQ(info.entered_by, "someone");
  EXPECT_EQ(info.date_raw, "1985-05-06");
  EXPECT_EQ(info.date.from, 19850506);
  EXPECT_EQ(info.result_raw, "W+2.5");
  EXPECT_EQ(to_text(info.result), "W+2.5");
  EXPECT_EQ(info.komi, 5.5);
  EXPECT_EQ(info.handicap, 2);
  EXPECT_EQ(info.rules, "Japanese");
  EXPECT_EQ(info.time_limit_raw, "28800");
  EXPECT_EQ(info.time_limit_seconds, 28800);
  EXPECT_EQ(info.overtime, "5x60");
  EXPECT_EQ(info.kind, GameKind::game);
  EXPECT_EQ(info.properties, (Properties{{"FF", "4"}}));
  EXPECT_TRUE(info.problems.empty());
}

TEST(SgfGames, AnEmptyHandicapOfTwixtIsTheColumnsMoreThanRows) {
  const GameInfo info = info_of("(;FF[4]GM[21]HA[]SZ[24:20];W[b3])");
  EXPECT_EQ(info.handicap, 4);
  EXPECT_EQ(info.properties.back(), (Properties::value_type{"HA", ""}));
  EXPECT_EQ(info_of("(;FF[4]GM[21]SZ[24:20];W[b3])").handicap, std::nullopt);
  EXPECT_EQ(info_of("(;FF[4]GM[1]HA[]SZ[19];W[aa])").handicap, std::nullopt);
}

TEST(SgfGames, WhatAColumnPrintsAsWrittenIsNotKeptTwice) {
  EXPECT_EQ(properties_of("(;KM[6.5])"), Properties{});
  EXPECT_EQ(properties_of("(;KM[550])"), (Properties{{"KM", "550"}}));
  EXPECT_EQ(properties_of("(;KM[6.50])"), (Properties{{"KM", "6.50"}}));
  EXPECT_EQ(properties_of("(;HA[2])"), Properties{});
  EXPECT_EQ(properties_of("(;SZ[19])"), Properties{});
  EXPECT_EQ(properties_of("(;SZ[7:8])"), Properties{});
  EXPECT_EQ(properties_of("(;SZ[19:19])"), (Properties{{"SZ", "19:19"}}));
  EXPECT_EQ(properties_of("(;CA[UTF-8])"), Properties{});
  EXPECT_EQ(properties_of("(;CA[utf8])"), (Properties{{"CA", "utf8"}}));
  EXPECT_EQ(properties_of("(;RE[Black wins]DT[yesterday]TM[long])"), Properties{});
}

TEST(SgfGames, EverythingElseOfTheRootIsKeptInOrder) {
  EXPECT_EQ(
      properties_of("(;ST[2]FF[3]XX[a][b]CP[me]RL[0]GC[about\nit]AB[dd]C[hello]B[pd]LB[aa:1])"),
      (Properties{{"ST", "2"},
                  {"FF", "3"},
                  {"XX", "a"},
                  {"XX", "b"},
                  {"CP", "me"},
                  {"RL", "0"},
                  {"GC", "about\nit"}}));
  EXPECT_EQ(properties_of("(;PB[one][two])"), (Properties{{"PB", "two"}}));
}

TEST(SgfGames, WhatIsSaidTwiceInANodeIsKept) {
  const std::string record =
      "(;PB[a]PB[b]GM[1]GM[2]SZ[9]SZ[9]KM[5.5]KM[6]RE[B+R]RE[W+R]DT[1985]DT[1986]BR[1d]BR[2d]"
      "AP[x]AP[y]C[one]C[two]GC[three]GC[four];B[aa])";
  const GameInfo info = info_of(record);
  EXPECT_EQ(info.seats[0].name, "a");
  EXPECT_EQ(info.komi, 5.5);
  EXPECT_EQ(info.size, (BoardSize{9, 9}));
  EXPECT_EQ(info.properties, (Properties{{"PB", "b"},
                                         {"GM", "2"},
                                         {"SZ", "9"},
                                         {"KM", "6"},
                                         {"RE", "W+R"},
                                         {"DT", "1986"},
                                         {"BR", "2d"},
                                         {"AP", "y"},
                                         {"GC", "three"},
                                         {"GC", "four"}}));
  EXPECT_EQ(info.comment, "one\ntwo\nthree\nfour");
}

TEST(SgfGames, OfSeveralValuesTheFirstThatIsNotBlankCounts) {
  const GameInfo info = info_of(
      "(;GM[][1]FF[][4]CA[ ][UTF-8]AP[][x]SZ[][9]PB[][a]PW[ ][b]BR[][5d]KM[][6.5]HA[][2]RE[][B+R]"
      "DT[][1985]TM[][3600]RU[][AGA]EV[][cup];B[aa])");
  EXPECT_EQ(info.declared_game, "1");
  EXPECT_EQ(info.charset, "UTF-8");
  EXPECT_EQ(info.application, "x");
  EXPECT_EQ(info.size, (BoardSize{9, 9}));
  EXPECT_EQ(info.seats[0].name, "a");
  EXPECT_EQ(info.seats[1].name, "b");
  EXPECT_EQ(info.seats[0].rank_order, 5);
  EXPECT_EQ(info.komi, 6.5);
  EXPECT_EQ(info.handicap, 2);
  EXPECT_EQ(to_text(info.result), "B+R");
  EXPECT_EQ(info.date.from, 19850101);
  EXPECT_EQ(info.time_limit_seconds, 3600);
  EXPECT_EQ(info.rules, "AGA");
  EXPECT_EQ(info.event, "cup");
  EXPECT_EQ(info_of("(;RD[][2010.7.27];B[aa])").date.from, 20100727);
  EXPECT_EQ(info_of("(;RD[]RD[2010.7.27];B[aa])").date_raw, "2010.7.27");
  EXPECT_EQ(properties_of("(;GM[][1][2];B[aa])"), (Properties{{"GM", ""}, {"GM", "2"}}));
}

TEST(SgfGames, KomiAndHandicapInOneValueAreBothTaken) {
  for (const char* record : {"(;KM[호선 - 6집 반 공제];B[aa])", "(;HA[호선 - 6집 반 공제];B[aa])",
                             "(;HA[호선 - 6집 반 공제]KM[];B[aa])"}) {
    EXPECT_EQ(info_of(record).komi, 6.5) << record;
    EXPECT_EQ(info_of(record).handicap, 0) << record;
    EXPECT_EQ(info_of(record).problems.size(), 0U) << record;
  }
  const GameInfo both = info_of("(;HA[2]KM[호선 - 6집 반 공제];B[aa])");
  EXPECT_EQ(both.handicap, 2) << "what HA says";
}

TEST(SgfGames, ADateOfAStandInThatIsNotUnderstoodIsReported) {
  EXPECT_EQ(problems_of("(;RD[next spring];B[aa])"),
            (std::vector<ProblemKind>{ProblemKind::bad_date}));
}

TEST(SgfGames, UnknownPropertiesBelowTheRootAreTheNodesOwn) {
  EXPECT_EQ(properties_of("(;PB[a];B[pd]XX[1])"), Properties{});
}

TEST(SgfGames, Ff3NamesAreKnown) {
  const GameInfo info = info_of("(;GaMe[1]VieW[]SiZe[19]PlayerBlack[Ann]KoMi[5.5]CoPyright[x])");
  EXPECT_EQ(info.seats[0].name, "Ann");
  EXPECT_EQ(info.komi, 5.5);
  EXPECT_EQ(info.properties, (Properties{{"CP", "x"}}));
}

TEST(SgfGames, CommentIsGameCommentAndTheRootsComment) {
  EXPECT_EQ(info_of("(;GC[a game]C[a comment];B[pd]C[not this])").comment, "a game\na comment");
}

TEST(SgfGames, TextIsUnescapedAndOnOneLine) {
  EXPECT_EQ(info_of("(;FF[4]PB[a\\]b\\\\c\\:d\\\ne]EV[one\r\ntwo])").seats[0].name, "a]b\\c:de");
  EXPECT_EQ(info_of("(;EV[one\r\ntwo ])").event, "one two");
  EXPECT_EQ(info_of("(;FF[1]EV[a\\b\\]c])").event, "a\\b]c");
}

TEST(SgfGames, CountsMinutesOnlyWhereFf1IsWritten) {
  EXPECT_EQ(info_of("(;FF[1]TM[60])").time_limit_seconds, 3600);
  EXPECT_EQ(info_of("(;FF[4]TM[60])").time_limit_seconds, 60);
  EXPECT_EQ(info_of("(;TM[60])").time_limit_seconds, std::nullopt);
  EXPECT_EQ(info_of("(;TM[60])").time_limit_raw, "60");
  EXPECT_TRUE(problems_of("(;TM[60])").empty()) << "no rule is broken";
  EXPECT_EQ(info_of("(;TM[3600])").time_limit_seconds, 3600);
  EXPECT_TRUE(problems_of("(;TM[3600])").empty());
}

// A problem kind named "assumed" would mean that a guess was stored; there must be none.
TEST(SgfGames, NoValueIsStoredThatAProblemCallsAssumed) {
  const std::pair<ProblemKind, std::string_view> kAssumed[] = {
      {ProblemKind::assumed_minutes, "(;GM[1]SZ[19]TM[60]PB[a]PW[b];B[pd])"}};
  for (int number = 1; number < 400; ++number) {
    const auto kind = static_cast<ProblemKind>(number);
    if (problem_name(kind).find("assumed") == std::string_view::npos) continue;
    const auto* const row =
        std::ranges::find(kAssumed, kind, &std::pair<ProblemKind, std::string_view>::first);
    ASSERT_NE(row, std::end(kAssumed)) << problem_name(kind);
    EXPECT_EQ(info_of(row->second).time_limit_seconds, std::nullopt);
    EXPECT_TRUE(problems_of(row->second).empty());
  }
}

TEST(SgfGames, NumbersMayHaveAPlus) {
  const GameInfo info = info_of("(;FF[+4]GM[+1]SZ[+9]HA[+2]KM[+0.5]TM[+60])");
  EXPECT_EQ(info.game, GameType::go);
  EXPECT_EQ(info.size, (BoardSize{9, 9}));
  EXPECT_EQ(info.handicap, 2);
  EXPECT_EQ(info.komi, 0.5);
  EXPECT_EQ(info.time_limit_seconds, 60);
  EXPECT_TRUE(info.problems.empty());
}

TEST(SgfGames, ARecordInLowerCaseIsReadAsIfItWereNot) {
  const GameInfo info = info_of("(;gm[1]sz[9]pb[Ann]pw[Ben]re[W+R];b[dd];w[pp])");
  EXPECT_EQ(info.game, GameType::go);
  EXPECT_EQ(info.size, (BoardSize{9, 9}));
  EXPECT_EQ(info.seats[1].name, "Ben");
  EXPECT_EQ(info.result.winner, Winner::second);
  EXPECT_EQ(info_of("(;GM[1]SZ[19];b[pd];w[dd])").game, GameType::go);
  EXPECT_EQ(info_of("(;SZ[24]PB[Ann];r[aa];b[bb])").game, GameType::twixt);
  EXPECT_EQ(info_of("(;gm[21]sz[12];r[c4];b[d5])").size, (BoardSize{12, 12}));
  EXPECT_EQ(info_of("(;GM[1]sz[9]PB[Ann];B[dd];w[cc])").size, (BoardSize{9, 9}));
}

TEST(SgfGames, OtherNamesStandInOnlyForWhatIsMissing) {
  const GameInfo info = info_of("(;TE[Meijin]KO[6.5]RD[2017-05-27];B[pd]KO[]TE[1])");
  EXPECT_EQ(info.event, "Meijin");
  EXPECT_EQ(info.komi, 6.5);
  EXPECT_EQ(info.date.from, 20170527);
  EXPECT_EQ(info.properties, (Properties{{"RD", "2017-05-27"}, {"TE", "Meijin"}, {"KO", "6.5"}}));

  EXPECT_EQ(info_of("(;EV[Honinbo]TE[Meijin])").event, "Honinbo");
  EXPECT_EQ(info_of("(;KO[6.5]KM[0])").komi, 0.0);
  EXPECT_EQ(info_of("(;DT[1999]RD[2017-05-27])").date_raw, "1999");
  for (const char* record :
       {"(;TE[])", "(;TE[1])", "(;TE[2])", "(;TE[dd])", "(;AB[dd];B[pd]TE[Meijin])"}) {
    EXPECT_EQ(info_of(record).event, "") << record;
  }
  EXPECT_EQ(info_of("(;TE[];PB[a]TE[];PW[b]TE[Tour];RO[1]TE[Cup])").event, "Tour");
  EXPECT_EQ(info_of("(;TE[];PB[a]TE[])").event, "");
}

TEST(SgfGames, RatingsStandInPlaceOfRanks) {
  const GameInfo info = info_of("(;BR[2345]WR[\\[1500?\\]])");
  EXPECT_EQ(info.seats[0].rating, 2345);
  EXPECT_EQ(info.seats[1].rating, 1500);
  EXPECT_EQ(info.seats[1].rank, "[1500?]");
  EXPECT_EQ(info.seats[0].rank_order, std::nullopt);
  EXPECT_TRUE(info.problems.empty());
}

TEST(SgfGames, SpeciesSayWhoIsAComputer) {
  const GameInfo info = info_of("(;BS[0]WS[1])");
  EXPECT_EQ(info.seats[0].is_computer, false);
  EXPECT_EQ(info.seats[1].is_computer, true);
  EXPECT_EQ(info_of("(;BS[-1])").seats[0].is_computer, std::nullopt);
}

TEST(SgfGames, SitesIdsAreFound) {
  EXPECT_EQ(info_of("(;GC[game #1374])").external_id, "1374");
  EXPECT_EQ(info_of("(;PC[OGS: https://online-go.com/game/123456])").external_id, "123456");
  EXPECT_EQ(info_of("(;SO[https://www.101weiqi.com/4D/37664/])").external_id, "37664");
  EXPECT_EQ(info_of("(;SO[http://questgames.net/go9/game/61h9cx8owtvr])").external_id,
            "61h9cx8owtvr");
  EXPECT_EQ(info_of("(;SO[http://weiqi.tom.com])").external_id, "");
}

TEST(SgfGames, FindsTheGameAndTheBoard) {
  EXPECT_EQ(info_of("(;B[pd])").game, GameType::go);
  EXPECT_EQ(info_of("(;B[pd])").size, (BoardSize{19, 19}));
  EXPECT_EQ(info_of("(;GM[game of go])").game, GameType::go);
  EXPECT_EQ(info_of("(;GM[11])").game, GameType::hex);
  EXPECT_EQ(info_of("(;GM[11])").size, (BoardSize{11, 11}));
  EXPECT_EQ(info_of("(;SZ[200]GM[11])").size, (BoardSize{200, 200}));
  EXPECT_EQ(info_of("(;SZ[7:6]GM[11])").size, (BoardSize{7, 6}));
  EXPECT_EQ(info_of("(;GM[3])").size, (BoardSize{}));
  EXPECT_EQ(info_of("(;GM[5.5])").game, GameType::go);
  EXPECT_EQ(info_of("(;GM[Fanorona])").game, GameType{0});
  EXPECT_EQ(problems_of("(;GM[5.5])"), std::vector{ProblemKind::unknown_game});
  EXPECT_EQ(info_of("(;SZ[53])").size, (BoardSize{}));
  EXPECT_EQ(problems_of("(;SZ[53])"), std::vector{ProblemKind::bad_size});
  EXPECT_EQ(properties_of("(;SZ[53])"), (Properties{{"SZ", "53"}}));
  EXPECT_EQ(info_of("(;SZ[])").size, (BoardSize{19, 19}));
}

TEST(SgfGames, KindTellsGamesFromProblemsAndPositions) {
  const auto kind = [](std::string_view record) { return info_of(record).kind; };
  EXPECT_EQ(kind("(;PB[a];B[pd])"), GameKind::game);
  EXPECT_EQ(kind("(;AB[dd][pp]HA[2];W[pd])"), GameKind::game);
  EXPECT_EQ(kind("(;AB[dd]AW[pp];B[pd])"), GameKind::problem);
  EXPECT_EQ(kind("(;AW[pp];B[pd])"), GameKind::problem);
  EXPECT_EQ(kind("(;AB[dd]AW[pp]PB[a];B[pd])"), GameKind::game);
  EXPECT_EQ(kind("(;AB[dd]AW[pp]RE[B+R];B[pd])"), GameKind::game);
  EXPECT_EQ(kind("(;PZ[1]PB[a];B[pd])"), GameKind::problem);
  EXPECT_EQ(kind("(;AB[dd]AW[pp]PB[a])"), GameKind::position);
  EXPECT_EQ(kind("(;PB[a];AB[dd])"), GameKind::position);
  EXPECT_EQ(kind("(;PB[a])"), GameKind::game);
}

TEST(SgfGames, AResignationAtTheEndIsAResultWhereNoneIsWritten) {
  const GameInfo info = info_of("(;PB[a];B[pd];W[resign])");
  EXPECT_EQ(to_text(info.result), "B+R");
  EXPECT_EQ(info.result.from, ResultFrom::resignation);
  EXPECT_EQ(to_text(info_of("(;RE[W+3];B[pd];W[resign])").result), "W+3");
  const GameInfo asked = info_of("(;RE[?];B[pd])");
  EXPECT_EQ(asked.result.winner, Winner::asked);
  EXPECT_EQ(asked.result.from, ResultFrom::written);
  EXPECT_EQ(info_of("(;B[pd])").result, GameResult{});
}

TEST(SgfGames, WhatIsNotUnderstoodIsAProblemAtItsPlace) {
  const std::string record = "(;FF[4]DT[soon]RE[110-bb]KM[much]HA[some]TM[long]BR[Meijin])";
  const auto problems = info_of(record).problems;
  ASSERT_EQ(problems.size(), 6u);
  EXPECT_EQ(problems[0].kind, ProblemKind::bad_date);
  EXPECT_EQ(problems[0].message, "DT[soon]");
  EXPECT_EQ(problems[0].offset_bytes, record.find("soon"));
  EXPECT_EQ(problems[1].kind, ProblemKind::bad_result);
  EXPECT_EQ(problems[2].kind, ProblemKind::bad_komi);
  EXPECT_EQ(problems[3].kind, ProblemKind::bad_handicap);
  EXPECT_EQ(problems[4].kind, ProblemKind::bad_time);
  EXPECT_EQ(problems[5].kind, ProblemKind::bad_rank);
  EXPECT_TRUE(problems_of("(;FF[4]DT[]RE[]KM[]HA[]TM[]BR[]WR[NR]PB[])").empty());
}

TEST(SgfGames, RootPropertiesCountAtTheRootOnly) {
  EXPECT_EQ(info_of("(;PB[a];B[pd]SZ[9])").size, (BoardSize{19, 19}));
  EXPECT_EQ(problems_of("(;PB[a];B[pd]SZ[9])"), std::vector{ProblemKind::misplaced_property});
}

TEST(SgfGames, GameInfoBelowTheRootIsFound) {
  const GameInfo info = info_of("(;FF[4]SZ[19];PB[Ann]PW[Bob]CP[x];B[pd]RE[B+R])");
  EXPECT_EQ(info.seats[0].name, "Ann");
  EXPECT_EQ(to_text(info.result), "B+R");
  EXPECT_EQ(info.properties, (Properties{{"FF", "4"}, {"CP", "x"}}));
}

TEST(SgfGames, WhatStandsFirstCounts) {
  const GameInfo info = info_of("(;PB[Ann]KM[6.5];B[pd]PB[Eve]KM[7.5]PW[Bob])");
  EXPECT_EQ(info.seats[0].name, "Ann");
  EXPECT_EQ(info.seats[1].name, "Bob");
  EXPECT_EQ(info.komi, 6.5);
  EXPECT_EQ(info.properties, (Properties{{"PB", "Eve"}, {"KM", "7.5"}}));
}

TEST(SgfGames, CharsetOfTheRecordIsAColumn) {
  EXPECT_EQ(info_of("(;PB[Ann])").charset, "US-ASCII");
  EXPECT_EQ(info_of("(;PB[黒])").charset, "UTF-8");
  const GameInfo chinese = info_of("(;CA[GB2312]PB[\xB9\xC5\xC1\xA6]PW[\xBF\xC2\xBD\xE0])");
  EXPECT_EQ(chinese.charset, "GB18030");
  EXPECT_EQ(chinese.seats[0].name, "古力");
  EXPECT_EQ(chinese.properties, (Properties{{"CA", "GB2312"}}));
  EXPECT_TRUE(chinese.problems.empty());
}

TEST(SgfGames, AWrongOrUnknownCharsetIsAProblem) {
  EXPECT_EQ(problems_of("(;CA[UTF-8]PB[\xB9\xC5\xC1\xA6])"),
            std::vector{ProblemKind::wrong_charset});
  EXPECT_EQ(info_of("(;CA[UTF-8]PB[\xB9\xC5\xC1\xA6])").seats[0].name, "古力");
  EXPECT_EQ(problems_of("(;CA[foo]PB[a])"), std::vector{ProblemKind::unknown_charset});
}

TEST(SgfGames, ASquareBoardWrittenAsColumnsAndRowsIsAProblem) {
  const GameInfo info = info_of("(;GM[1]SZ[9:9];B[aa])");
  EXPECT_EQ(info.size, (BoardSize{9, 9}));
  ASSERT_EQ(info.problems.size(), 1U);
  EXPECT_EQ(info.problems[0].kind, ProblemKind::bad_size);
  EXPECT_EQ(problems_of("(;GM[1]SZ[9:7];B[aa])"), std::vector<ProblemKind>{});
}

TEST(SgfGames, AnAmountThatIsNotUnderstoodIsAProblem) {
  const GameInfo info = info_of("(;PB[a]RE[B+5x];B[aa])");
  EXPECT_EQ(info.result.winner, Winner::first);
  EXPECT_EQ(info.result.margin, std::nullopt);
  ASSERT_EQ(info.problems.size(), 1U);
  EXPECT_EQ(info.problems[0].kind, ProblemKind::bad_result);
  EXPECT_EQ(info.problems[0].message, "RE[B+5x]");
}

TEST(SgfGames, ADeclaredCharsetIsTriedOnValuesWithoutTheirBrackets) {
  for (const char* label : {"GBK", "GB2312", "Big5", "EUC-KR", "EUC-JP"}) {
    const GameInfo info =
        info_of("(;FF[4]CA[" + std::string(label) + "]SZ[9]PB[聂卫平]PW[x];B[aa])");
    EXPECT_EQ(info.charset, "UTF-8") << label;
    EXPECT_EQ(info.seats[0].name, "聂卫平") << label;
    ASSERT_EQ(info.problems.size(), 1U) << label;
    EXPECT_EQ(info.problems[0].kind, ProblemKind::wrong_charset) << label;
  }
}

TEST(SgfGames, ACharsetIsNeverWrongAndReadAsItself) {
  const GameInfo latin = info_of("(;CA[Shift_JIS]PB[Jos\xE9 M\xFCller fa\xE7\x61\x64\x65]PW[x])");
  EXPECT_EQ(latin.seats[0].name, "José Müller façade");
  ASSERT_EQ(latin.problems.size(), 1U);
  EXPECT_EQ(latin.problems[0].message, "Shift_JIS, read as windows-1252");
  const GameInfo cut = info_of("(;CA[GBK]PB[\xBF\xC2\xBD\xE0]PW[\xBF\xC2\xBD])");
  EXPECT_EQ(cut.seats[0].name, "柯洁");
  ASSERT_EQ(cut.problems.size(), 1U);
  EXPECT_EQ(cut.problems[0].kind, ProblemKind::bad_charset);
}

TEST(SgfGames, AForcedCharsetWins) {
  const GameInfo info = info_of("(;CA[UTF-8]PB[\xE9])", {Charset::windows_1251});
  EXPECT_EQ(info.charset, "windows-1251");
  EXPECT_EQ(info.seats[0].name, "й");
}

TEST(SgfGames, BytesThatFitNothingStayVisible) {
  const GameInfo info = info_of("(;PB[\xE9\x81])", {Charset::utf8});
  EXPECT_EQ(info.seats[0].name, "\\xE9\\x81");
  ASSERT_EQ(info.problems.size(), 1u);
  EXPECT_EQ(info.problems[0].kind, ProblemKind::bad_charset);
}

TEST(SgfGames, AMessageEndsWithAWholeCharacter) {
  const GameInfo info = info_of("(;DT[" + std::string(79, 'x') + "\xC3\xA9y])");
  ASSERT_EQ(info.problems.size(), 1u);
  EXPECT_EQ(info.problems[0].message, "DT[" + std::string(79, 'x') + "]");
}

TEST(SgfGames, ATrailByteIsNoEscape) {
  const GameInfo info =
      info_of("(;CA[Shift_JIS]PB[\x96\x7B\x88\xF6\x96\x5C]PW[\x90\x5C])", {}, TextForm::pair_aware);
  EXPECT_EQ(info.charset, "Shift_JIS");
  EXPECT_EQ(info.seats[0].name, "本因暴");
  EXPECT_EQ(info.seats[1].name, "申");
}

TEST(SgfGames, Utf16IsReadFromTheTreesCopy) {
  std::string record;
  for (const char c : std::string_view("(;CA[UTF-16]PB[Ann])")) record += {c, '\0'};
  const GameInfo info = info_of(record, {}, TextForm::utf16le);
  EXPECT_EQ(info.charset, "UTF-16LE");
  EXPECT_EQ(info.seats[0].name, "Ann");
}

}  // namespace
}  // namespace ludex

#include "formats/sgf/sgf.hpp"

#include <gtest/gtest.h>

#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace ludex {
namespace {

std::optional<double> seconds_in(std::string_view record) {
  SgfTree tree;
  EXPECT_FALSE(parse_sgf(record, TextForm::bytes, tree)) << record;
  std::vector<SgfGame> games;
  extract_sgf_games(tree, record, TextForm::bytes, {}, games);
  return games.at(0).info.time_limit_seconds;
}

TEST(TimeEvidence, NothingShowsTheUnitOfANumberAlone) {
  for (const char* record : {"(;TM[8])", "(;TM[60]EV[Club night])", "(;GM[1]TM[600]RU[Japanese])",
                             "(;TM[60]OT[some overtime])", "(;TM[60]LT[]LC[])"}) {
    EXPECT_EQ(seconds_in(record), std::nullopt) << record;
  }
}

TEST(TimeEvidence, ServersOfTheKindOfIgsCountSeconds) {
  EXPECT_EQ(seconds_in("(;TM[600]US[Brought to you by No Name Go Server])"), 600);
  EXPECT_EQ(seconds_in("(;PC[NNGS Worldwide: nngs.cosmic.org 9696]TM[600])"), 600);
  EXPECT_EQ(seconds_in("(;TM[300]PC[WING: wing.gr.jp 1515])"), 300);
  EXPECT_EQ(seconds_in("(;EV[Internet Go Server game: a vs b]TM[60])"), 60);
  EXPECT_EQ(seconds_in("(;PC[West wing of the hotel]TM[60])"), std::nullopt);
}

TEST(TimeEvidence, TitleMatchesLastHours) {
  EXPECT_EQ(seconds_in("(;EV[53rd Honinbo]TM[8])"), 28800);
  EXPECT_EQ(seconds_in("(;TM[4]EV[第24届小棋圣战 Gosei])"), 14400);
  EXPECT_EQ(seconds_in("(;EV[23rd Agon-Kiriyama Cup]TM[60])"), 3600);
  EXPECT_EQ(seconds_in("(;EV[LG Cup]TM[3]OT[5x60 byo-yomi])"), 10800);
  EXPECT_EQ(seconds_in("(;EV[Honinbo]TM[30])"), std::nullopt) << "thirty of no unit";
  EXPECT_EQ(seconds_in("(;EV[Amateur Honinbo]TM[8])"), std::nullopt);
  EXPECT_EQ(seconds_in("(;EV[Kiseido tournament]TM[8])"), std::nullopt);
}

TEST(TimeEvidence, PeriodsOfOvertimeStandBesideMinutes) {
  EXPECT_EQ(seconds_in("(;TM[60]LT[30]LC[3])"), 3600);
  EXPECT_EQ(seconds_in("(;TM[1200]LT[30]LC[3])"), 1200);
}

TEST(TimeEvidence, OvertimeInSecondsStandsBesideSeconds) {
  EXPECT_EQ(seconds_in("(;TM[300]OP[900]OM[25])"), 300);
  EXPECT_EQ(seconds_in("(;TM[600]OT[25/300 Canadian])"), 600);
  EXPECT_EQ(seconds_in("(;TM[300]OT[5x30 byo-yomi])"), 300);
  EXPECT_EQ(seconds_in("(;TM[8]OT[10x60 byo-yomi])"), std::nullopt);
}

TEST(TimeEvidence, ClocksAfterTheFirstMovesShowTheUnit) {
  EXPECT_EQ(seconds_in("(;TM[60];B[pd]BL[58];W[dd]WL[45])"), 60);
  EXPECT_EQ(seconds_in("(;TM[60];B[pd]BL[3590])"), 3600);
  EXPECT_EQ(seconds_in("(;TM[5];B[pd]BL[17990];W[dd]WL[17000])"), 18000);
  EXPECT_EQ(seconds_in("(;TM[60];B[pd]BL[58];W[dd]WL[3500])"), std::nullopt);
  EXPECT_EQ(seconds_in("(;TM[60];B[pd]BL[600])"), std::nullopt);
}

TEST(TimeEvidence, ADeclaredVersionCountsUnlessTheRecordContradictsIt) {
  EXPECT_EQ(seconds_in("(;FF[4]TM[60])"), 60);
  EXPECT_EQ(seconds_in("(;FF[1]TM[60]LC[3])"), 3600);
  EXPECT_EQ(seconds_in("(;FF[4]TM[60]LT[30]LC[3])"), std::nullopt);
  EXPECT_EQ(seconds_in("(;FF[4]EV[Meijin]TM[8])"), std::nullopt);
  EXPECT_EQ(seconds_in("(;FF[4]EV[Meijin]TM[28800])"), 28800);
  EXPECT_EQ(seconds_in("(;FF[1]EV[Meijin]TM[8])"), std::nullopt);
  EXPECT_EQ(seconds_in("(;FF[1]EV[Meijin]TM[480])"), 28800);
  EXPECT_EQ(seconds_in("(;FF[1]TM[3600])"), 3600);
}

}  // namespace
}  // namespace ludex

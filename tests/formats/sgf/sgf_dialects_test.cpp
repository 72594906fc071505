#include "formats/sgf/sgf.hpp"

#include <gtest/gtest.h>

#include <string>

namespace ludex {
namespace {

GameInfo dialect_info(std::string_view record) {
  SgfTree tree;
  EXPECT_FALSE(parse_sgf(record, TextForm::bytes, tree));
  EXPECT_TRUE(tree.problems.empty());
  std::vector<SgfGame> games;
  extract_sgf_games(tree, record, TextForm::bytes, {}, games);
  return games.at(0).info;
}

std::string ggf_result(const std::string& written) {
  const GameInfo info = dialect_info("(;GM[Othello]TY[8]RE[" + written + "]B[F5]W[D6];)");
  EXPECT_EQ(info.result_raw, written);
  EXPECT_TRUE(info.problems.empty()) << written;
  return to_text(info.result);
}

TEST(SgfDialects, GgfNamesPlayersRatingsClockAndDay) {
  const GameInfo info = dialect_info(
      "(;GM[Othello]PC[GGS/os]DT[2003.12.15_13:24:03.MST]PB[first]PW[second]RB[2253.25]RW[2641.9]"
      "TI[05:00//02:00]TY[10]RE[+4.000]BO[10 *]B[F5//2.99]W[D6]B[C3];)");
  EXPECT_EQ(info.game, GameType::othello);
  EXPECT_EQ(info.declared_game, "Othello");
  EXPECT_EQ(info.size, (BoardSize{10, 10}));
  EXPECT_EQ(info.seats[0].name, "first");
  EXPECT_EQ(info.seats[0].rating, 2253.25);
  EXPECT_EQ(info.seats[1].rating, 2641.9);
  EXPECT_EQ(info.time_limit_raw, "05:00//02:00");
  EXPECT_EQ(info.time_limit_seconds, 300);
  EXPECT_EQ(info.date_raw, "2003.12.15_13:24:03.MST");
  EXPECT_EQ(to_iso(info.date.from), "2003-12-15");
  EXPECT_EQ(info.place, "GGS/os");
  EXPECT_TRUE(info.problems.empty());
}

TEST(SgfDialects, GgfResultsAreTheMarginOfBlack) {
  EXPECT_EQ(ggf_result("+12.000"), "B+12");
  EXPECT_EQ(ggf_result("-2.000"), "W+2");
  EXPECT_EQ(ggf_result("+0.000"), "Draw");
  EXPECT_EQ(ggf_result("-64.000:r"), "W+R");
  EXPECT_EQ(ggf_result("+64.000:t"), "B+T");
  EXPECT_EQ(ggf_result("?"), "?");
}

TEST(SgfDialects, OnlyGgfHasSignedMargins) {
  SgfTree tree;
  const std::string_view record = "(;GM[2]RE[+12.000];B[f5])";
  ASSERT_FALSE(parse_sgf(record, TextForm::bytes, tree));
  std::vector<SgfGame> games;
  extract_sgf_games(tree, record, TextForm::bytes, {}, games);
  EXPECT_EQ(to_text(games.at(0).info.result), "");
}

std::string board_space(const std::string& result) {
  return "(;\nGM[24]VV[2]\nSU[Yinsh]\nDT[Fri Feb 20 11:58:00 MSK 2026]\nGN[a game]\nRE[" + result +
         "]\nP0[id \"one\"]\nP1[id \"two\"]\n; P0[0 Start White]\n; P0[1 place wr  H 6]TM[809]\n)";
}

TEST(SgfDialects, GgfMayCountSecondsForADate) {
  const auto from = [](const std::string& date) {
    return dialect_info("(;GM[Othello]PC[GGS/os]TY[8]DT[" + date + "]BO[8 -])").date.from;
  };
  EXPECT_EQ(from("1071490000"), 20031215);
  EXPECT_EQ(from("499999999"), 0) << "no moment of a server";
  EXPECT_EQ(from("2003"), 20030101);
  EXPECT_EQ(from("2003.12.15_13:24:03.MST"), 20031215);
  EXPECT_EQ(dialect_info("(;GM[2]DT[1071490000])").date.from, 0) << "SGF counts none";
}

TEST(SgfDialects, BoardSpaceNamesPlayersInP0AndP1) {
  const GameInfo info = dialect_info(board_space("Game won by two"));
  EXPECT_EQ(info.game, GameType{24});
  EXPECT_EQ(info.seats[0].name, "one");
  EXPECT_EQ(info.seats[1].name, "two");
  EXPECT_EQ(info.variant, "Yinsh");
  EXPECT_EQ(to_iso(info.date.from), "2026-02-20");
  EXPECT_EQ(info.result_raw, "Game won by two");
  EXPECT_EQ(to_text(info.result), "W+");
  EXPECT_EQ(info.time_limit_seconds, std::nullopt) << "a move's time is no limit";
  EXPECT_TRUE(info.problems.empty());
}

TEST(SgfDialects, BoardSpaceNamesTheWinnerInAnyLanguage) {
  EXPECT_EQ(to_text(dialect_info(board_space("Игру выиграл(а) one.")).result), "B+");
  EXPECT_EQ(to_text(dialect_info(board_space("one hat gegen two gewonnen")).result), "");
  EXPECT_EQ(to_text(dialect_info(board_space("nobody")).result), "");
}

TEST(SgfDialects, GamesOfAnyNumberKeepWhatTheySay) {
  const GameInfo info = dialect_info(
      "(;FF[4]GM[6]AP[GNU Backgammon:1.05]MI[length:7][game:0][ws:0][bs:0]PW[gnubg]PB[me]RE[W+2]"
      ";W[31hehf];B[dbl])");
  EXPECT_EQ(info.game, GameType{6});
  EXPECT_EQ(info.seats[1].name, "gnubg");
  EXPECT_EQ(to_text(info.result), "W+2");
  EXPECT_EQ(info.properties[1], (std::pair<std::string, std::string>{"MI", "length:7"}));
  EXPECT_EQ(info.properties[4], (std::pair<std::string, std::string>{"MI", "bs:0"}));
}

TEST(SgfDialects, GomokuIsPlayedOnFifteenLinesUnlessSaidOtherwise) {
  EXPECT_EQ(dialect_info("(;GM[4];B[hh])").size, (BoardSize{15, 15}));
  const GameInfo cube = dialect_info("(;GM[4]SZ[5:5:5];B[aaa])");
  EXPECT_EQ(cube.size, BoardSize{});
  EXPECT_EQ(cube.properties.back().second, "5:5:5");
}

}  // namespace
}  // namespace ludex

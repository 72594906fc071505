// Which game a tree is of. The Little Golem records are made up in the form of real ones.

#include "formats/sgf/sgf.hpp"

#include <gtest/gtest.h>

#include <string>
#include <string_view>
#include <vector>

namespace ludex {
namespace {

GameInfo evidence_info(std::string_view record) {
  SgfTree tree;
  EXPECT_FALSE(parse_sgf(record, TextForm::bytes, tree));
  std::vector<SgfGame> games;
  extract_sgf_games(tree, record, TextForm::bytes, {}, games);
  return games.at(0).info;
}

std::string game_of(std::string_view record) { return game_name(evidence_info(record).game); }

constexpr std::string_view kGolem = "SO[http://www.littlegolem.com]";

std::string golem(std::string_view event, std::string_view moves, std::string_view size = "13") {
  return "(;FF[4]EV[" + std::string(event) + "]PB[Ann]PW[Ben]SZ[" + std::string(size) +
         "]RE[B]GC[ game #17]" + std::string(kGolem) + std::string(moves) + ")";
}

TEST(GameEvidence, ANumberOrAWordInGmSaysIt) {
  EXPECT_EQ(game_of("(;GM[1];B[dd])"), "go");
  EXPECT_EQ(game_of("(;GM[ 11 ];B[dd])"), "hex");
  EXPECT_EQ(game_of("(;GM[Othello];B[f5])"), "othello");
  EXPECT_EQ(game_of("(;GM[reversi])"), "othello");
  EXPECT_EQ(game_of("(;GM[Hex])"), "hex");
  EXPECT_EQ(game_of("(;GM[TWIXT])"), "twixt");
  EXPECT_EQ(game_of("(;GM[24])"), "sgf:24");
  EXPECT_EQ(game_of("(;GM[Fanorona])"), "sgf:0");
}

TEST(GameEvidence, WhatWasDeclaredIsKeptBesideWhatIsUsed) {
  const GameInfo wrong = evidence_info("(;GM[2]SZ[19];B[dd])");
  EXPECT_EQ(wrong.game, GameType::go);
  EXPECT_EQ(wrong.declared_game, "2");
  const GameInfo missing = evidence_info(golem("hex.ch.1.2", ";W[ff]"));
  EXPECT_EQ(missing.game, GameType::hex);
  EXPECT_FALSE(missing.declared_game);
}

TEST(GameEvidence, WithoutGmItIsGoUnlessSomethingSaysOtherwise) {
  EXPECT_EQ(game_of("(;B[dd])"), "go");
  EXPECT_EQ(game_of("(;)"), "go");
  EXPECT_EQ(game_of("(;GM[5.5]SZ[19];B[dd])"), "go");
  EXPECT_EQ(game_of("(;SZ[19];B[R16])"), "go");
  EXPECT_EQ(game_of("(;SZ[19];B[r16])"), "go");
  EXPECT_EQ(game_of("(;SZ[13];W[am];B[ii])"), "go") << "nothing but two letters";
  EXPECT_EQ(game_of("(;GC[game #3 of the match];B[dd])"), "go");
}

TEST(GameEvidence, OthelloIsNotPlayedOnBoardsOfGo) {
  EXPECT_EQ(game_of("(;GM[2]SZ[8];B[f5])"), "othello");
  EXPECT_EQ(game_of("(;GM[2];B[f5])"), "othello");
  EXPECT_EQ(game_of("(;GM[2]SZ[10])"), "othello");
  EXPECT_EQ(game_of("(;GM[2]SZ[19];AB[dd])"), "go");
  EXPECT_EQ(game_of("(;GM[2]SZ[9:8])"), "go");
}

TEST(GameEvidence, LittleGolemDeclaresNoGame) {
  EXPECT_EQ(game_of(golem("hex.in.HEX11.67", "", "11")), "hex");
  EXPECT_EQ(game_of(golem("hex.mc.2016.jun.1.2", ";W[ff];B[swap];W[eg]")), "hex");
  EXPECT_EQ(game_of(golem("ut.hex.12.3.4", "")), "hex");
  EXPECT_EQ(game_of(golem("twixt.ch.59.3.1", ";b[cu];r[lo]", "24")), "twixt");
  EXPECT_EQ(game_of(golem("null", ";W[ff];B[ee]")), "hex");
  EXPECT_EQ(game_of(golem("null", ";W[resign]")), "hex");
  EXPECT_EQ(game_of(golem("null", "")), "hex");
  EXPECT_EQ(game_of(golem("null", "", "30")), "twixt");
  EXPECT_EQ(game_of(golem("null", ";b[cu];r[lo]", "12")), "twixt");
  EXPECT_EQ(game_of(golem("go.ch.10.2", ";B[dd];W[jj]")), "go");
  EXPECT_EQ(game_of(golem("null", ";B[dd];W[jj]", "19")), "go");
  EXPECT_EQ(game_of("(;FF[4]PB[Ann]PW[Ben]SZ[13]GC[game #17];W[ff];B[ee])"), "hex");
}

TEST(GameEvidence, ProgramsAndWordsShowTheGame) {
  EXPECT_EQ(game_of("(;AP[HexGui:0.9]SZ[11];B[a3])"), "hex");
  EXPECT_EQ(game_of("(;AP[PlayHex:0.0.0];B[a3])"), "hex");
  EXPECT_EQ(game_of("(;SZ[13];W[am];B[swap])"), "hex");
  EXPECT_EQ(game_of("(;SZ[11];B[a2];W[SWAP])"), "hex");
  EXPECT_EQ(game_of("(;SZ[24];W[bd];B[swap-pieces])"), "twixt");
  EXPECT_EQ(game_of("(;SZ[24];b[bd];r[kk])"), "twixt");
  EXPECT_EQ(game_of("(;SZ[11];B[a10];W[f6])"), "hex");
  EXPECT_EQ(game_of("(;SZ[8];B[f5];W[d6])"), "othello");
  EXPECT_EQ(game_of("(;SZ[8];B[a1];W[d6])"), "hex");
}

TEST(GameEvidence, OnlyLittleGolemsHexHasTheColoursOfTheOtherSeat) {
  EXPECT_TRUE(evidence_info(golem("hex.ch.1.2", ";W[ff];B[ee]")).colors_exchanged);
  EXPECT_TRUE(evidence_info("(;SZ[13]RE[B];W[am];B[swap])").colors_exchanged);
  EXPECT_FALSE(evidence_info(golem("hex.ch.1.2", ";B[ff];W[ee]")).colors_exchanged);
  EXPECT_FALSE(evidence_info("(;GM[11]SZ[11];W[f6];B[a1])").colors_exchanged);
  EXPECT_FALSE(evidence_info("(;AP[HexGui:0.9]SZ[11];W[f6];B[a1])").colors_exchanged);
  EXPECT_FALSE(evidence_info(golem("twixt.ch.1.2", ";W[ff];B[ee]", "24")).colors_exchanged);
}

TEST(GameEvidence, InLittleGolemsTwixtTheFirstSeatHasTheWhitePegs) {
  EXPECT_TRUE(evidence_info(golem("twixt.ch.1.2", ";b[ff];r[ee]", "24")).first_seat_is_white);
  EXPECT_TRUE(evidence_info(golem("twixt.ch.1.2", "", "24")).first_seat_is_white);
  EXPECT_TRUE(evidence_info("(;GM[21]SZ[24];b[bd];r[kk])").first_seat_is_white);
  EXPECT_FALSE(evidence_info("(;GM[21]SZ[24];W[b4];B[k11])").first_seat_is_white);
  EXPECT_FALSE(evidence_info(golem("hex.ch.1.2", ";W[ff];B[ee]")).first_seat_is_white);
}

TEST(GameEvidence, SomeEventsOfLittleGolemNameTheFirstDayButNoLastOne) {
  const auto dates = [](std::string_view event) {
    const GameInfo info = evidence_info(golem(event, ";W[ff]"));
    EXPECT_EQ(info.date_raw, "");
    EXPECT_EQ(info.date_from_event, info.date.known());
    return info.date;
  };
  constexpr DateRange kJune{20160601, 0, DatePrecision::since};
  constexpr DateRange kYear{20170101, 0, DatePrecision::since};
  EXPECT_EQ(dates("hex.mc.2016.jun.1.2"), kJune);
  EXPECT_EQ(dates("twixt.DEFAULT.mc.2016.jun.1.2"), kJune);
  EXPECT_EQ(dates("hex.DEFAULT.mc.2017.final"), kYear);
  EXPECT_EQ(dates("hex.rt.2017.3.1"), kYear);
  for (const char* event :
       {"hex.ch.44.2.1", "hex.in.DEFAULT.95", "hex.ld.DEFAULT", "ut.hex.2016.2.1", "null", "hex.mc",
        "hex.mc.16.jun", "hex.mc.2x16.jun"}) {
    EXPECT_FALSE(dates(event).known()) << event;
  }
}

TEST(GameEvidence, AWrittenDateIsNotDerived) {
  const GameInfo golems = evidence_info(
      "(;EV[hex.mc.2016.jun.1.2]DT[2016-07-09]SZ[13]SO[http://www.littlegolem.com];W[ff])");
  EXPECT_EQ(golems.date.from, 20160709);
  EXPECT_FALSE(golems.date_from_event);
  EXPECT_FALSE(evidence_info("(;GM[1]EV[go.mc.2016.jun.1.2];B[dd])").date.known())
      << "not Little Golem's";
}

}  // namespace
}  // namespace ludex

#include "pipeline/batch_worker.hpp"

#include "formats/values/result_value.hpp"

#include <gtest/gtest.h>

#include <string>

namespace ludex {
namespace {

constexpr GameResult kWhiteByEight{Winner::second, WinBy::score, 8.0, ResultFrom::replay};

GameInfo joined(const std::string& written, const std::string& application = "") {
  GameInfo info;
  info.result_raw = written;
  info.result = parse_result(written);
  info.application = application;
  add_played_result(kWhiteByEight, info);
  return info;
}

TEST(PlayedResult, FillsInWhatIsNotWritten) {
  const GameInfo info = joined("");
  EXPECT_EQ(info.result, kWhiteByEight);
  EXPECT_FALSE(info.result_disputed);
}

TEST(PlayedResult, WhatIsWrittenStaysAndIsDisputedWhereItDiffers) {
  EXPECT_FALSE(joined("W+8").result_disputed);
  EXPECT_FALSE(joined("W+R").result_disputed);
  EXPECT_FALSE(joined("?").result_disputed);
  EXPECT_TRUE(joined("W+10").result_disputed);
  EXPECT_TRUE(joined("B+8").result_disputed);
  EXPECT_EQ(to_text(joined("B+8").result), "B+8");
}

TEST(PlayedResult, SaysHowItWasWonWhereOnlyTheWinnerIsWritten) {
  for (const char* winner_alone : {"W", "W+"}) {
    const GameInfo info = joined(winner_alone);
    EXPECT_EQ(to_text(info.result), "W+8") << winner_alone;
    EXPECT_EQ(info.result.from, ResultFrom::written);
    EXPECT_FALSE(info.result_disputed);
  }
  EXPECT_EQ(to_text(joined("W+T").result), "W+T");
  EXPECT_EQ(to_text(joined("B+").result), "B+") << "another winner is no reason";
}

TEST(PlayedResult, OfCassiosRecordsTheBoardIsRight) {
  const GameInfo info = joined("B+8", "Cassio:8.4");
  EXPECT_EQ(info.result, kWhiteByEight);
  EXPECT_EQ(info.result_raw, "B+8");
  EXPECT_TRUE(info.result_disputed);
  EXPECT_EQ(to_text(joined("W+10", "Cassio:8.4").result), "W+10") << "it never writes that wrongly";
}

}  // namespace
}  // namespace ludex

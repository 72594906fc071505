#include "formats/values/result_value.hpp"

#include "support/cpu_seconds.hpp"
#include "support/sanitized.hpp"

#include <gtest/gtest.h>

#include <string>

namespace ludex {
namespace {

/// The `result` column, with the reason where the column does not name it.
std::string meaning(const char* raw) {
  const GameResult result = parse_result(raw);
  const std::string text = to_text(result);
  const bool named = result.by == WinBy::unknown || result.by == WinBy::score ||
                     result.by == WinBy::resign || result.by == WinBy::time ||
                     result.by == WinBy::forfeit;
  return named ? text : text + " " + std::string(kWinByWords.word_of(result.by));
}

struct ResultRow {
  const char* raw;
  const char* meant;
};

void expect_results(std::initializer_list<ResultRow> rows) {
  for (const ResultRow& row : rows) EXPECT_EQ(meaning(row.raw), row.meant) << '"' << row.raw << '"';
}

TEST(Result, ReadsTheFormsOfTheTexts) {
  expect_results({{"B+R", "B+R"},
                  {"W+Resign", "W+R"},
                  {"B+T", "B+T"},
                  {"W+Time", "W+T"},
                  {"B+F", "B+F"},
                  {"W+Forfeit", "W+F"},
                  {"B+3.5", "B+3.5"},
                  {"W+64", "W+64"},
                  {"B+2.5", "B+2.5"},
                  {"W+0.25", "W+0.25"},
                  {"B+", "B+"},
                  {"0", "Draw"},
                  {"Draw", "Draw"},
                  {"Void", "Void"},
                  {"?", "?"}});
}

TEST(Result, ReadsWhatServersAndProgramsWrite) {
  expect_results({{"B+Resignation", "B+R"},
                  {"B+res", "B+R"},
                  {"b+r", "B+R"},
                  {"w+5.5", "W+5.5"},
                  {"W+64.50", "W+64.5"},
                  {"W+J", "W+"},
                  {"B+AW", "B+"},
                  {"B+V", "B+"},
                  {"W+Time Over", "W+T"},
                  {"B+time", "B+T"},
                  {"B+Illegal", "B+ illegal"},
                  {"W+Repetition", "W+ repetition"},
                  {"W+Forfait", "W+F"},
                  {"B", "B+"},
                  {"W", "W+"},
                  {"draw", "Draw"},
                  {"Jigo", "Draw"},
                  {"J", "Draw"},
                  {"D+J", "Draw"},
                  {"NR", "Void"},
                  {"No result", "Void"},
                  {"black", "B+"}});
}

TEST(Result, ReadsMarginsInEverySpelling) {
  expect_results({{"B+ by .5", "B+0.5"},
                  {"B+1 3/4", "B+1.75"},
                  {"W+3points", "W+3"},
                  {"B+3½", "B+3.5"},
                  {"B+½", "B+0.5"},
                  {"W+7,5", "W+7.5"},
                  {"B+5目", "B+5"},
                  {"B+2目半", "B+2.5"},
                  {"B + 10.5", "B+10.5"},
                  {"White+3.5", "W+3.5"},
                  {"B+0.5 (W connects ko)", "B+0.5"},
                  {"B+12.50 points", "B+12.5"}});
}

TEST(Result, AWinByNothingKeepsItsWinnerAndHasNoMargin) {
  expect_results({{"B+0", "B+"}, {"W+0.0", "W+"}});
  EXPECT_EQ(parse_result("B+0").margin, std::nullopt);
}

TEST(Result, ANumberUnderstoodInPartIsNoMargin) {
  expect_results({{"B+1e3", "B+"},
                  {"W+1.2.3", "W+"},
                  {"B+1,234.5", "B+"},
                  {"W+3 1/0", "W+"},
                  {"B+0x10", "B+"},
                  {"Black wins by 1e3 points", "B+"},
                  {"B+3p5", "B+"},
                  {"B+3 stones", "B+"},
                  {"W+100 moves", "W+"},
                  {"Black wins by 3 stones", "B+"},
                  {"Black wins by 1000000005 points", "B+"},
                  {"W+3.5.", "W+3.5"},
                  {"B+7.5, komi 6.5", "B+7.5"}});
}

TEST(Result, WhatIsNotUnderstoodAfterThePlusIsKnown) {
  const auto is_unread = [](const char* raw) { return has_unread_amount(raw, parse_result(raw)); };
  for (const char* raw : {"B+5x", "B+-3", "W+inf", "B+1234567.5", "B+1e3", "w + 1,234.5", "B+nan",
                          "B+3 stones", "W+J", "B+V"}) {
    EXPECT_TRUE(is_unread(raw)) << raw;
  }
  for (const char* raw :
       {"B+", "B", "B+0", "W+0.0", "B+R", "W+T 45", "B+3.5", "W+3.5.", "B+7.5, komi 6.5", "Draw",
        "?", "B+ (by a move)", "B+, human judge for communication error", "B+?", "B+Illegal",
        "第3局 黑胜", "Black wins by 3 stones", ""}) {
    EXPECT_FALSE(is_unread(raw)) << raw;
  }
}

TEST(Result, ALostConnectionIsNoForfeitByAnyRule) {
  expect_results(
      {{"W+Offline", "W+"}, {"B+Offline", "B+"}, {"白掉线负", "B+"}, {"W+Forfeit", "W+F"}});
  EXPECT_FALSE(has_unread_amount("B+Offline", parse_result("B+Offline")));
}

TEST(Result, ANumberBeforeTheWinnerCountsMoves) {
  expect_results({{"272 백1집반승", "W+1.5"},
                  {"269단수 흑1집반승", "B+1.5"},
                  {"260, 백7.5집승", "W+7.5"},
                  {"257 白1目半勝", "W+1.5"},
                  {"257手 白1目半勝", "W+1.5"},
                  {"185 흑불계승", "B+R"},
                  {"백 79집 흑 76집, 백 3집승", "W+3"}});
}

TEST(Result, NumberWordsCountPoints) {
  expect_results({{"흑 한집반승", "B+1.5"},
                  {"흑 일집반승", "B+1.5"},
                  {"백 두집반승", "W+2.5"},
                  {"흑 삼집반승", "B+3.5"},
                  {"백 다섯집 승", "W+5"},
                  {"흑 십이집반승", "B+12.5"},
                  {"백 열두집승", "W+12"},
                  {"白十二目半勝", "W+12.5"}});
}

TEST(Result, KnowsTheUnitsOfAPoint) {
  expect_results({{"백6호반승", "W+6.5"},
                  {"백 2목반승", "W+2.5"},
                  {"白3戶半勝", "W+3.5"},
                  {"흑 3호 반 승", "B+3.5"}});
}

TEST(Result, ReadsFractionsAfterTheUnitAndInWords) {
  expect_results({{"백1집1/4승", "W+1.25"},
                  {"백1집과1/4승", "W+1.25"},
                  {"백3집3/4승", "W+3.75"},
                  {"黑胜2子3/4", "B+5.5"},
                  {"黑胜1子1/4", "B+2.5"},
                  {"黑 1目1/2勝", "B+1.5"},
                  {"黑胜四分之三子", "B+1.5"},
                  {"黑胜四分之一子", "B+0.5"},
                  {"黑胜一又四分之三子", "B+3.5"},
                  {"黑胜1又四分之三子", "B+3.5"},
                  {"黑胜3又四分之一子", "B+6.5"},
                  {"黑胜一子又四分之三子", "B+3.5"},
                  {"白胜二分之一子", "W+1"}});
}

TEST(Result, AMarginMayStandBeforeTheColourOrInBrackets) {
  expect_results({{"1집반 흑승", "B+1.5"},
                  {"반집 백승", "W+0.5"},
                  {"272 1집반 백승", "W+1.5"},
                  {"272수 1집반 백승", "W+1.5"},
                  {"백승(272수 1집반)", "W+1.5"},
                  {"흑승(1집반)", "B+1.5"},
                  {"흑(2집반)승", "B+2.5"},
                  {"Black (gnugo 3.8) wins", "B+"},
                  {"백승 272, 1집반", "W+1.5"}});
}

TEST(Result, KomiIsNoMargin) {
  expect_results({{"흑승 - 덤 6집반", "B+"},
                  {"흑승 (덤 6집반)", "B+"},
                  {"흑 5집반 공제후 2집승", "B+2"},
                  {"黑贴5.5目 胜2.5目", "B+2.5"},
                  {"White wins by 3.5 points, komi 6.5", "W+3.5"},
                  {"흑승, コミ6目半", "B+"}});
}

TEST(Result, AnAmountThatIsNotAllUnderstoodIsUnknownAndReported) {
  for (const char* raw : {"백 2점반승",
                          "백 5점반승",
                          "백 5점 반 승",
                          "흑 3개 반승",
                          "백 5.5점 승",
                          "백 반면 5집승",
                          "黑胜185子",
                          "B+185子",
                          "흑 10집 이상승",
                          "흑 10집이상승",
                          "Black wins by 10 points or more",
                          "흑 약 10집승",
                          "黑胜约3目",
                          "黑胜一百二十目",
                          "79집 백 76집 흑승",
                          "79집 백, 흑승",
                          "2.5 흑승",
                          "흑승(272)",
                          "흑 2집반 덤 6집반승",
                          "Black wins by 1e3 points",
                          "Black wins by 1 000 points",
                          "黑胜三分半",
                          "黑胜四分之三"}) {
    const GameResult result = parse_result(raw);
    EXPECT_TRUE(result.winner == Winner::first || result.winner == Winner::second) << raw;
    EXPECT_EQ(result.margin, std::nullopt) << raw;
    EXPECT_TRUE(has_unread_amount(raw, result)) << raw;
  }
}

TEST(Result, ABareNumberAfterTheWinnerIsUnknownAndReported) {
  for (const char* raw : {"백승 272", "黑胜 240", "黑胜2又3/4", "黑胜3.25", "White won 3"}) {
    const GameResult result = parse_result(raw);
    EXPECT_EQ(result.margin, std::nullopt) << raw;
    EXPECT_TRUE(has_unread_amount(raw, result)) << raw;
  }
  expect_results({{"White won by 3", "W+3"}, {"백 2.5 승", "W+2.5"}, {"黑胜 249手", "B+"}});
  EXPECT_FALSE(has_unread_amount("黑胜 249手", parse_result("黑胜 249手")));
  EXPECT_FALSE(has_unread_amount("249 黑胜", parse_result("249 黑胜")));
}

TEST(Result, ALetterWithAnAmountIsStillTheReason) {
  expect_results(
      {{"B+T 45", "B+T"}, {"W+T45", "W+T"}, {"b+t.", "B+T"}, {"W+F 1", "W+F"}, {"B+tie", "B+"}});
}

TEST(Result, UnderstandsEnglishAndDutchSentences) {
  expect_results({{"White (name) wins by 16.5 points.", "W+16.5"},
                  {"Black wins by program's resignation.", "B+R"},
                  {"Black won by 3 points", "B+3"},
                  {"White resigns.", "B+R"},
                  {"Black resigns. W 133.5 B 81.0", "W+R"},
                  {"White wins on time", "W+T"},
                  {"Black lost on time", "W+T"},
                  {"B+, human judge for communication error", "B+"},
                  {"zwart wint, opgave", "B+R"},
                  {"wit wint met 3 punten", "W+3"}});
}

TEST(Result, UnderstandsChineseWords) {
  expect_results({{"白胜43.5目", "W+43.5"},
                  {"共149手 黑中盘胜", "B+R"},
                  {"中押胜", ""},
                  {"黑中盘胜", "B+R"},
                  {"共240手 白胜2目半", "W+2.5"},
                  {"共261手 黑胜半目", "B+0.5"},
                  {"共160手后略 白胜3目", "W+3"},
                  {"白棋中盘胜!", "W+R"},
                  {"黑棋超时胜!", "B+T"},
                  {"白超时负", "B+T"},
                  {"白棋19.5目胜!", "W+19.5"},
                  {"共55手 黑不战胜", "B+F"},
                  {"共310手 和棋", "Draw"},
                  {"无胜负", "Void"},
                  {"白中盤勝", "W+R"},
                  {"黑白和局", "Draw"},
                  {"黑白无胜负", "Void"},
                  {"无效", "Void"},
                  {"黑胜两目半", "B+2.5"},
                  {"第3局 黑胜", "B+"}});
}

TEST(Result, ChineseStonesAreTwoPointsEach) {
  expect_results({{"黑胜1/4子", "B+0.5"},
                  {"白胜5又1/4子", "W+10.5"},
                  {"黑胜2子", "B+4"},
                  {"白胜3/4子", "W+1.5"},
                  {"白胜8又1/4子", "W+16.5"}});
}

TEST(Result, UnderstandsJapaneseWords) {
  expect_results({{"黒中押し勝ち", "B+R"},
                  {"白中押し勝ち。", "W+R"},
                  {"白中押", "W+R"},
                  {"257手完, 黒中押し勝ち", "B+R"},
                  {"白1目半勝", "W+1.5"},
                  {"白一目半勝ち", "W+1.5"},
                  {"黒３目半勝ち", "B+3.5"},
                  {"白時間切れ負け", "B+T"},
                  {"黒反則負け", "W+ illegal"},
                  {"白両目半勝", "W+2.5"},
                  {"無効", "Void"},
                  {"持碁", "Draw"},
                  {"無勝負", "Void"}});
}

TEST(Result, UnderstandsKoreanWords) {
  expect_results({{"흑 불계승", "B+R"},
                  {"흑불계", "B+R"},
                  {"백 3집반승", "W+3.5"},
                  {"백 시간승", "W+T"},
                  {"흑 반집승", "B+0.5"},
                  {"흑 기권패", "W+F"},
                  {"백1과1/4집승", "W+1.25"},
                  {"백 7집 반 승", "W+7.5"},
                  {"흑 반칙승", "B+ illegal"},
                  {"백 반칙패", "B+ illegal"},
                  {"흑 부전승", "B+F"},
                  {"백 몰수승", "W+F"},
                  {"백 실격패", "B+F"},
                  {"무효", "Void"},
                  {"무효 대국", "Void"},
                  {"흑백 무승부", "Draw"},
                  {"무승부", "Draw"}});
}

TEST(Result, WhatIsNotUnderstoodIsUnknown) {
  expect_results({{"", ""},
                  {" ", ""},
                  {"Null", ""},
                  {"Forfait", ""},
                  {"110-bb", ""},
                  {"has adjourned.", ""},
                  {"对局停止!", ""},
                  {"共117手 打挂", ""},
                  {"格中盘胜", ""},
                  {"B+1.5 ? W+timeout", ""},
                  {"Black wins? White wins?", ""},
                  {"unfinished", ""},
                  {"+3", ""}});
}

TEST(Result, SaysThatItWasWrittenOnlyWhereItWasUnderstood) {
  EXPECT_EQ(parse_result("B+R").from, ResultFrom::written);
  EXPECT_EQ(parse_result("?").from, ResultFrom::written);
  EXPECT_EQ(parse_result("打挂").from, ResultFrom::none);
}

TEST(Result, OfTheWordForKomiAgainAndAgainTakesTimeInProportion) {
  std::string text = "black wins ";
  for (int i = 0; i < test::many(100'000); ++i) text += "komi ";
  EXPECT_LT(test::cpu_seconds([&] { EXPECT_EQ(to_text(parse_result(text)), "B+"); }), 5);
}

}  // namespace
}  // namespace ludex

#include "formats/values/game_values.hpp"

#include <fmt/format.h>
#include <gtest/gtest.h>

#include <optional>
#include <string>

namespace ludex {
namespace {

constexpr auto kUnknown = std::nullopt;

template <class Value>
struct Row {
  const char* raw;
  std::optional<Value> meant;
};

TEST(Komi, IsInPoints) {
  const Row<double> rows[] = {
      {"6.5", 6.5},          {"7.500000", 7.5},   {"0", 0.0},     {"0.00", 0.0},
      {"-64.50", -64.5},     {"6,5", 6.5},        {"5 1/2", 5.5}, {"5½", 5.5},
      {"5。5", 5.5},         {"6.5目", 6.5},      {"6目半", 6.5}, {"黒6目半", 6.5},
      {"黑贴6.5目", 6.5},    {"黑贴五目半", 5.5}, {"6집반", 6.5}, {"Reverse, 20p", -20},
      {"550", 5.5},          {"650", 6.5},        {"700", 7.0},   {"750", 7.5},
      {"275", 5.5},          {"325", 6.5},        {"350", 7.0},   {"375", 7.5},
      {"2.75", 5.5},         {"3.75", 7.5},       {"2¼", 4.5},    {"214", 4.5},
      {"黑贴3又3/4子", 7.5}, {"2 3/4", 5.5},      {"-3.5", -3.5}, {"100.00", 100.0}};
  for (const auto& row : rows) EXPECT_EQ(parse_komi(row.raw), row.meant) << row.raw;
}

TEST(Terms, SayHandicapAndKomiInWords) {
  struct TermsRow {
    const char* raw;
    std::optional<int> handicap;
    std::optional<double> komi;
  };
  const TermsRow rows[] = {{"호선 - 6집 반 공제", 0, 6.5}, {"호선 - 6집반 공제", 0, 6.5},
                           {"호선 - 5집 반 공제", 0, 5.5}, {"호선-6집반 공제", 0, 6.5},
                           {"호선 - 공제 없음", 0, 0.0},   {"정선 - 공제 없음", kUnknown, 0.0},
                           {"호선, 덤 6집반", 0, 6.5},     {"호선 덤 7.5", 0, 7.5},
                           {"호선 - 덤 없음", 0, 0.0},     {"맞바둑 - 덤 6집 반", 0, 6.5},
                           {"2점 - 덤 없음", 2, 0.0},      {"두점", 2, kUnknown},
                           {"석점 접바둑", 3, kUnknown},   {"호선", 0, kUnknown},
                           {"互先 コミ6目半", 0, 6.5},     {"互先、先番6目半コミ出し", 0, 6.5},
                           {"分先 黑贴3又3/4子", 0, 7.5},  {"分先 黑贴3.75", 0, 7.5},
                           {"互先", 0, kUnknown},          {"二子 コミなし", 2, 0.0},
                           {"让两子", 2, kUnknown},        {"even game, komi 6.5", 0, 6.5}};
  for (const auto& row : rows) {
    EXPECT_EQ(parse_handicap(row.raw), row.handicap) << row.raw;
    EXPECT_EQ(parse_komi(row.raw), row.komi) << row.raw;
  }
}

TEST(Terms, AreUnknownWhereAnyPartIs) {
  for (const char* raw :
       {"호선 - 6집 반 공제, 2점", "호선 - 모름", "互先 -6目半", "정선", "先番6目半",
        "호선 6집 반 공제 7집 공제", "백 6집 공제", "1000점 - 덤 없음"}) {
    EXPECT_EQ(parse_handicap(raw), kUnknown) << raw;
    EXPECT_EQ(parse_komi(raw), kUnknown) << raw;
  }
}

TEST(Komi, IsTheNumberThatIsWritten) {
  for (int hundredths = 0; hundredths < 20'000; ++hundredths) {
    if (hundredths % 50 == 25) continue;  // stones in quarters: twice as many points
    const double meant = hundredths / 100.0;
    EXPECT_EQ(parse_komi(fmt::format("{}.{:02}", hundredths / 100, hundredths % 100)), meant);
  }
  EXPECT_EQ(parse_komi("0.75"), 1.5);
  EXPECT_EQ(parse_komi("1.75"), 3.5);
}

TEST(Komi, IsUnknownWhereNoneWasRecordedOrTheUnitIsAMystery) {
  for (const char* raw : {"", "none", "無貼目記錄", "?", "5000", "-", "6.5 or 7.5", "白贴6目"}) {
    EXPECT_EQ(parse_komi(raw), kUnknown) << raw;
  }
}

TEST(Handicap, CountsStones) {
  const Row<int> rows[] = {{"0", 0},
                           {"1", 1},
                           {"2", 2},
                           {"+2", 2},
                           {" 9 ", 9},
                           {"4 stones", 4},
                           {"二子", 2},
                           {"让二子", 2},
                           {"让3子", 3},
                           {"对子", 0},
                           {"互先", 0},
                           {"7.5", kUnknown},
                           {"吴受先", kUnknown},
                           {"先相先", kUnknown},
                           {"吴先相先.先", kUnknown},
                           {"吴先二先.二子", 2},
                           {"吴二三二.三", 3},
                           {"-1", kUnknown},
                           {"", kUnknown},
                           {"999", kUnknown},
                           {"二", kUnknown}};
  for (const auto& row : rows) EXPECT_EQ(parse_handicap(row.raw), row.meant) << row.raw;
}

TEST(TimeLimit, WithItsUnitIsTheSameInEveryVersion) {
  const Row<double> rows[] = {{"90 min", 5400},
                              {"30分", 1800},
                              {"1h", 3600},
                              {"3h", 10800},
                              {"1h 30m", 5400},
                              {"1時間30分", 5400},
                              {"1 hour", 3600},
                              {"9 hours each", 32400},
                              {"2小时", 7200},
                              {"30:00", 1800},
                              {"2:00:00", 7200},
                              {"40:00(5x1:00)", 2400},
                              {"1:00:00+5:00/30", 3600},
                              {"1 hr/125 moves", 3600},
                              {"60 minutes + 5 minutes / 30 stones", 3600},
                              {"45'", 2700},
                              {"3時間", 10800},
                              {"90秒", 90},
                              {"1.5 h", 5400}};
  for (const auto& row : rows) {
    for (const TimeUnit unit : {TimeUnit::seconds, TimeUnit::minutes, TimeUnit::unknown}) {
      EXPECT_EQ(parse_time_limit(row.raw, unit).seconds, row.meant) << row.raw;
      EXPECT_FALSE(parse_time_limit(row.raw, unit).bare_number) << row.raw;
    }
  }
}

TEST(TimeLimit, WithoutAUnitIsSecondsOrMinutesByTheVersion) {
  EXPECT_EQ(parse_time_limit("600", TimeUnit::seconds).seconds, 600);
  EXPECT_EQ(parse_time_limit("142.5", TimeUnit::seconds).seconds, 142.5);
  EXPECT_EQ(parse_time_limit("600", TimeUnit::minutes).seconds, 36000);
  EXPECT_EQ(parse_time_limit("8", TimeUnit::hours).seconds, 28800);
  EXPECT_EQ(parse_time_limit("+600", TimeUnit::seconds).seconds, 600);
}

TEST(TimeLimit, WithoutAUnitIsUnknownUnlessEveryUnitSaysTheSame) {
  for (const char* small : {"2", "8", "60", "300", "600", "960", "2.5"}) {
    const TimeLimit limit = parse_time_limit(small, TimeUnit::unknown);
    EXPECT_EQ(limit.seconds, kUnknown) << small;
    EXPECT_TRUE(limit.bare_number) << small;
  }
  EXPECT_EQ(parse_time_limit("0", TimeUnit::unknown).seconds, 0);
  EXPECT_EQ(parse_time_limit("1200", TimeUnit::unknown).seconds, 1200);
  EXPECT_EQ(parse_time_limit("28800", TimeUnit::unknown).seconds, 28800);
}

TEST(TimeLimit, IsUnknownWhereItIsNotOneTime) {
  for (const char* raw :
       {"", "-", "黑: 06:24  白: 07:24", "共09:30分", "1800,0,30,5", "30:99", "x"}) {
    EXPECT_EQ(parse_time_limit(raw, TimeUnit::seconds).seconds, kUnknown) << raw;
  }
}

TEST(Rank, HasAnOrderFromKyuOverDanToProfessional) {
  const Row<int> rows[] = {
      {"30k", -30},         {"1k", -1},          {"1d", 1},         {"9d", 9},
      {"1p", 101},          {"9p", 109},         {"2P", 102},       {"5 dan", 5},
      {"9 Dan", 9},         {"30 Kyu", -30},     {"四段", 4},       {"初段", 1},
      {"9段", 9},           {"7段*", 7},         {"5d?", 5},        {"18k*", -18},
      {"11k+", -11},        {"12.2k", -12},      {"18级", -18},     {"十级", -10},
      {"P5", 105},          {"P5段", 105},       {"P9p", 109},      {"业余7段", 7},
      {"职业九段", 109},    {"9단", 9},          {"18급", -18},     {"9 dan, Oza", 9},
      {"九段, 名人", 9},    {"15k* IGS", -15},   {"NR ", kUnknown}, {"名人", kUnknown},
      {"Meijin", kUnknown}, {"", kUnknown},      {"?", kUnknown},   {"0d", kUnknown},
      {"77d", kUnknown},    {"1500?", kUnknown}, {"P", kUnknown}};
  for (const auto& row : rows) EXPECT_EQ(parse_rank_order(row.raw), row.meant) << row.raw;
}

TEST(Rank, IsKnownInKorean) {
  const Row<int> rows[] = {
      {"초단", 1},          {"일단", 1},         {"이단", 2},        {"삼단", 3},
      {"사단", 4},          {"오단", 5},         {"육단", 6},        {"칠단", 7},
      {"팔단", 8},          {"구단", 9},         {"九단", 9},        {"9 단", 9},
      {"9단P", 109},        {"프로 초단", 101},  {"프로9단", 109},   {"9단 (프로)", 109},
      {"아마 5단", 5},      {"아마추어 6단", 6}, {"일급", -1},       {"오급", -5},
      {"10급", -10},        {"십단", kUnknown},  {"초급", kUnknown}, {"국수", kUnknown},
      {"이창호", kUnknown}, {"단", kUnknown}};
  for (const auto& row : rows) EXPECT_EQ(parse_rank_order(row.raw), row.meant) << row.raw;
}

TEST(Rank, IsKnownInChinese) {
  const Row<int> rows[] = {
      {"初段", 1},         {"一段", 1},        {"二段", 2},        {"三段", 3},
      {"四段", 4},         {"五段", 5},        {"六段", 6},        {"七段", 7},
      {"八段", 8},         {"九段", 9},        {"贰段", 2},        {"叁段", 3},
      {"柒段", 7},         {"玖段", 9},        {"９段", 9},        {"职业初段", 101},
      {"職業九段", 109},   {"专业三段", 103},  {"职九段", 109},    {"九段(职业)", 109},
      {"九段P", 109},      {"业余强5段", 5},   {"业5段", 5},       {"業餘六段", 6},
      {"5段(业余)", 5},    {"二级", -2},       {"十八級", -18},    {"二十五级", -25},
      {"十段", kUnknown},  {"初级", kUnknown}, {"一品", kUnknown}, {"国手", kUnknown},
      {"准五段", kUnknown}};
  for (const auto& row : rows) EXPECT_EQ(parse_rank_order(row.raw), row.meant) << row.raw;
}

TEST(Rank, IsKnownInJapanese) {
  const Row<int> rows[] = {{"初段", 1},
                           {"壱段", 1},
                           {"弐段", 2},
                           {"参段", 3},
                           {"參段", 3},
                           {"九段", 9},
                           {"９段", 9},
                           {"9段P", 109},
                           {"プロ九段", 109},
                           {"ﾌﾟﾛ 初段", 101},
                           {"アマ五段", 5},
                           {"アマチュア 六段", 6},
                           {"アマ 7段", 7},
                           {"1級", -1},
                           {"五級", -5},
                           {"十級", -10},
                           {"shodan", 1},
                           {"Sandan", 3},
                           {"kudan", 9},
                           {"judan", kUnknown},
                           {"5-dan", 5},
                           {"3-kyu", -3},
                           {"九段 名人", 9},
                           {"準初段", kUnknown},
                           {"女流二段", kUnknown},
                           {"初級", kUnknown},
                           {"本因坊", kUnknown}};
  for (const auto& row : rows) EXPECT_EQ(parse_rank_order(row.raw), row.meant) << row.raw;
}

TEST(Rating, IsANumberWithoutAGrade) {
  const Row<double> rows[] = {{"2345", 2345},  {"[1500?]", 1500},  {"1362*", 1362},
                              {"1500?", 1500}, {"5", kUnknown},    {"9p", kUnknown},
                              {"", kUnknown},  {"99999", kUnknown}};
  for (const auto& row : rows) EXPECT_EQ(parse_rating(row.raw), row.meant) << row.raw;
}

TEST(BoardSize, IsColumnsByRows) {
  const Row<BoardSize> rows[] = {{"19", BoardSize{19, 19}},
                                 {"+9", BoardSize{9, 9}},
                                 {"+7:+8", BoardSize{7, 8}},
                                 {"7:8", BoardSize{7, 8}},
                                 {"19:19", BoardSize{19, 19}},
                                 {"52", BoardSize{52, 52}},
                                 {"1", BoardSize{1, 1}},
                                 {"13x9", BoardSize{13, 9}},
                                 {" 19 ", BoardSize{19, 19}},
                                 {"19路", BoardSize{19, 19}},
                                 {"53", kUnknown},
                                 {"0", kUnknown},
                                 {"-10", kUnknown},
                                 {"200", kUnknown},
                                 {"", kUnknown},
                                 {"9:", kUnknown},
                                 {"x", kUnknown}};
  for (const auto& row : rows) EXPECT_EQ(parse_board_size(row.raw), row.meant) << row.raw;
}

TEST(GameType, IsANumberOrAName) {
  const std::pair<const char*, GameType> rows[] = {{"1", GameType::go},
                                                   {"2", GameType::othello},
                                                   {"11", GameType::hex},
                                                   {"+1", GameType::go},
                                                   {"21", GameType::twixt},
                                                   {"8", GameType{8}},
                                                   {"game of go", GameType::go},
                                                   {"Othello", GameType::othello},
                                                   {"围棋", GameType::go},
                                                   {"5.5", GameType{0}},
                                                   {"", GameType{0}},
                                                   {"1001", GameType{0}},
                                                   {" 1", GameType::go}};
  for (const auto& [raw, meant] : rows) EXPECT_EQ(parse_game_type(raw), meant) << raw;
}

TEST(GameValues, ARankIsWrittenAsItIsRead) {
  EXPECT_EQ(rank_text(-12), "12k");
  EXPECT_EQ(rank_text(5), "5d");
  EXPECT_EQ(rank_text(109), "9p");
  for (const int order : {-50, -1, 1, 10, 101, 110}) {
    EXPECT_EQ(parse_rank_order(rank_text(order)), order);
  }
}

}  // namespace
}  // namespace ludex

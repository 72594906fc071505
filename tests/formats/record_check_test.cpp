#include "formats/record_check.hpp"

#include <gtest/gtest.h>

#include <string>

namespace ludex {
namespace {

/// "offset kind" of each problem, with a blank between them.
std::string problems(std::string_view text, bool unclosed = false, Format format = Format::sgf) {
  RecordCheck check({});
  std::string out;
  const FoundRecord found{.text = text, .unclosed = unclosed};
  for (const auto& [problem, rule, is_note] : check.findings_of(found, format)) {
    if (!out.empty()) out += ' ';
    if (is_note) out += "note: ";
    out += std::to_string(problem.offset_bytes) + ' ' + std::string(problem_name(problem.kind));
  }
  return out;
}

TEST(RecordCheck, FindsNothingInACleanRecord) {
  EXPECT_EQ(problems("(;GM[1]FF[4]CA[UTF-8]SZ[9]PB[a]PW[b]DT[1996-05-06]RE[B+R];B[aa];W[bb])"), "");
}

TEST(RecordCheck, FindsWhatTheTextSaysTwice) {
  EXPECT_EQ(problems("(;GM[1]FF[4]SZ[9]PB[a]PB[b];B[aa])"), "22 duplicate_property");
}

TEST(RecordCheck, LooksAtEveryValueOfFf4) {
  const auto of_node = [](const std::string& properties) {
    return problems("(;GM[1]FF[4]SZ[9];" + properties + ")");
  };
  EXPECT_EQ(of_node("BL[x]OB[2.5]MN[x]"), "18 bad_number 23 bad_number 30 bad_number");
  EXPECT_EQ(of_node("PL[X]TE[x]KO[x]V[x]"), "18 bad_value 23 bad_value 28 bad_value 33 bad_number");
  EXPECT_EQ(of_node("TR[zz]VW[zz]LB[aa]AR[aa]LN[aa:aa]"),
            "18 bad_point 24 bad_point 30 bad_value 36 bad_value 42 bad_value");
  EXPECT_EQ(of_node("AB[aa]AW[aa]"), "24 repeated_value");
  EXPECT_EQ(of_node("TR[aa:bb]CR[bb]"), "27 repeated_value");
  EXPECT_EQ(of_node("TE[1]BM[1]"), "23 misplaced_property");
  EXPECT_EQ(of_node("PM[7]"), "18 bad_number");
  EXPECT_EQ(of_node("FG[1]"), "18 bad_value");
  EXPECT_EQ(of_node("FG[x:y]"), "18 bad_number");
  EXPECT_EQ(problems("(;GM[1]FF[9]ST[9]SZ[9]HA[1]AB[aa])"),
            "7 bad_number 12 bad_number 22 bad_handicap");
}

TEST(RecordCheck, FindsNothingInSoundValuesOfFf4) {
  EXPECT_EQ(problems("(;GM[1]FF[4]SZ[9]ST[2];BL[299.5]OB[25]MN[1]PL[B]V[-1.5]TR[aa:bb]CR[ca:cb]"
                     "LB[aa:x:y]AR[aa:bb]VW[]DD[]TE[2]GB[1]PM[2]N[a]C[b];AB[cc]AW[dd]AE[ee])"),
            "");
}

TEST(RecordCheck, TakesFiguresWithAndWithoutATitle) {
  EXPECT_EQ(problems("(;GM[1]FF[4]SZ[9]FG[];FG[257:Title];FG[0:];FG[1:a:b])"), "");
}

TEST(RecordCheck, JudgesNoOlderRecordByTheValuesOfFf4) {
  EXPECT_EQ(problems("(;GM[1]FF[3]SZ[9];TE[x]V[x]TR[zz])"), "");
  EXPECT_EQ(problems("(;GM[1]SZ[9];TE[x]V[x]TR[zz])"), "");
}

TEST(RecordCheck, FindsMovesThatTheRulesForbid) {
  EXPECT_EQ(problems("(;GM[1]FF[4]SZ[9];B[aa];W[aa])"), "23 occupied_point");
}

TEST(RecordCheck, FindsTheMissingEndOnce) {
  EXPECT_EQ(problems("(;GM[1]FF[4]SZ[9];B[aa]", true), "23 unclosed_record");
}

TEST(RecordCheck, CountsWhatItDoesNotList) {
  const std::string found = problems("(;GM[1]" + std::string(130, '*') + ")");
  EXPECT_TRUE(found.ends_with("138 more_problems")) << found;
}

TEST(RecordCheck, SaysWhyARecordGivesNothing) { EXPECT_EQ(problems("()"), "0 no_node"); }

TEST(RecordCheck, TakesWhatThisProgramCannotJudgeForNoErrorOfTheRecord) {
  EXPECT_EQ(problems("#player1 a Ann\n#player2 b Bob\n#tile-distribution klingon\n"
                     ">a: AB 8H AB +99 99\n",
                     false, Format::gcg),
            "note: 57 unknown_tiles");
}

TEST(RecordCheck, FindsThingsInTheOrderOfTheText) {
  EXPECT_EQ(problems("(;GM[1]FF[4]SZ[9]DT[soon];B[aa]B[bb]B[cc])").find("bad_date"), 3u);
}

TEST(RecordCheck, TakesATimeLimitWithoutFormatVersionAsItIs) {
  EXPECT_EQ(problems("(;GM[1]SZ[9]TM[60];B[aa])"), "");
}

TEST(RecordCheck, FindsAnUnclosedRecordOnceThoughItsProblemsAreNotAllListed) {
  const std::string found = problems("(;GM[1]" + std::string(130, '*'), true);
  const auto first = found.find("unclosed_record");
  EXPECT_NE(first, std::string::npos);
  EXPECT_EQ(found.find("unclosed_record", first + 1), std::string::npos) << found;
}

TEST(RecordCheck, FindsNodesAfterVariations) {
  EXPECT_EQ(problems("(;GM[1]FF[4]SZ[9];B[aa](;W[bb]);B[cc])"), "31 node_after_variation");
}

TEST(RecordCheck, FindsVariationsWithoutANode) {
  EXPECT_EQ(problems("(;GM[1]FF[4]SZ[9];B[aa]((;W[bb])))"), "24 missing_semicolon");
  EXPECT_EQ(problems("(;GM[1]FF[4]SZ[9];B[aa]()(;W[bb]))"), "24 missing_semicolon");
}

}  // namespace
}  // namespace ludex

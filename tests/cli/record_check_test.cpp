#include "cli/record_check.hpp"

#include "cli/problem_rule.hpp"

#include <gtest/gtest.h>

#include <string>

namespace ludex::cli {
namespace {

/// "offset kind" of each problem, with a blank between them.
std::string problems(std::string_view text, bool unclosed = false) {
  RecordCheck check({});
  std::string out;
  for (const Problem& problem :
       check.problems_of({.text = text, .unclosed = unclosed}, Format::sgf)) {
    if (!out.empty()) out += ' ';
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

TEST(RecordCheck, FindsThingsInTheOrderOfTheText) {
  EXPECT_EQ(problems("(;GM[1]FF[4]SZ[9]DT[soon];B[aa]B[bb]B[cc])").find("bad_date"), 3u);
}

TEST(ProblemRule, NamesARuleForEveryKind) {
  for (int kind = 1; kind < 400; ++kind) {
    if (problem_name(ProblemKind(kind)).empty()) continue;
    EXPECT_FALSE(rule_of(ProblemKind(kind)).empty()) << kind;
  }
  EXPECT_EQ(rule_of(ProblemKind::duplicate_property),
            "FF[4]: a property may stand only once in a node");
}

}  // namespace
}  // namespace ludex::cli

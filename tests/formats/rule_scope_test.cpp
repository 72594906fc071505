#include "formats/record_check.hpp"

#include <gtest/gtest.h>

#include <string>
#include <vector>

namespace ludex {
namespace {

/// The rules that a record breaks, one a line.
std::string rules(Format format, std::string_view text) {
  RecordCheck check({});
  std::string out;
  for (const Finding& finding : check.findings_of({.text = text}, format)) {
    out += finding.rule + '\n';
  }
  return out;
}

std::string sgf(std::string_view text) { return rules(Format::sgf, text); }
std::string twixt(const std::string& rest) { return sgf("(;FF[4]GM[21]" + rest + ")"); }
std::string hex(const std::string& rest) { return sgf("(;FF[4]GM[11]" + rest + ")"); }
std::string csa(std::string_view text) { return rules(Format::csa, text); }
std::string cgp(std::string_view text) { return rules(Format::cgp, text); }

TEST(Rules, OfGoAreThoseOfItsFormatAndOfTheGame) {
  EXPECT_EQ(sgf("(;GM[1]FF[4]SZ[9]SZ[9];B[aa];W[aa])"),
            "FF[4]: a property may stand only once in a node\n"
            "Go: a stone is played on an empty point\n");
}

TEST(Rules, OfAnOldRecordAreKierulfs) {
  EXPECT_EQ(sgf("(;GM[1]FF[1]TM[soon];B[aa])"), "FF[1], TM: a number of minutes\n");
  EXPECT_EQ(sgf("(;GM[1]FF[4]TM[soon];B[aa])"), "FF[4], TM: a real number of seconds\n");
}

TEST(Rules, OfAGamesPageComeBeforeThoseOfFF4) {
  EXPECT_EQ(hex("SZ[many]"),
            "SGF for Hex, SZ: a number, or columns:rows of an oblong board, of 1 "
            "or more\n");
  EXPECT_EQ(hex(";B[??]"),
            "SGF for Hex, Point: a column in letters and a row in digits, a1: top left\n");
  EXPECT_EQ(twixt("SZ[many]"),
            "SGF for Twixt, SZ: a number, or columns:rows of an oblong board, "
            "of 3 to 702\n");
  EXPECT_EQ(twixt("DT[soon]"), "FF[4], DT: dates are written YYYY-MM-DD, with its shortcuts\n");
}

TEST(Rules, OfTwixtLetNobodyTakeTwoTurnsInARow) {
  EXPECT_EQ(twixt(";W[c3];W[d5];B[e5]"),
            "SGF for Twixt, PZ: only before a puzzle's IP does one player take several turns in a "
            "row\n");
  EXPECT_EQ(twixt(";W[c3](;B[d5])(;B[e5])"), "");
  EXPECT_EQ(twixt(";W[c3];B[swap-sides];B[e5];W[k9]"), "");
  EXPECT_EQ(twixt(";W[c3];B[d9];B[resign]"), "");
  EXPECT_EQ(twixt(";W[c3];AB[g9]PL[W];W[d9]"), "");
  EXPECT_EQ(twixt("PZ[]PL[B];W[c3];W[d5];W[g9]IP[];B[h9]"), "");
}

TEST(Rules, OfTwixtsPuzzlesNameTheirGoalAndTheirStart) {
  EXPECT_EQ(twixt("PZ[nonsense]AW[c3]"),
            "SGF for Twixt, PZ: empty, 0, draw, B+ or W+\n"
            "SGF for Twixt, PZ: a puzzle has an IP property somewhere\n"
            "SGF for Twixt, PZ: a puzzle has a PL property in the node of the game info\n");
  EXPECT_EQ(twixt("PZ[Draw]PL[W]AW[c3];IP[]"), "");
  EXPECT_EQ(twixt(";W[c3]IP[here]"), "SGF for Twixt, IP: its value is empty\n");
  EXPECT_EQ(twixt(";W[c3]IP[];B[d9]IP[]"),
            "SGF for Twixt, IP: more than one in a game is illegal\n");
}

TEST(Rules, OfTwixtsBookmarksLetEachNumberStandOnce) {
  EXPECT_EQ(twixt(";W[c3]N[bookmark 1];B[d9]N[Bookmark 1];W[k9]N[bookmark 2]"),
            "SGF for Twixt, N: no two bookmarks of a file have one number\n");
  EXPECT_EQ(twixt(";W[c3]N[good];B[d9]N[good]"), "");
}

TEST(Rules, OfTwixtsBoardsAskForAHandicapWhereTheyAreOblong) {
  EXPECT_EQ(twixt("SZ[24:20];W[c3]"),
            "SGF for Twixt, SZ: where the grid is not square, HA stands in the file too\n");
  EXPECT_EQ(twixt("SZ[24:20]HA[2];W[c3]"),
            "SGF for Twixt, HA: its value is always empty: SZ says how large the handicap is\n");
  EXPECT_EQ(twixt("SZ[24:20]HA[];W[c3]"), "");
  EXPECT_EQ(twixt("SZ[2]"),
            "SGF for Twixt, SZ: a number, or columns:rows of an oblong board, of 3 "
            "to 702\n");
}

TEST(Rules, OfHexKnowNoPointsNoDrawAndNoMoveInTheRoot) {
  const std::string result =
      "SGF for Hex, RE: B+ or W+, with R, T or F; Void or ?: nobody wins by points\n";
  EXPECT_EQ(hex("RE[B+3.5];B[a1]"), result);
  EXPECT_EQ(hex("RE[0];B[a1]"), result);
  EXPECT_EQ(hex("RE[W];B[a1]"), result);
  EXPECT_EQ(hex("RE[W+Resign];B[a1]"), "");
  EXPECT_EQ(sgf("(;FF[4]EV[hex.ch.1]SZ[13]RE[B];W[am];B[swap])"), "");  // Little Golem's
  EXPECT_EQ(hex("B[a1];W[b2]"),
            "SGF for Hex, B and W: the root is a setup node: no move stands there\n");
}

TEST(Rules, OfCsaNameTheVersionOfTheRecord) {
  const std::string text = ", turn: the turn must be given: + or -, on a line of its own\n";
  EXPECT_EQ(csa("N+A\nN-B\nPI\n+7776FU\n%TORYO\n"), "CSA 1999" + text);
  EXPECT_EQ(csa("V2.2\nPI\n+7776FU\n"), "CSA V2.2" + text);
  EXPECT_EQ(csa("V2.2\n+7776FU\n"), "CSA V2.2" + text);
  EXPECT_EQ(csa("'CSA encoding=UTF-8\nV3.0\nPI\n+7776FU\n"), "CSA V3.0" + text);
  EXPECT_EQ(csa("N+A\n+7776FU\n"), "");  // the start as a whole may be left out
}

TEST(Rules, OfCsaHaveAnOrder) {
  EXPECT_EQ(csa("PI\n+\n+7776FU\nN+A\n"),
            "CSA 1999, overview: names stand before the start position and the moves\n");
  EXPECT_EQ(csa("+\nPI\n+7776FU\n"), "CSA 1999, turn: the turn follows the position\n");
  EXPECT_EQ(csa("PI\n+\n+7776FU\nPI\n"),
            "CSA 1999, overview: the start position stands before the moves\n");
  EXPECT_EQ(csa("PI\n+\n-\n-3334FU\n"), "CSA 1999, turn: the turn must be given once\n");
}

TEST(Rules, OfCsaAreFoundByStatement) {
  EXPECT_EQ(csa("PI82\n+\n+7776FU\n"),
            "CSA 1999, start position: PI, then the squares and pieces "
            "that are removed: PI82HI22KA\n");
  EXPECT_EQ(csa("PI\n+\n+77FU\n"),
            "CSA 1999, moves: + or -, two squares, and the piece after the move: +2726FU\n");
  EXPECT_EQ(csa("PI\n+\n+7776FU\nTen\n"),
            "CSA 1999, time: T and the seconds spent, after a "
            "move\n");
  EXPECT_EQ(csa("PI\n+\n+7776FU\n-7776FU\n"),
            "shogi: players take turns, and move or drop a piece that they have there\n");
}

TEST(Rules, OfCgpAreFoundByField) {
  EXPECT_EQ(cgp("3/2/3 AB/ 0/0 0"),
            "CGP, tile placement: rows of one width with / between: letters, [CH], and numbers of "
            "empty squares\n");
  EXPECT_EQ(cgp("3/3 / 0/0/0 0"), "CGP, scores: whole numbers with / between, as many as racks\n");
  EXPECT_EQ(cgp("3/3 / 0/0 0 bb many;"), "CGP, bb: a whole number\n");
  EXPECT_EQ(cgp("3/3 / 0/0 0 tmr 1000;"),
            "CGP, tmr: milliseconds on each player's clock, with / between\n");
  EXPECT_EQ(cgp("3/3 / 0/0 0 tmr 1000/2000;"), "");
}

TEST(Rules, OfCgpWantOneSpaceBetweenOperations) {
  const std::string rule =
      "CGP, operations: an opcode and its operands, concluded by a semicolon; a single space in "
      "between\n";
  EXPECT_EQ(cgp("3/3 / 0/0 0 lex A;  lm -;"), rule);
  EXPECT_EQ(cgp("3/3 / 0/0 0 lex A;lm -;"), rule);
  EXPECT_EQ(cgp("3/3 / 0/0 0  lex A;"), rule);
  EXPECT_EQ(cgp("9/9/9/9/9/9/9/9/9 / 0/0 0 gm go;  pl B;"), rule);
  EXPECT_EQ(cgp("3/3 / 0/0 0 lex A; lm -;"), "");
}

TEST(Rules, OfOneFormatAreNotCitedForAnother) {
  const std::vector<RuleScope> scopes = {
      {Format::csa, GameType::shogi, ""},     {Format::csa, GameType::shogi, "2.2"},
      {Format::cgp, GameType::crossword, ""}, {Format::cgp, GameType::go, ""},
      {Format::gcg, GameType::crossword, ""}, {Format::sgf, GameType::hex, "4"},
      {Format::sgf, GameType::twixt, "4"}};
  for (const RuleScope& scope : scopes) {
    for (int number = 1; number < 400; ++number) {
      const auto kind = static_cast<ProblemKind>(number);
      if (problem_name(kind) == "unknown") continue;
      const std::string rule = rule_of({kind, -1, 0, {}}, scope);
      EXPECT_FALSE(rule.empty()) << number;
      EXPECT_EQ(rule.find("two letters"), std::string::npos) << rule;
      EXPECT_EQ(rule.find(" 52"), std::string::npos) << rule;
      if (scope.format == Format::sgf) continue;
      EXPECT_EQ(rule.find("FF["), std::string::npos) << rule;
    }
  }
}

}  // namespace
}  // namespace ludex

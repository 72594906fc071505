#include "formats/format.hpp"

#include <gtest/gtest.h>

#include <optional>
#include <string>
#include <string_view>

namespace ludex {
namespace {

std::optional<Format> by_content(std::string_view head) { return detect_format(head, "file"); }

TEST(Format, IsNamedOnTheCommandLine) {
  EXPECT_EQ(find_format("sgf"), Format::sgf);
  EXPECT_EQ(find_format("csa"), Format::csa);
  EXPECT_EQ(find_format("cgp"), Format::cgp);
  EXPECT_EQ(find_format("kif"), Format::kif);
  EXPECT_EQ(find_format("pgn"), std::nullopt);
}

TEST(Format, RecognisesCgpByTheFieldsOfItsFirstLine) {
  for (const std::string_view text : {
           "15/15 AB/ 0/0 0\n",
           "# a (; comment\n\n  3/[CH]1a   /   -1/2 \t 0 lex CSW21;",
           "\xEF\xBB\xBF"
           "3/\xC5\x81"
           "2 A 0 0",
           "3/3 / 0/0 0 gm go; pl B;\n(;FF[4])",
           "lnsgkgsnl/1r5b1/[+P]8 P/ 0/0 0 gm shogi;",
       }) {
    EXPECT_EQ(by_content(text), Format::cgp) << text;
  }
  for (const std::string_view text :
       {"15/15\n", "and/or this / 0", "1/2 a b c\n", "/ / 0/0", "#\n"}) {
    EXPECT_EQ(by_content(text), std::nullopt) << text;
  }
  EXPECT_EQ(by_content("(;C[\n3/3 / 0/0 0\n])"), Format::sgf);
  EXPECT_EQ(detect_format("# nothing yet\n", "puzzles.CGP.gz"), Format::cgp);
}

TEST(Format, RecognisesCsaWithoutVersionLine) {
  for (const std::string_view text : {
           "+7776FU\n-3334FU\n",
           "+7776FU,T12\n",
           "PI\n+\n",
           "PI82HI22KA\n",
           "P1-KY-KE-GI-KI-OU-KI-GI-KE-KY\n",
           "P2 * -HI * * * * * -KA * \n",
           "P-22KA\nP+99KY89KE\n",
           "P+00KI00FU\nP-00AL\n",
           "N+Tanigawa\nN-Habu\n",
           "'\n\n'comment (;\n$EVENT:(;GM[1])\n",
           "$TIMET+:600+10+0\n",
           "$EVENT :e\n+7776FU\n",
           "+\n%CHUDAN\n",
           "/\n/\nPI\r\n",
           "\xEF\xBB\xBF+7776FU\r",
       }) {
    EXPECT_EQ(by_content(text), Format::csa) << text;
  }
}

TEST(Format, RecognisesCsaOfEveryVersion) {
  EXPECT_EQ(by_content("V2\nN+gps9_p\nN-gps8\n'Max_Moves:256\n$EVENT:wdoor+x\n"), Format::csa);
  EXPECT_EQ(by_content("'CSA encoding=UTF-8\nV3.0\n$TIME:600+10+0\n"), Format::csa);
  EXPECT_EQ(by_content("'encoding=Shift_JIS\n' ---- Kifu for Windows V7\nV2.2\nN+a\nPI\n"),
            Format::csa);
}

TEST(Format, RecognisesUtf16ByItsByteOrderMark) {
  std::string csa = "\xFF\xFE";
  std::string sgf = "\xFE\xFF";
  for (const char c : std::string_view("PI\n+\n")) csa += {c, '\0'};
  for (const char c : std::string_view("(;B[aa])")) sgf += {'\0', c};
  EXPECT_EQ(by_content(csa), Format::csa);
  EXPECT_EQ(by_content(sgf), Format::sgf);
}

TEST(Format, LeavesSgfAlone) {
  for (const std::string_view text : {
           "(;GM[1]C[\n+7776FU\n])",
           "\xEF\xBB\xBF\r\n(;FF[4])",
           "From: a server\n(;B[aa])",
           "'a game'\n\n(;SZ[9])",
       }) {
    EXPECT_EQ(by_content(text), Format::sgf) << text;
  }
}

TEST(Format, SeesGcgByAPlayerOrAScoredEvent) {
  EXPECT_EQ(by_content("#player1 a A\n>a: ABC 8H CAB +10 10\n"), Format::gcg);
  EXPECT_EQ(by_content("\xEF\xBB\xBF#title (;\n\n8:>a: ABC 8H CAB +10 10\n"), Format::gcg);
  EXPECT_EQ(by_content("> quoted: 8H or so\n> more\n"), std::nullopt);
  EXPECT_EQ(find_format("gcg"), Format::gcg);
}

TEST(Format, TakesNoOtherText) {
  for (const std::string_view text : {
           "<!DOCTYPE html>\n<html>P1</html>\n",
           "# Readme\n\nPI is 3.14\n",
           "PI is 3.14\n+7776FU\n",
           "P1 is a player\n",
           "- one\n- two\n+ three\n",
           "--- a/x\n+++ b/x\n@@ -1 +1 @@\n-2\n+3\n",
           "+1234567\n",
           "+15551234, a number\n",
           "$PATH:/usr/bin\n",
           "N+1 queries\nare slow\n",
           "N-body\n",
           "V2 parser for V2 formats\n",
           "'quoted'\n",
           "%PDF-1.4\n",
           "%TEX\n",
           "",
       }) {
    EXPECT_EQ(by_content(text), std::nullopt) << text;
  }
}

TEST(Format, GoesByTheNameWhereTheContentSaysNothing) {
  EXPECT_EQ(detect_format("", "empty.csa"), Format::csa);
  EXPECT_EQ(detect_format("V2.2\n", "a/b.CSA"), Format::csa);
  EXPECT_EQ(detect_format("", "games.csa.xz"), Format::csa);
  EXPECT_EQ(detect_format("", "games.sgf.gz"), Format::sgf);
  EXPECT_EQ(detect_format("", "2003.ggf.gz"), Format::sgf);
  EXPECT_EQ(detect_format("", "games.sof"), Format::sgf);
  EXPECT_EQ(detect_format("1 (;GM[Othello]PC[GGS/os]B[F5];)\n", "moves"), Format::sgf);
  EXPECT_EQ(detect_format("(;B[aa])", "odd.csa"), Format::sgf);
  EXPECT_EQ(detect_format("PI\n+\n", "odd.sgf"), Format::csa);
  EXPECT_EQ(detect_format("", "csa"), std::nullopt);
}

}  // namespace
}  // namespace ludex

#include "formats/sgf/sgf.hpp"
#include "formats/sgf/sgf_text.hpp"

#include <gtest/gtest.h>

#include <random>
#include <string>
#include <vector>

namespace ludex {
namespace {

std::string as_is(std::string_view raw) { return std::string(raw); }

std::string rewritten(std::string_view text) {
  SgfTree tree;
  EXPECT_FALSE(parse_sgf(text, TextForm::bytes, tree)) << text;
  return write_sgf(tree, as_is);
}

// The compared values: everything except FF and CA, with texts unescaped.
std::string meaning_of(const SgfTree& tree) {
  std::string out;
  for (const SgfNode& node : tree.nodes) {
    out += std::to_string(node.parent) + "," + std::to_string(node.first_child) + "," +
           std::to_string(node.next_sibling);
    for (const SgfProperty& property : tree.properties_of(node)) {
      if (property.id == SgfId::FF || property.id == SgfId::CA) continue;
      out += " " + fold_sgf_ident(property.ident);
      for (const auto value : tree.values_of(property)) {
        out += "[" + unescape_text(value, tree.escapes) + "]";
      }
    }
    out += "\n";
  }
  return out;
}

TEST(SgfWriter, SetsFormatAndCharset) {
  EXPECT_EQ(rewritten("(;GM[1]FF[3]CA[GBK]SZ[9];B[aa];W[bb])"),
            "(;FF[4]CA[UTF-8]GM[1]SZ[9];B[aa];W[bb])\n");
}

TEST(SgfWriter, WritesLowerCaseNamesAsTheyAreMeant) {
  EXPECT_EQ(rewritten("(;gm[1]sz[9];b[aa];w[bb])"), "(;FF[4]CA[UTF-8]GM[1]SZ[9];B[aa];W[bb])\n");
  EXPECT_EQ(rewritten("(;SZ[24];r[aa];b[bb])"), "(;FF[4]CA[UTF-8]SZ[24];r[aa];b[bb])\n");
}

TEST(SgfWriter, WritesEveryBranchWithoutNeedlessParentheses) {
  EXPECT_EQ(rewritten("(;(;B[aa];W[bb])(;B[cc](;W[dd])))"),
            "(;FF[4]CA[UTF-8](;B[aa];W[bb])(;B[cc];W[dd]))\n");
}

TEST(SgfWriter, BringsOldNamesUpToDate) {
  EXPECT_EQ(rewritten("(;GaMe[1]PlayerBlack[x]M[aa]L[aa][bb]KI[11]CH[1])"),
            "(;FF[4]CA[UTF-8]GM[1]PB[x]MA[aa]LB[aa:A][bb:B]KM[5.5]CH[1])\n");
  EXPECT_EQ(rewritten("(;FF[1]TM[30]VW[aa][ss])"), "(;FF[4]CA[UTF-8]TM[1800]VW[aa:ss])\n");
  EXPECT_EQ(rewritten("(;FF[3]VW[aa][jj])"), "(;FF[4]CA[UTF-8]VW[aa:jj])\n");
  EXPECT_EQ(rewritten("(;FF[4]TM[30]VW[aa][ss]MA[aa]M[bb]b[cc])"),
            "(;FF[4]CA[UTF-8]TM[30]VW[aa][ss]MA[aa]M[bb]b[cc])\n");
}

TEST(SgfWriter, WritesOnceWhatTheRootSaysTwice) {
  EXPECT_EQ(rewritten("(;FF[1]GM[1]SZ[9]GaMe[1]SZ[9]PB[a]PlayerBlack[a])"),
            "(;FF[4]CA[UTF-8]GM[1]SZ[9]PB[a][a])\n");
  EXPECT_EQ(rewritten("(;B[aa][aa]LB[aa:A][aa:A])"), "(;FF[4]CA[UTF-8]B[aa][aa]LB[aa:A][aa:A])\n");
}

TEST(SgfWriter, NamesWhatStandsInForEventKomiAndDate) {
  EXPECT_EQ(rewritten("(;FF[3]TE[Tour]KO[6.5]RD[1999-01-02];B[aa]TE[1]KO[])"),
            "(;FF[4]CA[UTF-8]EV[Tour]KM[6.5]DT[1999-01-02];B[aa]TE[1]KO[])\n");
  EXPECT_EQ(rewritten("(;SZ[9];PB[a]TE[Tour];B[aa]TE[Fine])"),
            "(;FF[4]CA[UTF-8]SZ[9];PB[a]EV[Tour];B[aa]TE[Fine])\n");
  for (const char* stays : {"EV[a]TE[Tour]", "KM[7]KO[6.5]", "DT[1998]RD[1999]", "TE[1]", "TE[2]",
                            "KO[aa]", "KO[]", "RD[]", "KO[no komi at all]", "TE[a][b]"}) {
    EXPECT_EQ(rewritten("(;" + std::string(stays) + ")"),
              "(;FF[4]CA[UTF-8]" + std::string(stays) + ")\n");
  }
}

TEST(SgfWriter, LeavesOutBlankValuesBesideTheOneThatCounts) {
  EXPECT_EQ(rewritten("(;GM[][1]SZ[][9]PB[ ][a]RD[][2010.7.27];B[][aa])"),
            "(;FF[4]CA[UTF-8]GM[1]SZ[9]PB[a]DT[2010.7.27];B[][aa])\n");
  EXPECT_EQ(rewritten("(;GM[1]PB[][])"), "(;FF[4]CA[UTF-8]GM[1]PB[][])\n");
}

TEST(SgfWriter, AGameReadFromItsNewNamesIsTheSame) {
  const auto info_of = [](std::string_view text) {
    SgfTree tree;
    std::vector<SgfGame> games;
    EXPECT_FALSE(parse_sgf(text, TextForm::bytes, tree)) << text;
    extract_sgf_games(tree, text, TextForm::bytes, {}, games);
    return games.at(0).info;
  };
  for (const char* text :
       {"(;TE[Tour]KO[6.5]RD[1999-01-02])", "(;EV[]TE[Tour]KM[]KO[6,5])", "(;TE[1];PB[a]TE[Tour])",
        "(;TE[Tour];EV[Cup])", "(;PB[a]KO[375])", "(;RD[someday])",
        "(;RD[][2010.7.27];PB[a]RD[2011])", "(;RD[];PB[a]RD[2011])"}) {
    const GameInfo before = info_of(text);
    const GameInfo after = info_of(rewritten(text));
    EXPECT_EQ(after.event, before.event) << text;
    EXPECT_EQ(after.komi, before.komi) << text;
    EXPECT_EQ(after.date_raw, before.date_raw) << text;
    EXPECT_EQ(after.date, before.date) << text;
  }
}

TEST(SgfWriter, KeepsTheTimeThatWasMeant) {
  const auto time_of = [](std::string_view text) {
    SgfTree tree;
    std::vector<SgfGame> games;
    EXPECT_FALSE(parse_sgf(text, TextForm::bytes, tree)) << text;
    extract_sgf_games(tree, text, TextForm::bytes, {}, games);
    return games.at(0).info.time_limit_seconds;
  };
  EXPECT_EQ(rewritten("(;GM[1]SZ[9]TM[10];B[aa])"), "(;CA[UTF-8]GM[1]SZ[9]TM[10];B[aa])\n")
      << "FF[4] would say ten seconds";
  EXPECT_EQ(rewritten("(;GM[1]TM[1200])"), "(;FF[4]CA[UTF-8]GM[1]TM[1200])\n");
  for (const char* text :
       {"(;TM[10])", "(;TM[600])", "(;TM[601])", "(;TM[0])", "(;TM[1\\0])", "(;TM[2.5])",
        "(;TM[10 min])", "(;TM[1:30:00])", "(;TM[long])", "(;EV[Honinbo]TM[8])",
        "(;PC[NNGS]TM[600])", "(;TM[20]LC[3])", "(;FF[4]TM[20]LC[3])", "(;FF[1]TM[2.5])",
        "(;FF[1]TM[90])", "(;FF[3]TM[90])"}) {
    EXPECT_EQ(time_of(rewritten(text)), time_of(text)) << text;
  }
}

TEST(SgfWriter, EscapesWhatWasData) {
  EXPECT_EQ(rewritten("(;FF[1]C[a\\b \\] \\\\ c:d])"), "(;FF[4]CA[UTF-8]C[a\\\\b \\] \\\\ c:d])\n");
  EXPECT_EQ(rewritten("(;PB[a];]SO[littlegolem])"), "(;FF[4]CA[UTF-8]PB[a];SO[littlegolem])\n");
  EXPECT_EQ(rewritten("(;PB[a]]SO[littlegolem])"), "(;FF[4]CA[UTF-8]PB[a\\]]SO[littlegolem])\n");
  EXPECT_EQ(rewritten("(;C[cut short\\"), "(;FF[4]CA[UTF-8]C[cut short\\\\])\n");
}

TEST(SgfWriter, KeepsWhatIsSaidTwice) {
  EXPECT_EQ(rewritten("(;PB[a]PB[b]SZ[9];B[aa]B[bb]C[x]C[y])"),
            "(;FF[4]CA[UTF-8]PB[a][b]SZ[9];B[aa][bb]C[x][y])\n");
}

TEST(SgfWriter, DecodesValues) {
  SgfTree tree;
  ASSERT_FALSE(parse_sgf("(;PB[\xE9])", TextForm::bytes, tree));
  const auto latin1 = [](std::string_view raw) {
    return raw == "\xE9" ? std::string("\xC3\xA9") : std::string(raw);
  };
  EXPECT_EQ(write_sgf(tree, latin1), "(;FF[4]CA[UTF-8]PB[\xC3\xA9])\n");
}

TEST(SgfWriter, WritesAMillionNestedNodesWithoutRecursion) {
  std::string deep;
  for (int i = 0; i < 300'000; ++i) deep += "(;(;)";
  EXPECT_GT(rewritten(deep).size(), deep.size());
}

TEST(SgfWriter, WhatIsWrittenParsesToTheSameTree) {
  const char* const pieces[] = {"(",       ";",       ")",       "B[aa]",    "W[bb]",  "AB[cc][dd]",
                                "C[x\\]]", "C[\\\n]", "GN[a:b]", "PB[x]",    " WORD ", "\n",
                                "FF[1]",   "FF[4]",   "[stray]", "LB[aa:x]", "]",      "Xx[\\:]"};
  std::mt19937 random(7);
  for (int round = 0; round < 20'000; ++round) {
    std::string text = "(;";
    for (unsigned i = random() % 30; i > 0; --i) text += pieces[random() % std::size(pieces)];
    SgfTree tree;
    SgfTree again;
    ASSERT_FALSE(parse_sgf(text, TextForm::bytes, tree));
    const std::string written = write_sgf(tree, as_is);
    ASSERT_FALSE(parse_sgf(written, TextForm::bytes, again));
    ASSERT_EQ(meaning_of(again), meaning_of(tree)) << text << "\n" << written;
    ASSERT_TRUE(again.problems.empty()) << text << "\n" << written;
  }
}

}  // namespace
}  // namespace ludex

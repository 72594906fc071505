#include "formats/sgf/sgf.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <string>
#include <utility>
#include <vector>

namespace ludex {
namespace {

using namespace std::string_literals;

// "(a b (c) (d))" of the nodes' N values: the notation of the Hex text.
std::string shape_of(const SgfTree& tree) {
  std::string out;
  const auto label = [&tree](std::int32_t index) {
    const SgfNode& node = tree.nodes[static_cast<std::size_t>(index)];
    const auto properties = tree.properties_of(node);
    return properties.empty() ? std::string("-") : std::string(tree.values_of(properties[0])[0]);
  };
  const auto walk = [&](const auto& self, std::int32_t index) -> void {
    out += '(';
    while (true) {
      out += label(index);
      const std::int32_t child = tree.nodes[static_cast<std::size_t>(index)].first_child;
      if (child < 0) break;
      out += ' ';
      if (tree.nodes[static_cast<std::size_t>(child)].next_sibling >= 0) {
        for (std::int32_t c = child; c >= 0;
             c = tree.nodes[static_cast<std::size_t>(c)].next_sibling) {
          if (c != child) out += ' ';
          self(self, c);
        }
        break;
      }
      index = child;
    }
    out += ')';
  };
  walk(walk, 0);
  return out;
}

SgfTree parsed(std::string_view text, TextForm form = TextForm::bytes) {
  SgfTree tree;
  EXPECT_FALSE(parse_sgf(text, form, tree)) << text;
  return tree;
}

using NameValues = std::vector<std::pair<std::string, std::vector<std::string>>>;

NameValues properties_of(const SgfTree& tree, std::size_t node = 0) {
  NameValues found;
  for (const SgfProperty& property : tree.properties_of(tree.nodes.at(node))) {
    const auto values = tree.values_of(property);
    found.push_back({std::string(property.ident), {values.begin(), values.end()}});
  }
  return found;
}

std::vector<std::string> problems_of(const SgfTree& tree) {
  std::vector<std::string> names;
  for (const Problem& problem : tree.problems) {
    names.push_back(std::string(problem_name(problem.kind)) + "@" +
                    std::to_string(problem.offset_bytes));
  }
  return names;
}

using Names = std::vector<std::string>;

TEST(SgfParser, BuildsTheSixTreesOfTheHexText) {
  EXPECT_EQ(shape_of(parsed("(;NN[a])")), "(a)");
  EXPECT_EQ(shape_of(parsed("(;NN[a];NN[b];NN[c])")), "(a b c)");
  EXPECT_EQ(shape_of(parsed("(;NN[a](;NN[b](;NN[c])))")), "(a b c)");
  EXPECT_EQ(shape_of(parsed("(;NN[a](;NN[b])(;NN[c]))")), "(a (b) (c))");
  const std::string text = "(;NN[a];NN[b](;NN[c])(;NN[d];NN[e](;NN[f](;NN[g])(;NN[h]))(;NN[i])))";
  EXPECT_EQ(shape_of(parsed(text)), "(a b (c) (d e (f (g) (h)) (i)))");
}

TEST(SgfParser, ReadsTheExampleFileOfTheHexText) {
  const SgfTree tree = parsed(
      "(;AP[HexGui:0.10.GIT]FF[4]GM[11]SZ[7]C[Example game] ;B[c5]C[This opening is too strong. "
      "White will definitely swap it.] ;W[swap-pieces];B[c4];W[c5];B[a6];W[c6]C[Good.] "
      ";B[a7];W[b5];B[a5];W[b3] (;B[d2]C[See the next variation for what happens if Black plays "
      "b4.] ;W[b4];B[d4];W[e5];B[resign];) (;B[b4];W[d2] "
      ";AB[a2][b2][c1][d1][d4][d5][e1][e5][f1][f5][g5] C[Note that White is connected by "
      "templates, requiring only the area shown.]) )");
  EXPECT_EQ(tree.nodes.size(), 20u);
  EXPECT_TRUE(tree.problems.empty());
  EXPECT_EQ(properties_of(tree)[0], (NameValues::value_type{"AP", {"HexGui:0.10.GIT"}}));
  EXPECT_EQ(properties_of(tree, 2), (NameValues{{"W", {"swap-pieces"}}}));
  EXPECT_TRUE(properties_of(tree, 16).empty());
  EXPECT_EQ(properties_of(tree, 19)[0].second.size(), 11u);
  EXPECT_EQ(tree.nodes[17].parent, 10);
  EXPECT_EQ(tree.nodes[11].next_sibling, 17);
}

TEST(SgfParser, ReadsKierulfsGrammar) {
  const SgfTree tree =
      parsed("(;GM[1]VW[]AB[aa] [bb]\n[cc]B1[x]TE[1]C[a [ \\] \\\\](;W[dd])(;W[])) ignored");
  EXPECT_EQ(properties_of(tree), (NameValues{{"GM", {"1"}},
                                             {"VW", {""}},
                                             {"AB", {"aa", "bb", "cc"}},
                                             {"B1", {"x"}},
                                             {"TE", {"1"}},
                                             {"C", {"a [ \\] \\\\"}}}));
  EXPECT_EQ(properties_of(tree, 2), (NameValues{{"W", {""}}}));
  EXPECT_EQ(tree.ff, 1);
  EXPECT_FALSE(tree.ff_declared);
  EXPECT_EQ(tree.escapes, SgfEscapes::any);
}

TEST(SgfParser, KnowsTheFormatVersionAndItsEscapes) {
  EXPECT_EQ(parsed("(;FF[1])").escapes, SgfEscapes::brackets_only);
  EXPECT_EQ(parsed("(;GaMe[1]FileFormat[3])").ff, 3);
  EXPECT_EQ(parsed("(;FF[4])").escapes, SgfEscapes::any);
  EXPECT_FALSE(parsed("(;FF[x])").ff_declared);
}

TEST(SgfParser, FindsPropertiesByTheirLongNames) {
  const SgfTree tree = parsed("(;FF[3]PlayerBlack[x]b[aa])");
  EXPECT_EQ(tree.properties[1].id, SgfId::PB);
  EXPECT_EQ(tree.properties[1].ident, "PlayerBlack");
  EXPECT_EQ(tree.properties[2].id, SgfId::unknown);
  EXPECT_TRUE(tree.problems.empty());
  EXPECT_EQ(problems_of(parsed("(;FF[4]PlayerBlack[x];b[aa])")), (Names{"lower_case_ident@7"}));
}

TEST(SgfParser, RepairsWhatIsFoundInTheWild) {
  EXPECT_EQ(problems_of(parsed("(FF[4];B[aa])")), (Names{"missing_semicolon@1"}));
  EXPECT_EQ(problems_of(parsed("(;FF[4]B;W[aa])")), (Names{"property_without_value@7"}));
  EXPECT_EQ(problems_of(parsed("(;FF[4]];[x])")), (Names{"stray_text@7", "stray_text@9"}));
  EXPECT_EQ(problems_of(parsed("(;FF[4];B[aa]")), (Names{"unclosed_record@13"}));
  EXPECT_EQ(problems_of(parsed("(;FF[4]C[no end)")), (Names{"unclosed_record@16"}));
  EXPECT_EQ(problems_of(parsed("(;FF[4]C[a\0b])"s)), (Names{"nul_byte@10"}));
  EXPECT_EQ(problems_of(parsed("(;FF[4]))")), (Names{"stray_text@8"}));
  EXPECT_EQ(parsed("(;;;B[aa];;)").nodes.size(), 5u);
}

TEST(SgfParser, JoinsTheValuesOfAPropertyThatStandsTwice) {
  const SgfTree tree =
      parsed("(;AB[aa]C[one]AW[bb]AB[cc][dd]C[two]Xx[1]AB[ee]X[2];AB[ff]C[three])");
  EXPECT_EQ(properties_of(tree), (NameValues{{"AB", {"aa", "cc", "dd", "ee"}},
                                             {"C", {"one", "two"}},
                                             {"AW", {"bb"}},
                                             {"Xx", {"1", "2"}}}));
  EXPECT_EQ(properties_of(tree, 1), (NameValues{{"AB", {"ff"}}, {"C", {"three"}}}));
  EXPECT_EQ(std::ranges::count(tree.problems, ProblemKind::duplicate_property, &Problem::kind), 4);
}

TEST(SgfParser, RepairsLittleGolemsBracketsOnlyThere) {
  const SgfTree golem = parsed(
      "(;FF[4]EV[null]PB[lazy\\player]PW[Shumacher;]]SZ[11]RE[W]GC[ game #1767248]"
      "SO[http://www.littlegolem.com];W[ff];B[swap])");
  EXPECT_TRUE(golem.little_golem);
  EXPECT_EQ(golem.escapes, SgfEscapes::brackets_only);
  EXPECT_EQ(properties_of(golem)[3], (NameValues::value_type{"PW", {"Shumacher;]"}}));
  EXPECT_EQ(golem.nodes.size(), 3u);
  const SgfTree other = parsed("(;FF[4]PW[Shumacher;]]SZ[11])");
  EXPECT_FALSE(other.little_golem);
  EXPECT_EQ(properties_of(other)[1], (NameValues::value_type{"PW", {"Shumacher;"}}));
}

TEST(SgfParser, ReadsTrailBytesAsTheSplitterSaw) {
  const SgfTree tree = parsed("(;PB[\x90\x5c]PW[\x8d\x5d];B[aa])", TextForm::pair_aware);
  EXPECT_EQ(properties_of(tree), (NameValues{{"PB", {"\x90\x5c"}}, {"PW", {"\x8d\x5d"}}}));
}

TEST(SgfParser, CopiesUtf16AsUtf8) {
  const std::string text = "(\0;\0C\0[\0\x59\x97\x3D\xD8\x00\xDE]\0)\0"s;  // U+9759, U+1F600
  const SgfTree tree = parsed(text, TextForm::utf16le);
  EXPECT_EQ(tree.utf8_copy, "(;C[\xE9\x9D\x99\xF0\x9F\x98\x80])");
  EXPECT_EQ(tree.values.at(0), "\xE9\x9D\x99\xF0\x9F\x98\x80");
}

TEST(SgfParser, KeepsAllChildrenInOrderHoweverParenthesesStand) {
  EXPECT_EQ(shape_of(parsed("(;N[x]((;N[a])(;N[b]))(;N[c]))")), "(x (a) (b) (c))");
  EXPECT_EQ(shape_of(parsed("(;N[x](;N[a]);N[b](;N[c])(;N[d]))")), "(x (a) (b (c) (d)))");
  EXPECT_EQ(shape_of(parsed("(((;N[x]))(()))")), "(x)");
}

TEST(SgfParser, PutsASecondRootBelowTheFirst) {
  EXPECT_EQ(shape_of(parsed("((;N[x];N[y])(;N[a])(;N[b](;N[c])))")), "(x (y) (a) (b c))");
  EXPECT_EQ(shape_of(parsed("(;N[x](;N[y]));N[a](;N[b])(;N[c])")), "(x (y) (a (b) (c)))");
  EXPECT_EQ(problems_of(parsed("((;GM[1])(;GM[1]))")),
            (Names{"missing_semicolon@1", "stray_text@9"}));
}

TEST(SgfParser, RejectsWhatHasNoNodeOrGoesOverALimit) {
  SgfTree tree;
  EXPECT_EQ(parse_sgf("()", TextForm::bytes, tree)->kind, ProblemKind::no_node);
  SgfLimits limits;
  limits.max_nesting = 2;
  EXPECT_FALSE(parse_sgf("(;(;))", TextForm::bytes, tree, limits));
  EXPECT_EQ(*parse_sgf("(;(;(;)))", TextForm::bytes, tree, limits),
            (Problem{ProblemKind::nesting_too_deep, -1, 4, "variations nested more than 2 deep"}));
  limits.max_nodes = 3;
  EXPECT_EQ(parse_sgf("(;B[aa];W[bb];;)", TextForm::bytes, tree, limits)->kind,
            ProblemKind::too_many_nodes);
  limits.max_values = 3;
  EXPECT_EQ(parse_sgf("(;AB[aa][bb][cc][dd])", TextForm::bytes, tree, limits)->kind,
            ProblemKind::too_many_nodes);
}

TEST(SgfParser, LimitsFollowTheMemoryAndSaySo) {
  const SgfLimits little = SgfLimits::within(64U << 20);
  EXPECT_EQ(little.max_nodes, 262'144U);
  EXPECT_EQ(little.max_values, 262'144U);
  EXPECT_EQ(SgfLimits::within(1U << 30).max_nodes, SgfLimits{}.max_nodes);
  EXPECT_GE(SgfLimits::within(1U << 30).max_values, SgfLimits{}.max_values);
  std::string record = "(;AB";
  for (int i = 0; i < 300'000; ++i) record += "[aa]";
  SgfTree tree;
  EXPECT_EQ(parse_sgf(record + ")", TextForm::bytes, tree, little)->message,
            "more than 262144 values (index --memory allows more, up to 4000000)");
  EXPECT_FALSE(parse_sgf(record + ")", TextForm::bytes, tree));
}

TEST(SgfParser, CountsTheProblemsThatItDoesNotList) {
  const SgfTree tree = parsed("(;GM[1]" + std::string(250, '*') + ")");
  EXPECT_EQ(tree.problems.size(), 100U);
  EXPECT_EQ(tree.problems_left_out, 150U);
}

TEST(SgfParser, ReadsAMillionNestedVariationsWithoutRecursion) {
  std::string deep;
  for (int i = 0; i < 1'000'000; ++i) deep += "(;";
  SgfTree tree;
  EXPECT_FALSE(parse_sgf(deep + std::string(1'000'000, ')'), TextForm::bytes, tree));
  EXPECT_EQ(tree.nodes.size(), 1'000'000u);
  EXPECT_EQ(parse_sgf("(" + deep, TextForm::bytes, tree)->kind, ProblemKind::nesting_too_deep);
}

}  // namespace
}  // namespace ludex

// How a tree becomes games: their nodes, main lines and variations.
#include "formats/sgf/extracted_games.hpp"

#include <gtest/gtest.h>

#include <string>
#include <vector>

namespace ludex {
namespace {

using Nodes = std::vector<std::uint32_t>;
using Properties = std::vector<std::pair<std::string, std::string>>;

/// A trunk with a branch for a game at every node of it.
std::string tree_of_games(std::size_t games) {
  std::string text = "(;GM[1]";
  for (std::size_t i = 0; i < games; ++i) text += "(;PB[" + std::to_string(i) + "])(;B[aa]";
  return text + std::string(games + 1, ')');
}

TEST(SgfTreeGames, AThousandGamesOfOneTreeAreToldApart) {
  const std::vector<SgfGame> games = games_of(tree_of_games(995));
  ASSERT_EQ(games.size(), 995U);
  EXPECT_EQ(games.back().info.seats[0].name, "994");
  EXPECT_EQ(games.back().main_nodes, 996U);
  EXPECT_TRUE(games.front().info.problems.empty());
}

void expect_some_left_out(const std::string& record, std::size_t games_in_it) {
  const std::vector<SgfGame> games = games_of(record);
  ASSERT_LT(games.size(), games_in_it);
  ASSERT_EQ(games.front().info.problems.size(), 1U);
  const Problem& problem = games.front().info.problems.front();
  EXPECT_EQ(problem.kind, ProblemKind::too_many_games);
  EXPECT_EQ(problem.message,
            std::to_string(games_in_it - games.size()) +
                " more games stand in this tree; their nodes are variations of this one");
}

TEST(SgfTreeGames, GamesOfOneTreeBeyondALimitAreCounted) {
  expect_some_left_out(tree_of_games(2000), 2000);
  std::string record = "(;GM[1]";
  for (int i = 0; i < 12'000; ++i) record += "(;PB[x])";
  expect_some_left_out(record + ")", 12'000);
}

TEST(SgfTreeGames, GamesOfOneTreeRepeatOnlySoMuchText) {
  std::string record = "(;GM[1]C[" + std::string(100'000, 'x') + "]";
  for (int i = 0; i < 1000; ++i) record += "(;PB[x])";
  expect_some_left_out(record + ")", 1000);
}

TEST(SgfTreeGames, GameInfoOfVariationsIsReportedWhereItMakesNoGame) {
  const std::string record = "(;GM[1]PB[Ann](;PW[Bob];B[aa])(;PW[Cy];B[bb])(;B[cc];RE[W+R]))";
  const GameInfo info = info_of(record);
  EXPECT_EQ(info.seats[1].name, "Bob");
  ASSERT_EQ(info.problems.size(), 1u);
  EXPECT_EQ(info.problems[0].offset_bytes, record.find(";PW[Cy]"));
  EXPECT_EQ(info.problems[0].message,
            "game info in variations is not read; nodes that have some: 2");
  for (const SgfGame& game : games_of("(;GM[1](;PB[Ann];B[aa])(;PB[Bob];B[bb]))")) {
    EXPECT_TRUE(game.info.problems.empty());
  }
}

TEST(SgfTreeGames, APlainLineIsOneMainLine) {
  const auto games = games_of("(;PB[a];B[pd];W[dp])");
  ASSERT_EQ(games.size(), 1u);
  EXPECT_EQ(games[0].nodes, (Nodes{0, 1, 2}));
  EXPECT_EQ(games[0].main_nodes, 3u);
}

TEST(SgfTreeGames, VariationsFollowTheMainLineInFileOrder) {
  const auto games = games_of("(;PB[a];B[aa](;W[bb](;B[cc])(;B[dd]))(;W[ee];B[ff]))");
  ASSERT_EQ(games.size(), 1u);
  EXPECT_EQ(games[0].nodes, (Nodes{0, 1, 2, 3, 4, 5, 6}));
  EXPECT_EQ(games[0].main_nodes, 4u);
}

TEST(SgfTreeGames, GivesAGameForEachPathThatNamesOne) {
  // 0 root, 1 B, 2 names game 1, 3 W, 4 variation of 1, 5 names game 2, 6 W, 7 belongs to no game
  const auto games =
      games_of("(;SZ[9]EV[Cup];B[aa](;PB[Ann](;W[bb])(;W[cc]))(;PB[Eve];W[dd])(;W[ee]))");
  ASSERT_EQ(games.size(), 2u);
  EXPECT_EQ(games[0].info.seats[0].name, "Ann");
  EXPECT_EQ(games[0].nodes, (Nodes{0, 1, 2, 3, 4, 7}));
  EXPECT_EQ(games[0].main_nodes, 4u);
  EXPECT_EQ(games[1].info.seats[0].name, "Eve");
  EXPECT_EQ(games[1].nodes, (Nodes{0, 1, 5, 6}));
  EXPECT_EQ(games[1].main_nodes, 4u);
  for (const SgfGame& game : games) {
    EXPECT_EQ(game.info.event, "Cup");
    EXPECT_EQ(game.info.size, (BoardSize{9, 9}));
  }
}

TEST(SgfTreeGames, TheMainLineRunsThroughTheNodeThatNamesTheGame) {
  const auto games = games_of("(;SZ[9](;B[aa])(;B[bb]PB[Ann];W[cc]))");
  ASSERT_EQ(games.size(), 1u);
  EXPECT_EQ(games[0].info.seats[0].name, "Ann");
  EXPECT_EQ(games[0].nodes, (Nodes{0, 2, 3, 1}));
  EXPECT_EQ(games[0].main_nodes, 3u);
}

TEST(SgfTreeGames, ARootThatNamesThePlayersHasOneGame) {
  const auto games = games_of("(;PB[Ann](;B[aa])(;B[bb]PB[Eve]))");
  ASSERT_EQ(games.size(), 1u);
  EXPECT_EQ(games[0].info.seats[0].name, "Ann");
  EXPECT_EQ(games[0].nodes, (Nodes{0, 1, 2}));
  EXPECT_EQ(games[0].info.properties, Properties{});
}

TEST(SgfTreeGames, InHexAndTwixtTheMainLineEndsAtTheCurrentPosition) {
  for (const std::string game : {"11", "21"}) {
    // 0 root, 1 B, 2 W and IP, 3 B, 4 W, 5 a variation of 3
    const auto games = games_of("(;GM[" + game + "];B[a1];W[b2]IP[](;B[c3];W[d4])(;B[e5]))");
    ASSERT_EQ(games.size(), 1u);
    EXPECT_EQ(games[0].nodes, (Nodes{0, 1, 2, 3, 4, 5}));
    EXPECT_EQ(games[0].main_nodes, 3u) << "GM " << game;
  }
  EXPECT_EQ(games_of("(;GM[9];B[e1-e3];W[a3-c3]IP[];B[e3-e5])")[0].main_nodes, 4u);
}

TEST(SgfTreeGames, TheCurrentPositionMayStandOnAVariationOrInTheRoot) {
  const auto games = games_of("(;GM[11](;B[a1];W[b2])(;B[c3];W[d4]IP[];B[e5]))");
  EXPECT_EQ(games[0].nodes, (Nodes{0, 3, 4, 1, 2, 5}));
  EXPECT_EQ(games[0].main_nodes, 3u);
  EXPECT_EQ(games_of("(;GM[21]PZ[]PL[W]AW[c3]IP[];W[d5];B[e5])")[0].main_nodes, 1u);
}

TEST(SgfTreeGames, ASecondCurrentPositionIsAProblem) {
  for (const std::string game : {"11", "21"}) {
    const std::string text = "(;GM[" + game + "];B[b1];W[b2]IP[](;B[c3]IP[])(;B[d2];W[d4]))";
    const auto games = games_of(text);
    EXPECT_EQ(games[0].main_nodes, 3u) << "the first one counts";
    ASSERT_EQ(games[0].info.problems.size(), 1u);
    const Problem& problem = games[0].info.problems[0];
    EXPECT_EQ(problem.kind, ProblemKind::misplaced_property);
    EXPECT_EQ(problem.offset_bytes, text.find(";B[c3]"));
    EXPECT_EQ(problem.message, "a second IP; what was played is taken to end at the first");
  }
}

TEST(SgfTreeGames, PathsThatManyGamesShareDoNotFillTheMemory) {
  std::string comb = "(;SZ[9]";
  constexpr int kTeeth = 20'000;
  for (int i = 0; i < kTeeth; ++i) comb += ";B[aa](;PB[x])(";
  comb += ";B[bb]" + std::string(kTeeth, ')') + ")";
  const auto games = games_of(comb);
  std::size_t nodes = 0;
  for (const SgfGame& game : games) nodes += game.nodes.size();
  EXPECT_GT(games.size(), 100u);
  EXPECT_LT(nodes, std::size_t{500'000} + 2 * kTeeth + 1000);
}

TEST(SgfTreeGames, TheSameVectorServesTheNextRecord) {
  SgfTree tree;
  std::vector<SgfGame> games;
  for (const std::string_view record :
       {"(;(;PB[Ann])(;PB[Eve]))", "(;PB[Bob]XX[1]SZ[5.5];B[aa])"}) {
    ASSERT_FALSE(parse_sgf(record, TextForm::bytes, tree));
    extract_sgf_games(tree, record, TextForm::bytes, {}, games);
    EXPECT_EQ(games.size(), record.find("Ann") != std::string_view::npos ? 2u : 1u);
  }
  EXPECT_EQ(games[0].info.seats[0].name, "Bob");
  EXPECT_EQ(games[0].nodes, (Nodes{0, 1}));
}

}  // namespace
}  // namespace ludex

#include "ludex/replay/position_text.hpp"
#include "tree_builder.hpp"

#include <gtest/gtest.h>

namespace ludex::test {
namespace {

constexpr BoardSize k8{8, 8};

Replayed play(std::string_view sgf, BoardSize size = k8) {
  return replay(size, sgf, Lines::all, GameType::othello);
}

std::string placement(const Position& position) {
  const std::string cgp = to_cgp(position);
  return cgp.substr(0, cgp.find(' '));
}

const GameRules& rules() { return *find_rules(GameType::othello); }

// Lines of `plies` moves; a player without a move passes, and that counts.
std::uint64_t count_lines(const Position& position, int plies) {
  if (plies == 0) return 1;
  std::uint64_t lines = 0;
  for (Point point = 0; point < position.cells.size(); ++point) {
    const auto next = rules().after(position, {.player = position.to_move, .point = point});
    if (next) lines += count_lines(*next, plies - 1);
  }
  return lines;
}

TEST(OthelloReplay, CountsTheLinesOfPlayThatTheLiteratureCounts) {
  const Position start = rules().start_position(k8);
  constexpr std::uint64_t kLines[] = {1, 4, 12, 56, 244, 1396, 8200, 55092, 390216};
  for (int plies = 1; plies <= 8; ++plies) {
    EXPECT_EQ(count_lines(start, plies), kLines[plies]) << plies << " plies";
  }
}

TEST(OthelloReplay, StartsWithFourDiscsAndFlips) {
  const auto game = play(";;B[f5]");
  EXPECT_EQ(to_cgp(game.at(0)), "8/8/8/3WB3/3BW3/8/8/8 / 2/2 0 gm othello; pl B;");
  EXPECT_EQ(to_cgp(game.at(1)), "8/8/8/3WB3/3BBB2/8/8/8 / 1/4 0 gm othello; pl W;");
  EXPECT_EQ(game.script.ops.size(), 1u) << "the start is not written into the script";
}

TEST(OthelloReplay, FlipsInAllDirections) {
  const auto game = play(
      ";AB[a1][d1][g1][a4][h4][a7][d7][h8]AW[b2][c2:e6][f2][b4:g4][b6][f6][g7]"
      ";AE[d4];B[d4]");
  EXPECT_EQ(placement(game.at(2)), "B2B2B1/1BWBWB2/2BBB3/BBBBBBBB/2BBB3/1BWBWB2/B2B2B1/7B");
}

TEST(OthelloReplay, KnowsBothStylesOfPointsValueByValue) {
  const auto game = play(";;B[f5];W[df];B[C3];W[d3]");
  EXPECT_EQ(game.problems(), "");
  EXPECT_EQ(placement(game.at(4)), placement(play(";;B[fe];W[d6];B[cc];W[dc]").at(4)));
}

TEST(OthelloReplay, KnowsAllWaysToWriteAPass) {
  for (const std::string pass : {"", "PA", "pa", "Pass", "tt"}) {
    const auto game = play(";;B[f5];W[" + pass + "];B[c4]");
    EXPECT_EQ(game.script.moves, 3u) << pass;
    EXPECT_EQ(game.at(2).passes, 1u) << pass;
    EXPECT_EQ(game.at(2).last_move, (Move{MoveKind::pass, Player::second, 0})) << pass;
  }
  EXPECT_EQ(play(";;B[tt]", {20, 20}).at(1).last_move->kind, MoveKind::stone);
  EXPECT_EQ(play(";;B[pa]", {16, 16}).at(1).last_move->kind, MoveKind::stone);
}

TEST(OthelloReplay, APlayerWithoutAMoveNeedNotPassInWriting) {
  const std::string setup = ";AB[a1][a8][d4]AW[b1][b8][e4]PL[B]";
  const auto once = play(setup + ";B[c1];B[c8];B[f4]");
  EXPECT_EQ(once.problems(), "");
  EXPECT_EQ(once.at(1).to_move, Player::first);
  EXPECT_EQ(placement(once.at(3)), "BBB5/8/8/3BBB2/8/8/8/BBB5");
  const auto alternating = play(setup + ";B[c1];W[c8];B[f4]");
  EXPECT_EQ(alternating.problems(), "wrong_player@2");
  EXPECT_EQ(alternating.keys, once.keys);
  EXPECT_EQ(alternating.script.first_illegal_ply, -1);
}

}  // namespace
}  // namespace ludex::test

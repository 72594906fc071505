#include "formats/position_text.hpp"
#include "formats/sgf/sgf.hpp"
#include "games/api/tree_builder.hpp"
#include "games/othello/board.hpp"

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

std::uint64_t count_lines(othello::Board& board, int plies) {
  if (plies == 0) return 1;
  std::uint64_t lines = 0;
  const Player player = board.next_player();
  const auto before = board.mark();
  for (Point point = 0; point < static_cast<Point>(board.size().area()); ++point) {
    if (!board.can_play(player, point)) continue;
    board.play(player, point);
    lines += count_lines(board, plies - 1);
    board.undo_to(before);
  }
  return lines;
}

TEST(OthelloReplay, CountsTheLinesOfPlayThatTheLiteratureCounts) {
  constexpr std::uint64_t kLines[] = {1, 4, 12, 56, 244, 1396, 8200, 55092, 390216};
  for (int plies = 1; plies <= 8; ++plies) {
    othello::Board board;
    board.reset(k8);
    board.keep_journal();
    EXPECT_EQ(count_lines(board, plies), kLines[plies]) << plies << " plies";
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

TEST(OthelloReplay, ColoursThatAreExchangedThroughoutAreTakenAsTheRulesHaveThem) {
  const auto game = play(";;W[f5];B[d6];W[c3]");
  EXPECT_EQ(game.problems(), "wrong_player@1");
  EXPECT_EQ(game.keys, play(";;B[f5];W[d6];B[c3]").keys);
}

TEST(OthelloReplay, ADiscThatFlipsNothingIsPutDownAndNoted) {
  const auto game = play(";;B[f5];W[a1];B[e4];W[d6]");
  EXPECT_EQ(game.problems(), "illegal_move@2 occupied_point@3");
  EXPECT_EQ(game.script.first_illegal_ply, 2);
  EXPECT_EQ(placement(game.at(2)), "W7/8/8/3WB3/3BBB2/8/8/8");
  EXPECT_EQ(placement(game.at(3)), placement(game.at(2)));
  EXPECT_EQ(placement(game.at(4)), "W7/8/8/3WB3/3WBB2/3W4/8/8");
}

TEST(OthelloReplay, AMoveOffTheBoardChangesNothing) {
  const auto game = play(";;B[i9];W[zz];B[what];B[f5]");
  EXPECT_EQ(game.problems(), "off_board@1 off_board@2 bad_point@3");
  EXPECT_EQ(placement(game.at(4)), "8/8/8/3WB3/3BBB2/8/8/8");
}

TEST(OthelloReplay, AProblemSetsUpItsOwnDiscs) {
  EXPECT_EQ(placement(play(";AB[e4][d5]AW[d4][e5]").at(0)), "8/8/8/3WB3/3BW3/8/8/8");
  EXPECT_EQ(placement(play(";AB[d4][e5]AW[e4][d5]").at(0)), "8/8/8/3BW3/3WB3/8/8/8");
  EXPECT_EQ(placement(play(";AB[d4]AW[e4:f5]").at(0)), "8/8/8/3BWW2/4WW2/8/8/8");
  EXPECT_EQ(placement(play(";AB[a1][h8]").at(0)), "B7/8/8/3WB3/3BW3/8/8/7B") << "a handicap";
}

TEST(OthelloReplay, EdaxPutsTheFirstMoveIntoTheRoot) {
  const auto game = play(";AB[e4][d5]AW[d4][e5]PL[B]B[f5];W[d6];B[c3];");
  EXPECT_EQ(game.problems(), "setup_and_move@0");
  EXPECT_EQ(game.script.first_illegal_ply, -1);
  EXPECT_EQ(game.script.moves, 3u);
  EXPECT_EQ(game.script.total_positions, 3u);
  EXPECT_EQ(placement(game.at(0)), "8/8/8/3WB3/3BBB2/8/8/8");
}

TEST(OthelloReplay, WhoeverCanMoveIsToMove) {
  const std::string_view one_sided = ";AB[a1][a8][d4]AW[b1][b8]";
  EXPECT_EQ(play(std::string(one_sided) + ";B[c1]").at(1).to_move, Player::first)
      << "White has nothing to flip";
  EXPECT_EQ(play(";AB[d4]AW[e4][a1][b2]AB[c3]").at(0).to_move, Player::first);
  EXPECT_EQ(play(";AB[b1]AW[a1][d4:e5]").at(0).to_move, Player::second) << "only White can";
  EXPECT_EQ(play(";;B[f5];PL[B]").at(1).to_move, Player::first) << "PL is obeyed";
}

TEST(OthelloReplay, BoardsAreOfAnySizeFromFourToTwentySix) {
  EXPECT_EQ(placement(play(";;B[d3]", {4, 4}).at(1)), "4/1WB1/1BBB/4");
  EXPECT_EQ(placement(play(";", {6, 4}).at(0)), "6/2WB2/2BW2/6");
  EXPECT_EQ(play(";;B[o14];W[o13]", {26, 26}).problems(), "");
  EXPECT_EQ(play(";;B[on];W[om]", {26, 26}).problems(), "");
  EXPECT_EQ(play(";;B[a1]", {3, 8}).script.total_positions, 0u);
  EXPECT_EQ(play(";;B[a1]", {8, 27}).script.total_positions, 0u);
}

TEST(OthelloReplay, VariationsComeBackFromFlips) {
  const auto game = play(";;B[f5](;W[d6];B[c3])(;W[f6];B[e6])(;W[f4])");
  EXPECT_EQ(game.problems(), "");
  EXPECT_EQ(placement(game.at(4)), placement(play(";;B[f5];W[f6]").at(2)));
  EXPECT_EQ(game.keys[6], play(";;B[f5];W[f4]").keys[2]);
  std::vector<PositionKey> again;
  rules().append_keys(game.script.ops, k8, 0, UINT32_MAX, again);
  EXPECT_EQ(again, game.keys);
}

TEST(OthelloReplay, TheFourFirstMovesAreOnePosition) {
  const auto key = play(";;B[f5]").keys[1];
  for (const std::string move : {"c4", "e6", "d3"}) {
    EXPECT_EQ(play(";;B[" + move + "]").keys[1], key) << move;
    const auto query = parse_position("moves:" + move, {GameType::othello, std::nullopt});
    EXPECT_TRUE(query.match(play(";;B[f5]").at(1))) << move;
  }
}

TEST(OthelloReplay, MovesOfAQueryMustFlip) {
  EXPECT_THROW(static_cast<void>(parse_position("moves:f5 f5", {GameType::othello, std::nullopt})),
               std::exception);
  EXPECT_THROW(static_cast<void>(parse_position("moves:a1", {GameType::othello, std::nullopt})),
               std::exception);
  const auto query = parse_position("sgf:AB[d5][e4][e5][f5]AW[d4]", {GameType::othello, {}});
  EXPECT_TRUE(query.match(play(";;B[f5]").at(1)));
}

/// A record as the parser hands it over.
Replayed play_record(std::string_view record) {
  SgfTree tree;
  EXPECT_FALSE(parse_sgf(record, TextForm::bytes, tree));
  EXPECT_TRUE(tree.problems.empty());
  std::vector<SgfGame> games;
  extract_sgf_games(tree, record, TextForm::bytes, {}, games);
  Replayed replayed{GameType::othello, games.at(0).info.size, {}, {}};
  find_sgf_rules(GameType::othello)
      ->compile(tree, games[0], Lines::all, replayed.script, &replayed.keys);
  return replayed;
}

TEST(OthelloReplay, GgfHasItsBoardAndAllMovesInOneNode) {
  const auto game = play_record(
      "(;GM[Othello]PC[GGS/os]TY[8]RE[+2.000]BO[8 -------- -------- -------- ---O*--- ---*O--- "
      "-------- -------- -------- *]B[F5//2.99]W[D6/-0.50/1]B[C3]W[D3]B[C4];)");
  EXPECT_EQ(game.problems(), "");
  EXPECT_EQ(game.script.moves, 5u);
  EXPECT_EQ(game.keys, play(";;B[f5];W[d6];B[c3];W[d3];B[c4]").keys);
}

TEST(OthelloReplay, GgfStartsFromAnyBoard) {
  const auto game = play_record(
      "(;GM[Othello]TY[6]BO[6 *----- ------ OO*--- OO*--- ------ ------ O]W[D3]B[F6];)");
  EXPECT_EQ(game.size, (BoardSize{6, 6}));
  EXPECT_EQ(placement(game.at(0)), "B5/6/WWB3/WWB3/6/6");
  EXPECT_EQ(placement(game.at(1)), "B5/6/WWWW2/WWB3/6/6");
  EXPECT_EQ(game.problems(), "illegal_move@2");
}

TEST(OthelloReplay, CountsDiscsWhereNobodyCanMove) {
  const auto ended = play(";AB[a1][d4]AW[b1][e4];B[c1];B[f4]");
  EXPECT_EQ(ended.script.result,
            (GameResult{Winner::first, WinBy::score, 6.0, ResultFrom::replay}));
  EXPECT_EQ(play(";;B[f5]").script.result, std::nullopt) << "the game goes on";
  TreeBuilder builder(k8, GameType::othello);
  builder.sgf(";AB[a1][d4]AW[b1][e4];B[c1];B[f4]");
  builder.game().info.result.margin = 64;
  EXPECT_EQ(replay(builder).script.result->margin, 64) << "empty squares are the winner's";
}

}  // namespace
}  // namespace ludex::test

#include "formats/position_text.hpp"
#include "games/api/tree_builder.hpp"

#include <gtest/gtest.h>

namespace ludex::test {
namespace {

std::string placement(const Position& position) {
  const std::string cgp = to_cgp(position);
  return cgp.substr(0, cgp.find(' '));
}

std::string any_point(int n) {
  return {static_cast<char>('a' + n * 7 % 19), static_cast<char>('a' + n * 11 / 3 % 19)};
}

constexpr BoardSize k3{3, 3};
constexpr BoardSize k4{4, 4};
constexpr BoardSize k19{19, 19};

TEST(GoReplay, CountsNodesThatMoveOrChangeTheBoardAsPlies) {
  const auto game = replay(k3, ";;B[aa];C[nothing];W[];AB[cc];AB[cc];AE[bb]");
  EXPECT_EQ(game.script.main_positions, 4u);
  EXPECT_EQ(game.script.total_positions, 4u);
  EXPECT_EQ(game.script.moves, 2u);
  EXPECT_EQ(placement(game.at(0)), "3/3/3");
  EXPECT_EQ(placement(game.at(1)), "B2/3/3");
  EXPECT_EQ(placement(game.at(2)), "B2/3/3");
  EXPECT_EQ(placement(game.at(3)), "B2/3/2B");
  EXPECT_EQ(game.problems(), "");
}

TEST(GoReplay, TheRootIsPlyZeroWhateverItHolds) {
  EXPECT_EQ(placement(replay(k3, ";AB[aa]W[cc];B[bb]").at(0)), "B2/3/2W");
  EXPECT_EQ(placement(replay(k3, ";B[aa];W[bb]").at(0)), "B2/3/3");
  EXPECT_EQ(placement(replay(k3, ";B[aa];W[bb]").at(1)), "B2/1W1/3");
  EXPECT_EQ(placement(replay(k3, ";B[aa]W[bb]").at(0)), "B2/1W1/3");
  EXPECT_EQ(replay(k3, ";B[];W[bb]").script.total_positions, 2u);
  EXPECT_EQ(replay(k3, ";PL[W]").script.total_positions, 1u);
}

TEST(GoReplay, AMainLineOfMovesIsPackedIntoOneOperationEach) {
  EXPECT_EQ(
      replay(k19, ";;B[aa];W[sa];B[];W[ss]").script.ops,
      (std::vector<std::uint16_t>{
          script::op(script::first_move, 0), script::op(script::second_move, 18),
          script::op(script::mark, script::first_pass), script::op(script::second_move, 360)}));
}

TEST(GoReplay, CountsWhatEachPlayerTook) {
  const auto game = replay(k4, ";AB[ab][bb]AW[aa][ba];B[ca];W[dd];W[cb];B[dc];W[da]");
  EXPECT_EQ(placement(game.at(1)), "2B1/BB2/4/4");
  EXPECT_EQ(game.at(1).captures, (std::array<std::uint32_t, 2>{2, 0}));
  EXPECT_EQ(placement(game.at(5)), "2BW/BBW1/3B/3W");
}

TEST(GoReplay, SuicideIsExecutedAndNoted) {
  const auto one = replay(k3, ";AB[ba][ab];W[aa];B[cc]");
  EXPECT_EQ(placement(one.at(1)), "1B1/B2/3");
  EXPECT_EQ(one.at(1).captures, (std::array<std::uint32_t, 2>{1, 0}));
  EXPECT_EQ(one.problems(), "suicide@1");
  EXPECT_EQ(one.script.first_illegal_ply, 1);
  const auto many = replay(k3, ";AB[ca][bb][ab]AW[aa];W[ba]");
  EXPECT_EQ(placement(many.at(1)), "2B/BB1/3");
  EXPECT_EQ(many.problems(), "suicide@1");
}

TEST(GoReplay, AMoveOnAStoneReplacesIt) {
  const auto game = replay(k3, ";AW[bb];B[bb];B[bb]");
  EXPECT_EQ(placement(game.at(1)), "3/1B1/3");
  EXPECT_EQ(placement(game.at(2)), "3/1B1/3");
  EXPECT_EQ(game.problems(), "occupied_point@1 occupied_point@2");
  EXPECT_EQ(game.script.first_illegal_ply, 1);
  EXPECT_EQ(game.at(2).captures, (std::array<std::uint32_t, 2>{0, 0}));
}

TEST(GoReplay, TakingBackAKoAtOnceIsNotedAndLaterIsNot) {
  const std::string setup = ";AB[ba][ab][bc]AW[ca][bb][db][cc]";
  EXPECT_EQ(replay(k4, setup + ";B[cb];W[bb]").problems(), "ko@2");
  EXPECT_EQ(replay(k4, setup + ";B[cb];W[dd];B[ad];W[bb]").problems(), "");
  EXPECT_EQ(replay(k4, setup + ";B[cb];W[];W[bb]").problems(), "");
  EXPECT_EQ(replay(k4, setup + ";B[cb];W[bb];B[cb]").problems(), "ko@2 ko@3");
}

TEST(GoReplay, TakingTwoStonesBackIsNoKo) {
  const auto game = replay({4, 2}, ";AW[aa][ba][cb]AB[ab][bb];B[ca];W[da];B[ba]");
  EXPECT_EQ(game.problems(), "");
}

TEST(GoReplay, SetupTakesNothingAndMayLeaveStonesWithoutLiberties) {
  const auto game = replay(k3, ";AB[aa];AW[ba][ab];B[cc];W[cb];W[ac]");
  EXPECT_EQ(placement(game.at(1)), "BW1/W2/3");
  EXPECT_EQ(placement(game.at(2)), "BW1/W2/2B") << "a move far away takes nothing either";
  const auto near = replay(k3, ";AB[aa]AW[ba][ab];W[ba]");
  EXPECT_EQ(placement(near.at(1)), "1W1/W2/3");
  EXPECT_EQ(near.problems(), "occupied_point@1");
}

TEST(GoReplay, SetupKnowsCompressedListsAndClearing) {
  const auto game = replay(k4, ";AB[aa:dd];AE[bb:cc];AW[cc:bb]AE[dd]");
  EXPECT_EQ(placement(game.at(0)), "BBBB/BBBB/BBBB/BBBB");
  EXPECT_EQ(placement(game.at(1)), "BBBB/B2B/B2B/BBBB");
  EXPECT_EQ(placement(game.at(2)), "BBBB/BWWB/BWWB/BBB1");
}

TEST(GoReplay, SetupOffTheBoardIsNotedAndNoIllegalMove) {
  const auto game = replay(k3, ";AB[aa][zz][][b];B[bb]");
  EXPECT_EQ(placement(game.at(0)), "B2/3/3");
  EXPECT_EQ(game.problems(), "bad_point@0 bad_point@0 bad_point@0");
  EXPECT_EQ(game.script.first_illegal_ply, -1);
}

TEST(GoReplay, PassesAreEmptyOrTtOnBoardsUpTo19) {
  EXPECT_EQ(replay(k19, ";;B[];W[tt];B[dd]").at(2).passes, 2u);
  EXPECT_EQ(replay(k19, ";;B[];W[tt];B[dd]").at(3).passes, 0u);
  EXPECT_EQ(replay({20, 20}, ";;B[tt]").at(1).last_move,
            (Move{MoveKind::stone, Player::first, 399}));
  EXPECT_EQ(replay({19, 21}, ";;B[tt]").problems(), "off_board@1");
}

TEST(GoReplay, MovesOffTheBoardAndUnreadableOnesChangeNothingButArePlies) {
  const auto game = replay(k3, ";;B[aa];W[dd];B[??];W[bb]");
  EXPECT_EQ(game.script.total_positions, 5u);
  EXPECT_EQ(placement(game.at(3)), "B2/3/3");
  EXPECT_EQ(placement(game.at(4)), "B2/1W1/3");
  EXPECT_EQ(game.problems(), "off_board@2 bad_point@3");
  EXPECT_EQ(game.script.first_illegal_ply, 2);
}

TEST(GoReplay, KnowsTheWaysInWhichMovesAreWrittenInTheWild) {
  const auto game = replay(k19, ";;B[ dd\n];W[R16];B[Pass];W[cc:ee];B[resign]");
  EXPECT_EQ(game.script.total_positions, 5u) << "a resignation is no ply";
  EXPECT_EQ(game.at(1).last_move, (Move{MoveKind::stone, Player::first, 3 * 19 + 3}));
  EXPECT_EQ(game.at(2).last_move, (Move{MoveKind::stone, Player::second, 3 * 19 + 16}));
  EXPECT_EQ(game.at(3).last_move, (Move{MoveKind::pass, Player::first, 0}));
  EXPECT_EQ(game.at(4).last_move, (Move{MoveKind::stone, Player::second, 2 * 19 + 2}));
  EXPECT_EQ(game.problems(), "bad_point@2 bad_point@3 bad_point@4");
  EXPECT_EQ(game.script.first_illegal_ply, -1);
}

TEST(GoReplay, SeveralMovesInANodeAreOnePlyInFileOrder) {
  const auto game = replay(k3, ";;W[aa]B[bb];W[cc]");
  EXPECT_EQ(game.script.total_positions, 3u);
  EXPECT_EQ(placement(game.at(1)), "W2/1B1/3");
  EXPECT_EQ(game.at(1).last_move, (Move{MoveKind::stone, Player::first, 4}));
  EXPECT_EQ(game.at(0).next_move, (Move{MoveKind::stone, Player::second, 0}));
  EXPECT_EQ(game.problems(), "several_moves@1");
  EXPECT_EQ(game.script.moves, 3u);
}

TEST(GoReplay, SetupBesideAMoveComesFirst) {
  const auto game = replay(k3, ";;B[aa]AW[aa];W[bb]");
  EXPECT_EQ(placement(game.at(1)), "B2/3/3");
  EXPECT_EQ(game.problems(), "setup_and_move@1 occupied_point@1");
}

TEST(GoReplay, SaysWhoIsToMove) {
  EXPECT_EQ(replay(k3, ";").at(0).to_move, Player::first);
  EXPECT_EQ(replay(k3, ";AB[aa][bb]").at(0).to_move, Player::second) << "handicap";
  EXPECT_EQ(replay(k3, ";AB[aa][bb]AW[cc]").at(0).to_move, Player::first);
  EXPECT_EQ(replay(k3, ";AB[aa][bb];B[cc]").at(0).to_move, Player::first) << "next move";
  EXPECT_EQ(replay(k3, ";;B[aa]").at(1).to_move, Player::second) << "other than the last";
  EXPECT_EQ(replay(k3, ";;B[aa];PL[B]").at(1).to_move, Player::first) << "PL in a later node";
  EXPECT_EQ(replay(k3, ";AB[aa]PL[W];AB[bb]").at(0).to_move, Player::second);
  EXPECT_EQ(replay(k3, ";PL[W];B[aa]").at(0).to_move, Player::second) << "PL before next move";
  EXPECT_EQ(replay(k3, ";PL[W];B[aa]").at(1).to_move, Player::second);
}

TEST(GoReplay, VariationsFollowTheMainLineInFileOrder) {
  const auto game = replay(k3, ";;B[aa](;W[bb];B[cc])(;W[cc](;B[bb])(;B[ba];W[ca]))");
  EXPECT_EQ(game.script.main_positions, 4u);
  EXPECT_EQ(game.script.total_positions, 8u);
  EXPECT_EQ(game.script.branches, 2u);
  EXPECT_EQ(game.script.moves, 3u);
  EXPECT_EQ(placement(game.at(3)), "B2/1W1/2B");
  EXPECT_EQ(placement(game.at(4)), "B2/3/2W");
  EXPECT_EQ(placement(game.at(5)), "B2/1B1/2W");
  EXPECT_EQ(placement(game.at(6)), "BB1/3/2W");
  EXPECT_EQ(placement(game.at(7)), "BBW/3/2W");
  EXPECT_EQ(game.at(4).parent_ply, 1);
  EXPECT_EQ(game.at(6).parent_ply, 4);
  EXPECT_EQ(game.at(5).next_move, std::nullopt) << "a line ends before the next one";
}

TEST(GoReplay, WithoutVariationsBranchesAreCountedOnly) {
  const auto game =
      replay(k3, ";;B[aa](;W[bb];B[cc])(;W[cc](;B[bb])(;B[ba];W[ca]))", Lines::main_line);
  EXPECT_EQ(game.script.total_positions, 4u);
  EXPECT_EQ(game.script.branches, 2u);
}

TEST(GoReplay, ComesBackFromCapturesAndKoInVariations) {
  const std::string ko = ";AB[ba][ab][bc]AW[ca][bb][db][cc];B[cb]";
  const auto game = replay(k4, ko + "(;W[dd];B[bb])(;W[bb])(;W[];W[bb])");
  EXPECT_EQ(placement(game.at(4)), "1BW1/BW1W/1BW1/4");
  EXPECT_EQ(game.problems(), "ko@4");
  EXPECT_EQ(game.at(4).captures, (std::array<std::uint32_t, 2>{1, 1}));
  EXPECT_EQ(game.at(6).passes, 0u);
}

TEST(GoReplay, TheMainLineNeedNotBeTheFirstInTheFile) {
  TreeBuilder builder(k3);
  builder.sgf(";(;B[aa];W[ba])(;B[bb];W[cc];B[ca])");
  SgfGame game = builder.game();
  game.nodes = {0, 3, 4, 5, 1, 2};
  game.main_nodes = 4;
  ReplayScript script;
  find_sgf_rules(GameType::go)->compile(builder.tree(), game, Lines::all, script, nullptr);
  const auto position = find_rules(GameType::go)->find_position(script.ops, k3, 5);
  ASSERT_TRUE(position);
  EXPECT_EQ(placement(*position), "BW1/3/3");
  EXPECT_EQ(position->parent_ply, 4);
}

TEST(GoReplay, JumpsToAnyEarlierPlyNotOnlyUpwards) {
  TreeBuilder builder(k3);
  builder.sgf(";(;B[aa])(;B[bb];W[cc](;B[ca])(;B[ac]))");
  SgfGame game = builder.game();
  game.nodes = {0, 2, 3, 4, 1, 5};  // the variation of the root before one further down
  game.main_nodes = 4;
  ReplayScript script;
  find_sgf_rules(GameType::go)->compile(builder.tree(), game, Lines::all, script, nullptr);
  const auto position = find_rules(GameType::go)->find_position(script.ops, k3, 5);
  ASSERT_TRUE(position);
  EXPECT_EQ(placement(*position), "3/1B1/B1W");
  EXPECT_EQ(position->parent_ply, 2);
}

TEST(GoReplay, BoardsThatGoIsNotPlayedOnGiveNothing) {
  EXPECT_EQ(replay({0, 0}, ";;B[aa]").script.total_positions, 0u);
  EXPECT_EQ(replay({53, 53}, ";;B[aa]").script.total_positions, 0u);
  EXPECT_TRUE(replay({53, 53}, ";;B[aa]").keys.empty());
}

TEST(GoReplay, ADamagedScriptEndsWhereItMakesNoSense) {
  const GameRules& rules = *find_rules(GameType::go);
  const std::uint16_t move = script::op(script::first_move, 0);
  const std::uint16_t far = script::op(script::first_move, 9);
  const std::uint16_t branch = script::op(script::mark, script::branch);
  const auto positions = [&](const std::vector<std::uint16_t>& ops) {
    std::vector<PositionKey> keys;
    rules.append_keys(ops, k3, 0, 100, keys);
    return keys.size();
  };
  EXPECT_EQ(positions({}), 1u);
  EXPECT_EQ(positions({move}), 2u);
  EXPECT_EQ(positions({move, far, move}), 2u);
  EXPECT_EQ(positions({move, branch, 5, 0, move}), 2u);
  EXPECT_EQ(positions({move, branch, 0}), 2u);
  EXPECT_EQ(positions({move, 0xFFFF, move}), 2u);
}

TEST(GoReplay, AHundredThousandBranchesStayQuick) {
  constexpr int kMoves = 250;
  constexpr int kBranchesPerMove = 400;
  TreeBuilder builder(k19);
  for (int n = 0; n <= kMoves; ++n) {
    builder.node();
    if (n > 0) builder.with(n % 2 ? SgfId::B : SgfId::W, {any_point(n)});
  }
  for (int n = kMoves - 1; n >= 0; --n) {
    for (int k = 0; k < kBranchesPerMove; ++k) {
      builder.child_of(n);
      builder.with(SgfId::B, {any_point(n + k)});
    }
  }
  const auto game = replay(builder);
  EXPECT_EQ(game.script.branches, 100'000u);
  EXPECT_EQ(game.script.total_positions, 100'251u);
  std::vector<PositionKey> again;
  find_rules(GameType::go)->append_keys(game.script.ops, k19, 0, UINT32_MAX, again);
  EXPECT_EQ(again, game.keys);
}

TEST(GoReplay, HostileSetupListsAreCutOff) {
  TreeBuilder builder({52, 52});
  builder.node();
  for (int n = 0; n < 3000; ++n) {
    builder.node();
    builder.with(n % 2 == 0 ? SgfId::AB : SgfId::AE, {"aa:ZZ"});
  }
  const auto game = replay(builder);
  // Each of 256 games in a block may be so long: 8 MiB together.
  EXPECT_LT(game.script.ops.size(), (std::size_t{1} << 14) + 52 * 52 + 100);
  EXPECT_EQ(game.script.problems.size(), 1u);
  EXPECT_EQ(game.script.problems.back().kind, ProblemKind::too_many_plies);
}

TEST(GoReplay, AnyNumberOfPointsMaySetUpProblemsOneByOne) {
  TreeBuilder builder({19, 19});
  builder.node();
  for (int n = 0; n < 3000; ++n) {
    builder.node();
    builder.with(SgfId::AE, {"aa:ss"});
    builder.with(SgfId::AB, {"aa", "ba", "ca", "da", "ea", "fa", "ga", "ha"});
    builder.with(SgfId::AW, {"ab", "bb", "cb", "db", "eb", "fb", "gb", "hb"});
  }
  const auto game = replay(builder);
  EXPECT_TRUE(game.script.problems.empty());
  EXPECT_EQ(game.script.total_positions, 3001u);
}

}  // namespace
}  // namespace ludex::test

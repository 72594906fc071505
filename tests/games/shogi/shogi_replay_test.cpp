#include "shogi_replay.hpp"
#include "formats/position_text.hpp"
#include "slow_shogi.hpp"

#include <gtest/gtest.h>

#include <random>

namespace ludex::test {
namespace {

std::string cgp_after(std::string_view record) { return to_cgp(ShogiReplay(record).last()); }
std::string problem_of(std::string_view record) { return ShogiReplay(record).problem(); }

TEST(ShogiReplay, AnEvenStartCostsNothing) {
  const ShogiReplay replay("N+A\n");
  EXPECT_TRUE(replay.script.ops.empty());
  EXPECT_EQ(replay.script.main_positions, 1u);
  EXPECT_EQ(replay.script.total_positions, 1u);
  EXPECT_EQ(replay.script.moves, 0u);
  EXPECT_EQ(to_cgp(replay.last()),
            "lnsgkgsnl/1r5b1/ppppppppp/9/9/9/PPPPPPPPP/1B5R1/LNSGKGSNL / 0/0 0 gm shogi; pl B;");
}

TEST(ShogiReplay, EveryMoveIsAPly) {
  const ShogiReplay replay("+\n+7776FU\n-3334FU\n+8822UM\n-3122GI\n+0055KA\n");
  EXPECT_EQ(replay.script.ops.size(), 5u);
  EXPECT_EQ(replay.script.moves, 5u);
  EXPECT_EQ(replay.script.main_positions, 6u);
  EXPECT_EQ(replay.script.branches, 0u);
  EXPECT_EQ(replay.script.first_illegal_ply, -1);
  EXPECT_TRUE(replay.script.problems.empty());
  EXPECT_EQ(
      to_cgp(replay.last()),
      "lnsgkg1nl/1r5s1/pppppp1pp/6p2/4B4/2P6/PP1PPPPPP/7R1/LNSGKGSNL B/ 0/0 0 gm shogi; pl W;");
}

TEST(ShogiReplay, AnUnknownPlyIsNoPosition) {
  const ShogiReplay replay("+7776FU\n");
  EXPECT_TRUE(replay.at(1));
  EXPECT_FALSE(replay.at(2));
}

TEST(ShogiReplay, CapturedPiecesGoToHandUnpromoted) {
  const std::string after = cgp_after("+7776FU\n-3334FU\n+8822UM\n-3122GI\n");
  EXPECT_EQ(after,
            "lnsgkg1nl/1r5s1/pppppp1pp/6p2/9/2P6/PP1PPPPPP/7R1/LNSGKGSNL B/B 0/0 0 gm shogi; pl B;")
      << "sente took a bishop, gote the horse";
}

TEST(ShogiReplay, PromotedPiecesKeepTheirName) {
  EXPECT_EQ(cgp_after("+7776FU\n-3334FU\n+8822UM\n-8384FU\n+2231UM\n"),
            "lnsgkg[+B]nl/1r7/p1pppp1pp/1p4p2/9/2P6/PP1PPPPPP/7R1/LNSGKGSNL /BS 0/0 0 gm shogi; "
            "pl W;");
}

TEST(ShogiReplay, RemovedPiecesAreNotInHand) {
  const ShogiReplay replay("PI82HI22KA\n-\n-5142OU\n");
  EXPECT_EQ(replay.script.ops.size(), 4u) << "two squares, the turn, one move";
  EXPECT_EQ(to_cgp(*replay.at(0)),
            "lnsgkgsnl/9/ppppppppp/9/9/9/PPPPPPPPP/1B5R1/LNSGKGSNL / 0/0 0 gm shogi; pl W;");
  EXPECT_EQ(replay.at(1)->to_move, Player::first);
}

TEST(ShogiReplay, ProblemsHaveOneKingAndHands) {
  const ShogiReplay replay("P-11OU12FU\nP+33FU00KI00GI\nP-00AL\n+\n+0023KI\n");
  EXPECT_EQ(to_cgp(*replay.at(0)),
            "8k/8p/6P2/9/9/9/9/9/9 GS/RRBBGGGSSSNNNNLLLLPPPPPPPPPPPPPPPP 0/0 0 gm shogi; pl B;");
  EXPECT_EQ(replay.script.moves, 1u);
}

TEST(ShogiReplay, GoteMayMoveFirst) {
  EXPECT_EQ(ShogiReplay("-3334FU\n+7776FU\n").script.moves, 2u) << "no turn line: the sign counts";
  EXPECT_EQ(problem_of("PI\n+\n-3334FU\n"), "1: -3334FU: it is the turn of +");
}

TEST(ShogiReplay, WhatIsIllegalButPossibleIsPlayed) {
  EXPECT_EQ(ShogiReplay("+2724FU\n").script.moves, 1u) << "too far";
  EXPECT_EQ(ShogiReplay("+9955KY\n-5556FU\n").script.moves, 1u);
  EXPECT_EQ(ShogiReplay("+7776TO\n").script.moves, 1u) << "far from the zone";
  const std::string two_pawns = "+2724FU\n-2324FU\n+2824HI\n-9394FU\n+0027FU\n-9495FU\n+0023FU\n";
  EXPECT_EQ(ShogiReplay(two_pawns).problem(), "7: +0023FU: no FU in hand");
}

TEST(ShogiReplay, ATakenKingLeavesTheGame) {
  const ShogiReplay replay("P-51OU\nP+52KI59OU\n+\n+5251KI\n");
  EXPECT_EQ(to_cgp(replay.last()), "4G4/9/9/9/9/9/9/9/4K4 / 0/0 0 gm shogi; pl W;");
}

TEST(ShogiReplay, StopsBeforeTheFirstImpossibleMove) {
  const ShogiReplay replay("+7776FU\n-3334FU\n+7776FU\n-8384FU\n");
  EXPECT_EQ(replay.script.moves, 2u);
  EXPECT_EQ(replay.script.main_positions, 3u);
  EXPECT_EQ(replay.keys.size(), 3u);
  EXPECT_EQ(replay.script.first_illegal_ply, 3);
  EXPECT_EQ(replay.script.problems.front().offset_bytes, 16u);
}

TEST(ShogiReplay, SaysWhyAMoveIsImpossible) {
  EXPECT_EQ(problem_of("+7675FU\n"), "1: +7675FU: no piece on 76");
  EXPECT_EQ(problem_of("+3334FU\n"), "1: +3334FU: -FU on 33 is the other player's");
  EXPECT_EQ(problem_of("+7776FU\n+2726FU\n"), "2: +2726FU: it is the turn of -");
  EXPECT_EQ(problem_of("+0055FU\n"), "1: +0055FU: no FU in hand");
  EXPECT_EQ(problem_of("P+00KI\nP-55FU\n+\n+0055KI\n"), "1: +0055KI: 55 is occupied by -FU");
  EXPECT_EQ(problem_of("+9997KY\n"), "1: +9997KY: +FU on 97 is the mover's own");
  EXPECT_EQ(problem_of("P+00FU\n+\n+0055TO\n"), "1: +0055TO: a promoted piece cannot be dropped");
  EXPECT_EQ(problem_of("P+00FU\n+\n+0055OU\n"), "1: +0055OU: a king cannot be dropped");
  EXPECT_EQ(problem_of("+7776KI\n"), "1: +7776KI: FU on 77 does not become KI");
  EXPECT_EQ(problem_of("P+55TO\n+\n+5554FU\n"), "1: +5554FU: TO on 55 does not become FU");
}

/// "ply after parent: position", a line each.
std::string plies_of(const ShogiReplay& replay) {
  std::string text;
  for (const Position& position : replay.positions()) {
    text += std::to_string(position.ply) + " after " + std::to_string(position.parent_ply) + ": " +
            to_cgp(position) + "\n";
  }
  return text;
}

TEST(ShogiReplay, MovesTakenBackAreVariations) {
  // The fourth and fifth move are taken back, then the reply to their replacement, then the
  // replacement.
  const ShogiReplay replay(
      "+7776FU\n-3334FU\n+8822UM\n-3122GI\n+0055KA\n%MATTA\n-8222HI\n+0045KA\n%MATTA\n"
      "+0035KA\n%MATTA\n%MATTA\n+2726FU\n%TORYO\n");
  EXPECT_EQ(replay.script.moves, 3u);
  EXPECT_EQ(replay.script.main_positions, 4u);
  EXPECT_EQ(replay.script.total_positions, 10u);
  EXPECT_EQ(replay.script.branches, 3u);
  EXPECT_EQ(replay.keys.size(), 10u);
  const ShogiReplay main("+7776FU\n-3334FU\n+2726FU\n");
  const ShogiReplay one("+7776FU\n-3334FU\n+8822UM\n-3122GI\n+0055KA\n");
  const ShogiReplay other("+7776FU\n-3334FU\n+8822UM\n-8222HI\n+0045KA\n");
  const ShogiReplay third("+7776FU\n-3334FU\n+8822UM\n-8222HI\n+0035KA\n");
  EXPECT_EQ(replay.keys,
            (std::vector<PositionKey>{main.keys[0], main.keys[1], main.keys[2], main.keys[3],
                                      one.keys[3], one.keys[4], one.keys[5], other.keys[4],
                                      other.keys[5], third.keys[5]}))
      << plies_of(replay);
  std::vector<PositionKey> keys;
  shogi_rules().append_keys(replay.script.ops, {9, 9}, 0, 100, keys);
  EXPECT_EQ(keys, replay.keys);
  EXPECT_EQ(replay.at(7)->parent_ply, 4) << plies_of(replay);
  EXPECT_FALSE(replay.at(3)->next_move) << "the main line ends there";
}

TEST(ShogiReplay, KnowsTheMovesAroundAPosition) {
  const ShogiReplay replay("+7776FU\n-3334FU\n+8822UM\n-3122GI\n+0055KA\n");
  const auto positions = replay.positions();
  ASSERT_EQ(positions.size(), 6u);
  EXPECT_FALSE(positions[0].last_move);
  EXPECT_FALSE(positions[5].next_move);
  const auto text = [](const std::optional<Move>& move) {
    return shogi_rules().move_text(*move, {9, 9});
  };
  EXPECT_EQ(text(positions[2].next_move), "8h2b+");
  EXPECT_EQ(text(positions[3].last_move), "8h2b+");
  EXPECT_EQ(text(positions[5].last_move), "B*5e");
  for (std::uint32_t ply = 0; ply < positions.size(); ++ply) {
    EXPECT_EQ(positions[ply], *replay.at(ply));
    EXPECT_EQ(positions[ply].ply, ply);
    EXPECT_EQ(positions[ply].parent_ply, static_cast<std::int32_t>(ply) - 1);
  }
}

TEST(ShogiReplay, ADamagedScriptEndsBeforeWhatHasNoMeaning) {
  const ShogiReplay replay("PI82HI\n-\n-3334FU\n+7776FU\n");
  std::mt19937 random(1);
  for (int n = 0; n < 20'000; ++n) {
    auto ops = replay.script.ops;
    ops[random() % ops.size()] = static_cast<std::uint16_t>(random());
    std::vector<PositionKey> keys;
    shogi_rules().append_keys(ops, {9, 9}, 0, 100, keys);
    std::vector<PositionKey> walked;
    shogi_rules().walk(ops, {9, 9}, [&](const Position& position) {
      walked.push_back(shogi_rules().key_of(position));
      return true;
    });
    ASSERT_EQ(keys, walked);
    ASSERT_LE(keys.size(), ops.size() + 1);
    ASSERT_GE(keys.size(), 1u);
  }
}

std::string random_square(std::mt19937& random) {
  return {static_cast<char>('1' + random() % 9), static_cast<char>('1' + random() % 9)};
}

/// A move that is possible more often than not.
std::string random_move(const SlowShogi& board, std::mt19937& random) {
  const auto& hand = board.hands.count(board.turn) != 0 ? board.hands.at(board.turn)
                                                        : std::multiset<std::string>{};
  if (!hand.empty() && random() % 4 == 0) {
    const auto dropped = std::next(hand.begin(), static_cast<long>(random() % hand.size()));
    return board.turn + "00" + random_square(random) + *dropped;
  }
  auto from = std::next(board.board.begin(), static_cast<long>(random() % board.board.size()));
  while (from->second.substr(0, 1) != board.turn && random() % 20 != 0) {
    from = std::next(board.board.begin(), static_cast<long>(random() % board.board.size()));
  }
  std::string name = from->second.substr(1);
  const char* const kPromotions[][2] = {{"FU", "TO"}, {"KY", "NY"}, {"KE", "NK"},
                                        {"GI", "NG"}, {"KA", "UM"}, {"HI", "RY"}};
  for (const auto& [before, after] : kPromotions) {
    if (name == before && random() % 5 == 0) name = after;
  }
  return board.turn + from->first + random_square(random) + name;
}

TEST(ShogiReplay, SeesWhatASlowBoardSeesInRandomGames) {
  std::mt19937 random(7);
  int longest = 0;
  for (int n = 0; n < 100; ++n) {
    SlowShogi slow;
    std::string record = "+\n";
    std::string expected;
    int moves = 0;
    for (bool possible = true; possible && moves < 300; moves += possible ? 1 : 0) {
      std::string move = random_move(slow, random);
      // Most impossible moves are skipped, so that games get long.
      for (int tries = 0; tries < 15 && !SlowShogi(slow).play(move); ++tries) {
        move = random_move(slow, random);
      }
      record += move + "\n";
      possible = slow.play(move);
      if (possible) expected += to_cgp(ShogiReplay(slow.csa()).last()) + "\n";
    }
    const ShogiReplay fast(record);
    ASSERT_EQ(fast.script.moves, static_cast<unsigned>(moves)) << record;
    std::string found;
    for (const Position& position : fast.positions()) {
      if (position.ply > 0) found += to_cgp(position) + "\n";
      ASSERT_EQ(shogi_rules().key_of(position), fast.keys[position.ply]);
    }
    ASSERT_EQ(found, expected);
    longest = std::max(longest, moves);
  }
  EXPECT_GE(longest, 100);
}

}  // namespace
}  // namespace ludex::test

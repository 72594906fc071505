#include "hex_game.hpp"

namespace ludex::test {
namespace {

TEST(HexPoints, AreLettersAndANumberInEitherCase) {
  constexpr BoardSize k30{30, 30};
  EXPECT_EQ(hex::find_point("a1", k30), Point{0});
  EXPECT_EQ(hex::find_point("C2", k30), Point{32});
  EXPECT_EQ(hex::find_point("aa27", k30), Point{26 * 30 + 26});
  EXPECT_EQ(hex::find_point("AD30", k30), Point{899});
  EXPECT_EQ(hex::find_point("ae1", k30), std::nullopt);
  EXPECT_EQ(hex::find_point("a31", k30), std::nullopt);
  EXPECT_EQ(hex::find_point("a0", k30), std::nullopt);
  EXPECT_EQ(hex::find_point("7", k30), std::nullopt);
  EXPECT_EQ(hex::find_point("zzzzzzzz99999999999", k30), std::nullopt);
  for (Point point = 0; point < 900; ++point) {
    EXPECT_EQ(hex::find_point(hex::point_text(point, k30), k30), point);
  }
}

TEST(HexPoints, MayBeTwoLettersInWhichCaseCounts) {
  constexpr BoardSize k30{30, 30};
  EXPECT_EQ(hex::find_point("ab", k30), Point{30});
  EXPECT_EQ(hex::find_point("Ab", k30), Point{30 + 26});
  EXPECT_EQ(hex::find_point("tt", {19, 19}), std::nullopt);
  EXPECT_EQ(spec("SZ[13];B[am];W[ii]").last_stones(), "Wi9 Ba13");
  EXPECT_EQ(spec("SZ[13];B[am];W[i9]").problems(), "bad_point@2") << "both styles in one game";
}

TEST(HexReplay, BoardsHaveAnySizeUpToTheLimitOfReplay) {
  EXPECT_EQ(spec(";B[k11]").info.size, (BoardSize{11, 11}));
  EXPECT_EQ(spec("SZ[6:7];B[f7]").last_stones(), "Bf7");
  EXPECT_EQ(spec("SZ[64];B[bl64]").last_stones(), "Bbl64");
  const HexGame large = spec("SZ[65];B[a1]");
  EXPECT_EQ(large.info.size, (BoardSize{65, 65}));
  EXPECT_EQ(large.script.total_positions, 0u);
  EXPECT_EQ(large.problems(), "unplayable_board@-1");
}

TEST(HexReplay, PassesArePliesAndEndingsAreNot) {
  const HexGame game = spec("SZ[5];B[a1];W[pass];B[];W[PASS];B[resign]");
  EXPECT_EQ(game.script.main_positions, 5u);
  EXPECT_EQ(game.script.moves, 4u);
  EXPECT_EQ(game.at(4).passes, 3u);
  EXPECT_EQ(game.result(), "W+R resign");
  EXPECT_EQ(spec("SZ[5];B[a1];W[forfeit]").result(), "B+F forfeit");
  EXPECT_EQ(spec("SZ[5];B[a1];W[b1]").result(), "none");
}

TEST(HexReplay, SetupMayStandAnywhereAndColoursNeedNotAlternate) {
  const HexGame game = spec("SZ[5]AB[a1][b2:c3]AW[e5]PL[W];W[a5];W[a4];AE[b2]AW[a1];B[c1]");
  EXPECT_EQ(game.stones(0), "Ba1 Bb2 Bc2 Bb3 Bc3 We5");
  EXPECT_EQ(game.at(0).to_move, Player::second);
  EXPECT_EQ(game.stones(3), "Wa1 Bc2 Bb3 Bc3 Wa4 Wa5 We5");
  EXPECT_EQ(game.script.main_positions, 5u);
  EXPECT_EQ(game.problems(), "");
}

TEST(HexReplay, AMoveOnAStoneReplacesItAndIsIllegal) {
  const HexGame game = spec("SZ[5];B[a1];W[a1]");
  EXPECT_EQ(game.last_stones(), "Wa1");
  EXPECT_EQ(game.problems(), "occupied_point@2");
  EXPECT_EQ(game.script.first_illegal_ply, 2);
  EXPECT_EQ(spec("SZ[5];B[f1];W[what]").problems(), "off_board@1 bad_point@2");
}

TEST(HexReplay, WhatFollowsTheCurrentPositionIsAnalysis) {
  const HexGame game = spec("SZ[5];B[a1];W[b2]IP[];B[c3];W[resign]");
  EXPECT_EQ(game.script.moves, 2U);
  EXPECT_EQ(game.script.main_positions, 3U);
  EXPECT_EQ(game.script.total_positions, 4U);
  EXPECT_EQ(game.script.branches, 1U);
  EXPECT_EQ(game.result(), "none") << "nobody has resigned yet";
  EXPECT_EQ(game.stones(3), "Ba1 Wb2 Bc3");
  const HexGame whole = spec("SZ[5];B[a1];W[b2];B[c3];W[resign]IP[]");
  EXPECT_EQ(whole.script.moves, 3U);
  EXPECT_EQ(whole.result(), "B+R resign");
}

TEST(HexReplay, ThePlayedLineEndsAtTheCurrentPositionOfAVariation) {
  const HexGame game = spec("SZ[5];B[a1](;W[b2];B[c3])(;W[d4]IP[];B[e5])");
  EXPECT_EQ(game.last_stones(), "Ba1 Wd4");
  EXPECT_EQ(game.stones(3), "Ba1 Wb2");
  EXPECT_EQ(game.stones(5), "Ba1 Wd4 Be5");
}

TEST(HexReplay, BookmarksNamePlies) {
  const HexGame game = spec(
      "SZ[5]N[Bookmark 9];B[a1](;W[b2]N[bookmark 1];B[resign])(;W[c3];B[d4]N["
      " bookmark 22 ];W[pass]N[bookmarks 4])");
  const std::vector<Bookmark> expected = {{9, 0}, {1, 2}, {22, 4}};
  EXPECT_EQ(game.script.bookmarks, expected);
  EXPECT_EQ(spec("SZ[5];B[a1];W[resign]N[bookmark 3]").script.bookmarks,
            (std::vector<Bookmark>{{3, 1}}));
}

TEST(HexSwap, OfPiecesMirrorsTheStoneWhereTheOtherColourMovesNext) {
  const HexGame game = spec("SZ[11];B[d1];W[swap-pieces];B[f6]");
  EXPECT_EQ(game.swap(), "pieces");
  EXPECT_EQ(game.stones(1), "Bd1");
  EXPECT_EQ(game.stones(2), "Wa4");
  EXPECT_EQ(game.stones(3), "Wa4 Bf6");
  EXPECT_EQ(game.script.main_positions, 4u) << "the board changed";
  EXPECT_EQ(game.script.moves, 2u) << "a swap is no move";
  EXPECT_EQ(game.at(1).next_move->kind, MoveKind::swap);
  EXPECT_EQ(game.at(2).last_move->kind, MoveKind::swap);
  EXPECT_EQ(game.at(2).to_move, Player::first);
}

TEST(HexSwap, OfSidesChangesNothingOnTheBoard) {
  for (const char* word : {"SWAP", "swap-pieces", "swap-sides", "swap"}) {
    const HexGame game = spec(fmt::format("SZ[11];B[a2];W[{}];W[f6]", word));
    EXPECT_EQ(game.swap(), "sides");
    EXPECT_EQ(game.last_stones(), "Ba2 Wf6");
    EXPECT_EQ(game.script.main_positions, 3u);
  }
  EXPECT_EQ(spec("SZ[11];B[a2];W[swap-sides];B[f6]").swap(), "sides") << "the word says it";
}

TEST(HexSwap, AfterSidesAColourIsTheOtherSeats) {
  EXPECT_EQ(spec("SZ[11];B[a2];W[swap-pieces];W[f6];B[resign]").result(), "B+R resign");
  EXPECT_EQ(spec("SZ[2];B[a1];W[swap];W[b1];B[a2]").result(), "W+ connection");
}

TEST(HexSwap, WithoutANextMoveIsAmbiguous) {
  const HexGame game = spec("SZ[11];B[d1];W[swap]");
  EXPECT_EQ(game.swap(), "ambiguous");
  EXPECT_EQ(game.last_stones(), "Wa4");
  EXPECT_EQ(spec("AP[HexGui:0.9.0]SZ[11];B[d1];W[swap-pieces]").swap(), "sides");
  EXPECT_EQ(spec("AP[HexGui:0.10.GIT]SZ[11];B[d1];W[swap-pieces]").swap(), "ambiguous");
}

TEST(HexSwap, NeedsOneStoneAndASquareBoard) {
  EXPECT_EQ(spec("SZ[11];B[swap];W[a1]").problems(), "bad_swap@1");
  EXPECT_EQ(spec("SZ[11];B[swap];W[a1]").swap(), "none");
  EXPECT_EQ(spec("SZ[11];B[a1];W[b1];B[swap];W[c1]").problems(), "bad_swap@3");
  const HexGame oblong = spec("SZ[4:5];B[d1];W[swap-pieces];B[a1]");
  EXPECT_EQ(oblong.swap(), "sides");
  EXPECT_EQ(oblong.last_stones(), "Ba1 Bd1");
}

TEST(HexSwap, OfAVariationSaysNothingOfTheGame) {
  const HexGame game = spec("SZ[5];B[b1](;W[c3])(;W[swap];B[d4])");
  EXPECT_EQ(game.swap(), "none");
  EXPECT_EQ(game.stones(4), "Wa2 Bd4");
}

TEST(HexLittleGolem, TheFirstMoverIsBlackWhateverTheLetter) {
  const HexGame diagonal = golem("11", ";W[ff];B[swap];W[eg]");
  EXPECT_EQ(diagonal.last_stones(), "Wf6 Be7");
  EXPECT_EQ(diagonal.swap(), "pieces");
  const HexGame off_diagonal = golem("13", ";W[ad];B[swap];W[hf]");
  EXPECT_EQ(off_diagonal.stones(1), "Ba4");
  EXPECT_EQ(off_diagonal.stones(2), "Wd1");
  EXPECT_EQ(off_diagonal.last_stones(), "Wd1 Bh6");
  EXPECT_EQ(golem("13", ";W[ad];B[resign]").result(), "B+R resign");
  EXPECT_EQ(golem("13", "RE[B];W[ad];B[ee]").info.result.winner, Winner::first);
  EXPECT_EQ(golem("13", "RE[W]").script.main_positions, 1u);
}

TEST(HexReplay, ReadsTheExampleOfTheHexPage) {
  const HexGame game = read(
      "(;AP[HexGui:0.10.GIT]FF[4]GM[11]SZ[7]C[Example game]\n"
      ";B[c5]C[This opening is too strong. White will definitely swap it.]\n"
      ";W[swap-pieces];B[c4];W[c5];B[a6];W[c6]C[Good.]\n;B[a7];W[b5];B[a5];W[b3]\n"
      "(;B[d2]C[See the next variation.]\n;W[b4];B[d4];W[e5];B[resign];)\n"
      "(;B[b4];W[d2]\n;AB[a2][b2][c1][d1][d4][d5][e1][e5][f1][f5][g5]\n"
      "C[Note that White is connected by templates, requiring only the area shown.])\n)");
  EXPECT_EQ(game.swap(), "pieces");
  EXPECT_EQ(game.result(), "W+R resign");
  EXPECT_EQ(game.script.main_positions, 15u);
  EXPECT_EQ(game.script.total_positions, 18u);
  EXPECT_EQ(game.script.branches, 1u);
  EXPECT_EQ(game.stones(2), "We3");
  EXPECT_EQ(game.stones(10), "Wb3 We3 Bc4 Ba5 Wb5 Wc5 Ba6 Wc6 Ba7");
  EXPECT_EQ(game.stones(14), "Bd2 Wb3 We3 Wb4 Bc4 Bd4 Ba5 Wb5 Wc5 We5 Ba6 Wc6 Ba7");
  EXPECT_EQ(game.stones(16), "Wd2 Wb3 We3 Bb4 Bc4 Ba5 Wb5 Wc5 Ba6 Wc6 Ba7");
  EXPECT_EQ(game.stones(17),
            "Bc1 Bd1 Be1 Bf1 Ba2 Bb2 Wd2 Wb3 We3 Bb4 Bc4 Bd4 Ba5 Wb5 Wc5 Bd5 Be5 Bf5 Bg5 Ba6 Wc6 "
            "Ba7");
  EXPECT_EQ(game.problems(), "");
}

}  // namespace
}  // namespace ludex::test

#include "formats/position_text.hpp"
#include "games/api/game_rules.hpp"
#include "ludex/error.hpp"

#include <gtest/gtest.h>

namespace ludex::test {
namespace {

constexpr PositionTextOptions kGo{GameType::go, std::nullopt};

std::string error_of(std::string_view text, const PositionTextOptions& options = kGo) {
  try {
    (void)parse_position(text, options);
  } catch (const UsageError& error) {
    return error.what();
  }
  return "no error";
}

TEST(PositionText, ReadsAFullCgpLine) {
  const auto query = parse_position("2B/1W1/3 / 3/5 1 gm go; pl W;");
  EXPECT_EQ(query.position.size, (BoardSize{3, 3}));
  EXPECT_EQ(query.position.cells, (std::vector<std::uint8_t>{0, 0, 1, 0, 2, 0, 0, 0, 0}));
  EXPECT_EQ(query.position.captures, (std::array<std::uint32_t, 2>{5, 3})) << "White took 3";
  EXPECT_EQ(query.position.passes, 1u);
  EXPECT_TRUE(query.known.to_move);
  EXPECT_EQ(query.position.to_move, Player::second);
  EXPECT_EQ(to_cgp(query.position), "2B/1W1/3 / 3/5 1 gm go; pl W;");
}

TEST(PositionText, AFullLineIsCgpWhateverItsTilesAre) {
  for (const std::string_view text : {"ABC A 0 0", "手合割4 / 0/0 0", "sfen / 0/0 0"}) {
    const auto query = parse_position(text);
    EXPECT_EQ(query.position.game, GameType::crossword) << text;
    EXPECT_EQ(query.position.size.height, 1) << text;
  }
}

TEST(PositionText, ALineOfOnePlayerIsCgpUnlessItMayBeSfen) {
  EXPECT_EQ(parse_position("3/3 b 0 0").position.game, GameType::crossword);
  EXPECT_EQ(parse_position("15/15/15/15/15/15/15/15/15 b 0 0").position.game, GameType::crossword);
  const std::string_view nine = "9/9/9/9/9/9/9/9/9 b 2 1";
  EXPECT_THROW((void)parse_position(nine), UsageError) << "SFEN whose hands are no pieces";
  EXPECT_EQ(parse_position(nine, {GameType::crossword, std::nullopt}).position.game,
            GameType::crossword);
}

TEST(PositionText, APlacementAloneNeedsTheGame) {
  EXPECT_EQ(parse_position("12/12", kGo).position.size, (BoardSize{12, 2}));
  EXPECT_FALSE(parse_position("12/12", kGo).known.to_move);
  EXPECT_EQ(
      error_of("3/3/3", {}),
      "position: rows of a board alone do not say which game it is; add `game`, or `gm GAME;` "
      "after ' / 0/0 0'");
}

TEST(PositionText, SaysWhatWasProbablyMeant) {
  EXPECT_EQ(error_of("14184:8", {}),
            "position: '14184:8' is not understood as a position; did you mean @14184:8?");
  EXPECT_EQ(error_of("Q16 D4", {}),
            "position: 'Q16 D4' is not understood as a position; did you mean moves:Q16 D4, "
            "@ID:PLY or sgf:...?");
  EXPECT_EQ(error_of("pd", {}),
            "position: 'pd' is not understood as a position; did you mean moves:pd, @ID:PLY or "
            "sgf:...?");
}

TEST(PositionText, WritesOneCanonicalLine) {
  EXPECT_EQ(to_cgp(parse_position(" 3/1B1/3   /  0/0  0  pl B;  gm go; ").position),
            "3/1B1/3 / 0/0 0 gm go; pl B;");
}

TEST(PositionText, SaysWhatIsWrongWithCgp) {
  EXPECT_EQ(error_of("3/2/3"), "position: row 2 is 2 squares wide, expected 3");
  EXPECT_EQ(error_of("3/3", {GameType::go, BoardSize{3, 3}}), "position: 2 rows, expected 3");
  EXPECT_EQ(error_of("3/3/3", {GameType::go, BoardSize{19, 19}}),
            "position: row 1 is 3 squares wide, expected 19");
  EXPECT_EQ(error_of("3/1X1/3"), "position: row 2: `X` is not a piece of this game");
  EXPECT_EQ(error_of("0BBB/3/3"), "position: row 1: a run of 0 squares");
  EXPECT_EQ(error_of("99999999999"), "position: row 1 is more than 1000 squares wide");
  EXPECT_EQ(error_of("53"), "position: go is not played on 53x1");
  EXPECT_EQ(error_of(""), "position: it is empty");
  EXPECT_EQ(error_of("3/3/3 /"), "position: 2 fields, expected placement, racks, scores and zeros");
  EXPECT_EQ(error_of("3/3/3 A/ 0/0 0"), "position: racks: `A/` means nothing in go");
  EXPECT_EQ(error_of("3/3/3 / 0 0"), "position: scores: expected two numbers as `3/0`, not `0`");
  EXPECT_EQ(error_of("3/3/3 / 0/0 x"), "position: zeros: expected a number, not `x`");
  EXPECT_EQ(error_of("3/3/3 / 0/0 0 gm go"), "position: opcode `gm go` does not end with `;`");
  EXPECT_EQ(error_of("3/3/3 / 0/0 0 pl X;"), "position: pl: expected B or W, not `X`");
  EXPECT_EQ(error_of("3/3/3 / 0/0 0 gm chess;"), "position: gm: no game `chess`");
  EXPECT_EQ(error_of("3/3/3 / 0/0 0 lex NWL18;"), "position: opcode `lex` means nothing here");
  EXPECT_EQ(error_of("3/3/3 / 0/0 0 gm hex;"), "position: gm says hex, but go was asked for");
  EXPECT_EQ(error_of("3/3/3 / 0/0 0 gm sgf:5;", {}),
            "position: positions of sgf:5 are not indexed");
}

TEST(PositionText, ReadsSgfSetup) {
  const auto query = parse_position("sgf:AB[aa][bb:cb]AW[cc]AE[bb]SZ[3]PL[W]");
  EXPECT_EQ(to_cgp(query.position), "B2/2B/2W / 0/0 0 gm go; pl W;");
  EXPECT_TRUE(query.known.to_move);
  EXPECT_EQ(query.position.to_move, Player::second);
  EXPECT_EQ(parse_position("sgf:AB[dd]").position.size, (BoardSize{19, 19}));
  EXPECT_EQ(parse_position("sgf:SZ[4:2]AB[db]").position.size, (BoardSize{4, 2}));
  EXPECT_EQ(error_of("sgf:AB[zz]"), "position: sgf: no point of a 19x19 board: `zz`");
  EXPECT_EQ(error_of("sgf:C[hi]"), "position: sgf: knows AB, AW, AE, SZ and PL, not `C`");
  EXPECT_EQ(error_of("sgf:AB"), "position: sgf: expected a property and its value: `AB`");
  EXPECT_EQ(error_of("sgf:SZ[x]"), "position: sgf: SZ[x] has no meaning here");
  EXPECT_EQ(error_of("sgf:PL[X]"), "position: sgf: PL[X] has no meaning here");
}

TEST(PositionText, PlaysMovesAndTakesStones) {
  const PositionTextOptions small{std::nullopt, BoardSize{3, 3}};
  const auto query = parse_position("moves:ba aa ab pass", small);
  EXPECT_EQ(to_cgp(query.position), "1B1/B2/3 / 1/0 1 gm go; pl B;");
  EXPECT_FALSE(query.known.to_move);
  EXPECT_EQ(parse_position("moves:").position.size, (BoardSize{19, 19}));
  EXPECT_EQ(parse_position("moves:dd Q16").position.cells[3 * 19 + 15], cell::kSecond);
  EXPECT_EQ(to_cgp(parse_position("moves:ba,aa, ab,,pass", small).position),
            to_cgp(query.position));
  EXPECT_EQ(error_of("moves:aa bb aa"), "position: move 3 cannot be played there: `aa`");
  for (const char* moves : {"moves:7g7f 3c3d", "moves:+7776FU,-3334FU"}) {
    EXPECT_EQ(parse_position(moves).position.game, GameType::shogi) << moves;
  }
  EXPECT_EQ(error_of("moves:aa dd", small), "position: move 2 is no move on a 3x3 board: `dd`");
}

TEST(Diagram, DrawsABoardForATerminal) {
  auto position = parse_position("moves:cc gg gc ee", {GameType::go, BoardSize{9, 9}}).position;
  EXPECT_EQ(draw(position),
            "    A B C D E F G H J\n"
            " 9  ┌─┬─┬─┬─┬─┬─┬─┬─┐ 9\n"
            " 8  ├─┼─┼─┼─┼─┼─┼─┼─┤ 8\n"
            " 7  ├─┼─●─┼─┼─┼─●─┼─┤ 7\n"
            " 6  ├─┼─┼─┼─┼─┼─┼─┼─┤ 6\n"
            " 5  ├─┼─┼─┼(○)┼─┼─┼─┤ 5\n"
            " 4  ├─┼─┼─┼─┼─┼─┼─┼─┤ 4\n"
            " 3  ├─┼─╋─┼─┼─┼─○─┼─┤ 3\n"
            " 2  ├─┼─┼─┼─┼─┼─┼─┼─┤ 2\n"
            " 1  └─┴─┴─┴─┴─┴─┴─┴─┘ 1\n"
            "    A B C D E F G H J\n");
}

TEST(Diagram, DrawsInAsciiAndMarksStonesAtTheEdge) {
  auto position = parse_position("moves:bb ca", {GameType::go, BoardSize{3, 2}}).position;
  EXPECT_EQ(draw(position, true),
            "    A B C\n"
            " 2  . .(O)2\n"
            " 1  . X . 1\n"
            "    A B C\n");
}

TEST(Diagram, NamesColumnsBeyondZWithTwoLetters) {
  const auto position = find_rules(GameType::go)->start_position({27, 1});
  EXPECT_EQ(draw(position, true).substr(0, 116),
            "                                                      A A\n"
            "    A B C D E F G H J K L M N O P Q R S T U V W X Y Z A B\n");
}

}  // namespace
}  // namespace ludex::test

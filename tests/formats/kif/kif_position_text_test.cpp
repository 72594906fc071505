#include "formats/kif/kif_position_text.hpp"

#include "ludex/error.hpp"

#include <gtest/gtest.h>

#include <string>

namespace ludex {
namespace {

const std::string kDiagram =
    "後手の持駒：飛　角二\n"
    "  ９ ８ ７ ６ ５ ４ ３ ２ １\n"
    "+---------------------------+\n"
    "| ・ ・ ・ ・v玉 ・ ・ ・ ・|一\n"
    "| ・ ・ ・ ・ ・ ・ ・ ・ ・|二\n"
    "| ・ ・ ・ ・ 歩 ・ ・ ・ ・|三\n"
    "| ・ ・ ・ ・ ・ ・ ・ ・ ・|四\n"
    "| ・ ・ ・ ・ ・ ・ ・ ・ ・|五\n"
    "| ・ ・ ・ ・ ・ ・ ・ ・ ・|六\n"
    "| ・ ・ ・ ・ ・ ・ ・ ・ ・|七\n"
    "| ・ ・ ・ ・ ・ ・ ・ ・ ・|八\n"
    "| ・ ・ ・ ・ 玉 ・ ・ ・ ・|九\n"
    "+---------------------------+\n"
    "先手の持駒：金\n";

TEST(KifPositionText, ReadsADiagramWithItsHands) {
  const QueryPosition query = parse_position(kDiagram);
  EXPECT_EQ(to_sfen(query.position), "4k4/9/4P4/9/9/9/9/9/4K4 b Gr2b 1");
  EXPECT_FALSE(query.known.to_move);
  EXPECT_TRUE(query.known.rest);
}

TEST(KifPositionText, TakesTheLineThatSaysWhoMoves) {
  const QueryPosition query = parse_position(kDiagram + "後手番\n");
  EXPECT_EQ(to_sfen(query.position), "4k4/9/4P4/9/9/9/9/9/4K4 w Gr2b 1");
  EXPECT_TRUE(query.known.to_move);
}

TEST(KifPositionText, PlaysTheMovesAfterADiagram) {
  const QueryPosition query = parse_position(kDiagram + "   1 ５二金打\n");
  EXPECT_EQ(to_sfen(query.position), "4k4/4G4/4P4/9/9/9/9/9/4K4 w r2b 1");
  EXPECT_TRUE(query.known.to_move);
}

TEST(KifPositionText, EndsWhereTheMainLineEnds) {
  const QueryPosition query = parse_position(
      "手合割：香落ち\n   1 ３四歩(33)\n   2 ７六歩(77)\n変化：1手\n   1 ８四歩(83)\n");
  EXPECT_EQ(to_sfen(query.position),
            "lnsgkgsn1/1r5b1/pppppp1pp/6p2/9/2P6/PP1PPPPPP/1B5R1/LNSGKGSNL w - 1");
}

TEST(KifPositionText, IsKnownByWholeLines) {
  EXPECT_EQ(parse_position("3/3/3 AB/ 0/0 0 gid a+---------+;").position.game, GameType::crossword);
  EXPECT_EQ(parse_position("  " + kDiagram).position.game, GameType::shogi);
}

TEST(KifPositionText, RefusesWhatIsNoPosition) {
  EXPECT_THROW((void)parse_position(kDiagram, {.game = GameType::go}), UsageError);
  EXPECT_THROW((void)parse_position(kDiagram + "   1 ５五金(99)\n"), UsageError);
  EXPECT_THROW((void)parse_position("+---------------------------+\n| ・ ・|一\n"), UsageError);
}

}  // namespace
}  // namespace ludex

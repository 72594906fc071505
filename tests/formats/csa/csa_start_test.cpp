#include "formats/csa/parsed_csa.hpp"

#include <gtest/gtest.h>

#include <string>
#include <string_view>

namespace ludex {
namespace {

const std::string kEvenBlanks =
    "P1-KY-KE-GI-KI-OU-KI-GI-KE-KY\nP2 * -HI *  *  *  *  * -KA * \n"
    "P3-FU-FU-FU-FU-FU-FU-FU-FU-FU\nP4 *  *  *  *  *  *  *  *  * \n"
    "P5 *  *  *  *  *  *  *  *  * \nP6 *  *  *  *  *  *  *  *  * \n"
    "P7+FU+FU+FU+FU+FU+FU+FU+FU+FU\nP8 * +KA *  *  *  *  * +HI * \n"
    "P9+KY+KE+GI+KI+OU+KI+GI+KE+KY\n";

std::string pieces(std::string_view record) { return pieces_of(parsed(record).start); }

TEST(CsaStart, IsTheSameInAllItsSpellings) {
  const std::string even = pieces("PI\n+\n");
  EXPECT_EQ(even.substr(0, 31), "-91KY -81KE -71GI -61KI -51OU -");
  EXPECT_EQ(pieces("+7776FU\n"), even);
  EXPECT_EQ(pieces(kEvenBlanks), even);
  std::string squeezed;
  for (const char c : kEvenBlanks) squeezed += c == ' ' ? "" : std::string(1, c);
  EXPECT_EQ(pieces(squeezed), even);
  EXPECT_EQ(parsed(kEvenBlanks + "+\n").info.problems, std::vector<Problem>{});
}

TEST(CsaStart, TakesPiecesAwayFromTheEvenOne) {
  const CsaGame game = parsed("PI82HI22KA\n-\n-3334FU\n");
  EXPECT_EQ(game.start.pieces.size(), 38U);
  EXPECT_EQ(pieces_of(game.start).find("-82"), std::string::npos);
  EXPECT_EQ(pieces_of(game.start).find("-22"), std::string::npos);
  EXPECT_EQ(game.start.hands, ShogiStart{}.hands);
  EXPECT_EQ(game.start.to_move, Player::second);
  EXPECT_EQ(game.info.handicap, 2);
  EXPECT_EQ(game.info.kind, GameKind::game);
  EXPECT_EQ(game.info.properties,
            (std::vector<std::pair<std::string, std::string>>{{"PI", "82HI22KA"}}));
}

TEST(CsaStart, IsAHandicapAlsoInRanks) {
  std::string text = kEvenBlanks;
  text.replace(text.find("-HI"), 3, " * ");
  EXPECT_EQ(parsed(text + "-\n").info.handicap, 1);
  EXPECT_EQ(parsed(text + "-\n").info.kind, GameKind::game);
  EXPECT_EQ(parsed(kEvenBlanks + "+\n").info.handicap, std::nullopt);
}

TEST(CsaStart, TakesASquareAwayWhateverPieceIsNamed) {
  const CsaGame game = parsed("PI82KA55FU\n-\n");
  EXPECT_EQ(game.info.handicap, 1);
  EXPECT_EQ(problems_of(game),
            "bad_point at 2: PI: this piece does not stand there\n"
            "bad_point at 6: PI: this piece does not stand there\n");
}

TEST(CsaStart, PlacesSinglePiecesAndHands) {
  EXPECT_EQ(pieces("P-22KA\nP+99KY89KE\nP+00KI00FU\n"), "-22KA +99KY +89KE +00FUx1 +00KIx1");
  EXPECT_EQ(pieces("P+ 11OU 00FU\nP-\n+\n"), "+11OU +00FUx1");
}

TEST(CsaStart, GivesAllOtherPiecesToAHandButNoKings) {
  EXPECT_EQ(pieces("P-11OU\nP+13TO\nP+00KI00FU\nP-00AL\n"),
            "-11OU +13TO +00FUx1 +00KIx1 "
            "-00FUx16 -00KYx4 -00KEx4 -00GIx4 -00KIx3 -00KAx2 -00HIx2");
  EXPECT_EQ(pieces("PI82HI22KA\nP+00AL\n").substr(38 * 6), "+00KAx1 +00HIx1");
}

TEST(CsaStart, IsTheLastOneWhereTwoAreGiven) {
  const CsaGame ranks = parsed("PI\nP1-OU\nP9+OU\n+\n");
  EXPECT_EQ(pieces_of(ranks.start), "-91OU +99OU");
  EXPECT_EQ(problems_of(ranks),
            "duplicate_property at 5: PI together with ranks: the last ones count\n"
            "bad_syntax at 5: P1 has 1 of 9 squares\n"
            "bad_syntax at 11: P9 has 1 of 9 squares\n");
  const CsaGame even = parsed("P1-OU * * * * * * * *\nPI\n+\n");
  EXPECT_EQ(even.start.pieces.size(), 40U);
  EXPECT_EQ(problems_of(even),
            "duplicate_property at 24: PI together with ranks: the last ones count\n");
}

TEST(CsaStart, KeepsTheLastPieceOfASquare) {
  const CsaGame game = parsed("P+55FU\nP-55KI\n+\n");
  EXPECT_EQ(pieces_of(game.start), "-55KI");
  EXPECT_EQ(problems_of(game),
            "occupied_point at 9: two pieces on one square: the last one counts\n");
}

TEST(CsaStart, ReportsRanksOfAnotherWidth) {
  const CsaGame game = parsed("P1 * * *\nP2 * * * * * * * * * *\nP3 * *?\nP3-OU\n+\n");
  EXPECT_EQ(pieces_of(game.start), "-93OU");
  EXPECT_EQ(problems_of(game),
            "bad_syntax at 2: P1 has 3 of 9 squares\n"
            "bad_syntax at 29: P2 has more than 9 squares\n"
            "bad_syntax at 34: P3 has 2 of 9 squares\n"
            "duplicate_property at 42: P3 twice\n"
            "bad_syntax at 42: P3 has 1 of 9 squares\n");
}

TEST(CsaStart, ReportsPiecesThatCannotBe) {
  const CsaGame game = parsed("P+00OU00TO50FU55XX\nP-00HI00HI00HI\nP-5\nP+11FUx\n+\n");
  EXPECT_EQ(pieces_of(game.start), "+11FU +00FUx1 -00HIx2");
  EXPECT_EQ(problems_of(game),
            "bad_syntax at 2: a king in hand\n"
            "bad_syntax at 6: a promoted piece in hand: taken unpromoted\n"
            "bad_syntax at 10: not a square and a piece\n"
            "bad_syntax at 14: not a square and a piece\n"
            "bad_number at 29: more of a kind in hand than there are\n"
            "bad_syntax at 36: not a square and a piece\n"
            "bad_syntax at 44: not a square and a piece\n");
}

TEST(CsaStart, SaysWhatTheRecordIsGoodFor) {
  EXPECT_EQ(parsed("P-11OU\nP+13FU00KI\n+\n+0012KI\n").info.kind, GameKind::problem);
  EXPECT_EQ(parsed("P+55FU\n+\n").info.kind, GameKind::problem);
  EXPECT_EQ(parsed("P-11OU\nP+99OU\n+\n").info.kind, GameKind::position);
  EXPECT_EQ(parsed("P-11OU\nP+99OU\n+\n+9998OU\n").info.kind, GameKind::game);
  EXPECT_EQ(parsed("PI\n+\n").info.kind, GameKind::game);
}

}  // namespace
}  // namespace ludex

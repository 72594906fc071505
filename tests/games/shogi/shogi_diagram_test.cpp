#include "formats/position_text.hpp"
#include "shogi_replay.hpp"

#include <gtest/gtest.h>

namespace ludex::test {
namespace {

TEST(ShogiDiagram, ShowsTheBoardFromSentesSide) {
  const ShogiReplay replay("+7776FU\n-3334FU\n+8822UM\n-3122GI\n");
  EXPECT_EQ(draw(replay.last()),
            "後手の持駒：角\n"
            "  ９  ８  ７  ６  ５  ４  ３  ２  １\n"
            " v香 v桂 v銀 v金 v玉 v金  ・ v桂 v香  一\n"
            "  ・ v飛  ・  ・  ・  ・  ・(v銀) ・  二\n"
            " v歩 v歩 v歩 v歩 v歩 v歩  ・ v歩 v歩  三\n"
            "  ・  ・  ・  ・  ・  ・ v歩  ・  ・  四\n"
            "  ・  ・  ・  ・  ・  ・  ・  ・  ・  五\n"
            "  ・  ・  歩  ・  ・  ・  ・  ・  ・  六\n"
            "  歩  歩  ・  歩  歩  歩  歩  歩  歩  七\n"
            "  ・  ・  ・  ・  ・  ・  ・  飛  ・  八\n"
            "  香  桂  銀  金  玉  金  銀  桂  香  九\n"
            "先手の持駒：角\n");
}

TEST(ShogiDiagram, HasLatinLettersInAscii) {
  const ShogiReplay replay("P-11OU55FU00HI\nP+19KY00KI00FU00FU00FU\n+\n+1911NY\n");
  EXPECT_EQ(draw(replay.last(), true),
            "Gote in hand: R\n"
            "  9  8  7  6  5  4  3  2  1\n"
            "  .  .  .  .  .  .  .  .(+L) a\n"
            "  .  .  .  .  .  .  .  .  .  b\n"
            "  .  .  .  .  .  .  .  .  .  c\n"
            "  .  .  .  .  .  .  .  .  .  d\n"
            "  .  .  .  .  p  .  .  .  .  e\n"
            "  .  .  .  .  .  .  .  .  .  f\n"
            "  .  .  .  .  .  .  .  .  .  g\n"
            "  .  .  .  .  .  .  .  .  .  h\n"
            "  .  .  .  .  .  .  .  .  .  i\n"
            "Sente in hand: G P3\n");
}

TEST(ShogiDiagram, NamesEveryPiece) {
  const ShogiReplay replay("P+91TO81NY71NK61NG51UM41RY31HI21KA11OU\n");
  EXPECT_NE(draw(replay.last()).find("  と  杏  圭  全  馬  龍  飛  角  玉  一\n"),
            std::string::npos);
  EXPECT_NE(draw(replay.last(), true).find(" +P +L +N +S +B +R  R  B  K  a\n"), std::string::npos);
  EXPECT_NE(draw(replay.last()).find("先手の持駒：なし\n"), std::string::npos);
}

}  // namespace
}  // namespace ludex::test

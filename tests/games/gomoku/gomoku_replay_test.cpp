#include "formats/position_text.hpp"
#include "games/api/tree_builder.hpp"

#include <gtest/gtest.h>

namespace ludex::test {
namespace {

Replayed play(std::string_view sgf, BoardSize size = {15, 15}) {
  return replay(size, sgf, Lines::all, GameType::gomoku);
}

std::string placement(const Position& position) {
  const std::string cgp = to_cgp(position);
  return cgp.substr(0, cgp.find(' '));
}

TEST(GomokuReplay, StonesStayWhereTheyArePut) {
  const auto game = play(";;B[bb];W[ab];B[bc];W[cb];B[ac];W[ba];B[cc]", {3, 3});
  EXPECT_EQ(game.problems(), "");
  EXPECT_EQ(to_cgp(game.at(7)), "1W1/WBW/BBB / 0/0 0 gm gomoku; pl W;");
}

TEST(GomokuReplay, AStoneOnAnotherReplacesItAndIsNoted) {
  const auto game = play(";;B[bb];W[bb];B[aa]", {3, 3});
  EXPECT_EQ(game.problems(), "occupied_point@2");
  EXPECT_EQ(game.script.first_illegal_ply, 2);
  EXPECT_EQ(placement(game.at(3)), "B2/1W1/3");
}

TEST(GomokuReplay, KnowsPassesSetupAndTheGamesOwnCoordinates) {
  const auto game = play(";AB[aa]AW[cc];B[];W[b2];B[tt]", {3, 3});
  EXPECT_EQ(placement(game.at(3)), "B2/1W1/2W");
  EXPECT_EQ(game.problems(), "bad_point@2");
  EXPECT_EQ(game.script.first_illegal_ply, -1);
  EXPECT_EQ(play(";;B[i15]").at(1).last_move->point, 8u) << "there is a column i";
}

TEST(GomokuReplay, FiveInARowWins) {
  const std::string four = ";;B[hh];W[aa];B[ih];W[ab];B[jh];W[ac];B[kh];W[ad]";
  EXPECT_EQ(play(four).script.result, std::nullopt);
  EXPECT_EQ(play(four + ";B[gh]").script.result,
            (GameResult{Winner::first, WinBy::unknown, std::nullopt, ResultFrom::replay}));
  EXPECT_EQ(play(four + ";B[oo];W[ae]").script.result->winner, Winner::second);
  EXPECT_EQ(play(";AB[ee][dd][bb][ff];B[cc]").script.result->winner, Winner::first);
  EXPECT_EQ(play(";AB[ea][db][bd][ae];B[cc]").script.result->winner, Winner::first);
}

TEST(GomokuReplay, InRenjuBlackNeedsJustFive) {
  const auto winner_under = [](const std::string& rules, const std::string& sgf) {
    TreeBuilder builder({15, 15}, GameType::gomoku);
    builder.sgf(sgf);
    builder.game().info.rules = rules;
    const auto result = replay(builder).script.result;
    return result ? result->winner : Winner::unknown;
  };
  const std::string black_six = ";AB[ha][hb][hc][he][hf];B[hd]";
  EXPECT_EQ(winner_under("", black_six), Winner::first);
  EXPECT_EQ(winner_under("Renju (RIF)", black_six), Winner::unknown) << "a foul, if one objects";
  EXPECT_EQ(winner_under("renju", ";AB[ha][hb][hc][he];B[hd]"), Winner::first);
  EXPECT_EQ(winner_under("renju", ";AW[ha][hb][hc][he][hf];W[hd]"), Winner::second);
}

TEST(GomokuReplay, VariationsComeBack) {
  const auto game = play(";;B[hh](;W[aa];B[bb])(;W[cc])");
  EXPECT_EQ(game.keys[4], play(";;B[hh];W[cc]").keys[2]);
  EXPECT_EQ(placement(game.at(4)), placement(play(";;B[hh];W[cc]").at(2)));
}

TEST(GomokuReplay, QueriesFindAllEightOrientations) {
  const auto query = parse_position("moves:hh ih", {GameType::gomoku, std::nullopt});
  for (const std::string second : {"gh", "ih", "hg", "hi"}) {
    const auto game = play(";;B[hh];W[" + second + "]");
    EXPECT_TRUE(query.match(game.at(2))) << second;
    EXPECT_EQ(game.keys[2], query.key_ranges().front().first) << second;
  }
}

}  // namespace
}  // namespace ludex::test

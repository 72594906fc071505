#include "formats/position_text.hpp"
#include "formats/sgf/sgf.hpp"
#include "formats/sgf/sgf_rules.hpp"
#include "games/twixt/board.hpp"
#include "games/twixt/points.hpp"
#include "ludex/error.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <random>
#include <string>
#include <vector>

namespace ludex::test {
namespace {

const SgfRules& rules() { return *find_sgf_rules(GameType::twixt); }

/// A game read from its text.
struct Game {
  BoardSize size;
  ReplayScript script;
  std::vector<PositionKey> keys;

  explicit Game(const std::string& sgf) {
    SgfTree tree;
    std::vector<SgfGame> games;
    EXPECT_FALSE(parse_sgf(sgf, TextForm::bytes, tree));
    extract_sgf_games(tree, sgf, TextForm::bytes, {}, games);
    EXPECT_EQ(games.at(0).info.game, GameType::twixt);
    size = games[0].info.size;
    rules().compile(tree, games[0], Lines::all, script, &keys);
  }

  [[nodiscard]] Position last() const {
    return rules().find_position(script.ops, size, script.total_positions - 1).value();
  }
  [[nodiscard]] Position at(std::uint32_t ply) const {
    return rules().find_position(script.ops, size, ply).value();
  }
  /// "F6 C3", in the order of plies.
  [[nodiscard]] std::string moves() const {
    std::string text;
    rules().walk(script.ops, size, [&](const Position& position) {
      if (!position.last_move) return true;
      if (!text.empty()) text += ' ';
      text += rules().move_text(*position.last_move, size);
      return true;
    });
    return text;
  }
  /// "B2-D3 C4-E5"
  [[nodiscard]] std::string links() const {
    const Position position = last();
    std::string text;
    for (const twixt::Link& link : twixt::links_of(position)) {
      if (!text.empty()) text += ' ';
      text += rules().move_text({.point = link.first}, size) + '-' +
              rules().move_text({.point = link.second}, size);
    }
    return text;
  }
  /// "W:B2 B:D4", in reading order.
  [[nodiscard]] std::string pegs() const {
    std::string text;
    const Position position = last();
    for (Point point = 0; point < position.cells.size(); ++point) {
      if (position.cells[point] == cell::kEmpty) continue;
      if (!text.empty()) text += ' ';
      text += position.cells[point] == cell::kFirst ? "B:" : "W:";
      text += rules().move_text({.point = point}, size);
    }
    return text;
  }
  [[nodiscard]] std::string problems() const {
    std::string text;
    for (const Problem& problem : script.problems) {
      if (!text.empty()) text += ' ';
      text += problem_name(problem.kind);
    }
    return text;
  }
};

Game spec(const std::string& nodes, const std::string& root = "SZ[24]") {
  return Game("(;FF[4]GM[21]" + root + nodes + ")");
}

Game little_golem(const std::string& nodes, const std::string& size = "24") {
  return Game("(;FF[4]EV[twixt.ch.1.1.1]PB[a]PW[b]SZ[" + size + "]SO[https://www.littlegolem.net]" +
              nodes + ")");
}

TEST(TwixtReplay, PegsAKnightsMoveApartAreLinked) {
  const Game game = spec(";W[B2];B[h8];W[d3]");
  EXPECT_EQ(game.pegs(), "W:B2 W:D3 B:H8");
  EXPECT_EQ(game.links(), "B2-D3");
  EXPECT_EQ(game.script.moves, 3U);
  EXPECT_EQ(game.last().to_move, Player::first);
}

TEST(TwixtReplay, WhiteMovesFirst) { EXPECT_EQ(spec("").last().to_move, Player::second); }

TEST(TwixtReplay, ALinkIsBlockedByAnyItWouldCross) {
  EXPECT_EQ(spec(";W[B2];B[D2];W[D3];B[B3]").links(), "B2-D3");
  EXPECT_EQ(spec(";W[B2];W[D3];W[B3];W[D2]").links(), "B2-D3");
}

TEST(TwixtReplay, OnPaperOnlyTheOpponentBlocks) {
  EXPECT_EQ(spec(";W[B2];W[D3];W[B3];W[D2]", "SZ[24]RU[pp]").links(), "B2-D3 D2-B3");
  EXPECT_EQ(spec(";W[B2];B[D2];W[D3];B[B3]", "SZ[24]RU[PP]").links(), "B2-D3");
}

TEST(TwixtReplay, SetsUpLinksInTheOrderOfTheWords) {
  EXPECT_EQ(spec(";AW[B2][D3]AB[D2][B3]").links(), "B2-D3");
  EXPECT_EQ(spec(";AB[D2][B3]AW[B2][D3]").links(), "D2-B3");
}

TEST(TwixtReplay, ATurnMayTakeLinksAwayAndAddThem) {
  const Game game = spec(";AW[F6][H7]AB[B2];W[-G6*][K9]");
  EXPECT_EQ(game.links(), "");
  EXPECT_EQ(game.script.total_positions, 3U) << "one turn is one ply";
  EXPECT_EQ(spec(";AW[F6][H7];W[-G6*][+G6*][K9]").links(), "F6-H7");
  EXPECT_EQ(spec(";AW[F6][H7];W[-G6*][K9];B[C3];W[+H7][N9]").links(), "F6-H7");
}

TEST(TwixtReplay, SteepCentresStandBetweenColumns) {
  EXPECT_EQ(spec(";AW[B2][C4]").links(), "B2-C4");
  EXPECT_EQ(spec(";W[B2];B[k9];W[D3];B[l9];W[-C2*][T20]").links(), "") << "B2-D3 has centre C2*";
  EXPECT_EQ(spec(";AW[B2][C4];W[-B*3][K9]").links(), "");
}

TEST(TwixtReplay, ATurnOfLinksAloneIsAMoveAndNoPass) {
  const Game game = spec(";AW[F6][H7];W[-G6*]");
  EXPECT_EQ(game.links(), "");
  EXPECT_EQ(game.last().passes, 0U);
  EXPECT_EQ(game.last().last_move->kind, MoveKind::links);
  EXPECT_EQ(game.last().to_move, Player::first);
  EXPECT_EQ(game.moves(), "-G6*");
  EXPECT_EQ(game.script.moves, 1U);
  EXPECT_EQ(spec(";AW[F6][H7];W[-G6*];B[]").moves(), "-G6* pass");
  EXPECT_EQ(spec(";AW[F6][H7];W[-G6*];B[]").last().passes, 1U);
  EXPECT_EQ(spec(";AW[F6][H7];W[K9][-G6*];B[]").moves(), "[K9][-G6*] pass");
}

TEST(TwixtReplay, ATurnOfLinksAloneIsNoPassOnTheWayToAVariation) {
  // IP puts the last line first; the pass in the middle one comes last and goes back to the turn.
  const Game game = spec(";AW[F6][H7](;W[L9])(;W[-G6*](;B[])(;B[d3]IP[]))");
  EXPECT_EQ(game.moves(), "-G6* D3 L9 pass");
  EXPECT_EQ(game.last().passes, 1U);
}

TEST(TwixtReplay, ATurnIsShownAsAWhole) {
  EXPECT_EQ(spec(";W[F6];B[c3];W[H7];B[c5];W[-G6*][K9];B[t2];W[+h7][k10]").moves(),
            "F6 C3 H7 C5 [-G6*][K9] T2 [+G6*][K10]");
  EXPECT_EQ(spec(";AW[B2][C4];W[-B*3][K9]").moves(), "[-B*3][K9]");
  EXPECT_EQ(spec(";AW[AB2][AA4];W[-aa*3]", "SZ[30]").moves(), "-AA*3");
  const Game game = spec(";AW[F6][H7];W[-G6*][K9]");
  EXPECT_EQ(game.at(1).next_move, game.last().last_move);
}

TEST(TwixtReplay, ATurnHasOnePeg) {
  EXPECT_EQ(spec(";AW[F6][H7];W[-G6*][K9][L11]").problems(), "several_moves");
}

TEST(TwixtReplay, ASwapHasItsNameInListsOfMoves) {
  EXPECT_EQ(spec(";W[d5];B[swap-pieces];W[h8]").moves(), "D5 swap-pieces H8");
}

QueryPosition played(const std::string& moves, BoardSize size = {12, 12}) {
  return parse_position("moves:" + moves, {GameType::twixt, size});
}

TEST(TwixtQuery, SwapsAreMovesOfAQuery) {
  EXPECT_EQ(to_cgp(played("b4 swap-pieces").position),
            "12/3B8/12/12/12/12/12/12/12/12/12/12 / 0/0 0 gm twixt; pl W; ln;");
  EXPECT_EQ(to_cgp(played("b4 swap-sides k2").position),
            "12/10B1/12/1W10/12/12/12/12/12/12/12/12 / 0/0 0 gm twixt; pl W; ln;");
  for (const std::string moves : {"swap-pieces", "b4 swap-sides swap-sides", "b4 k2 swap-pieces"}) {
    EXPECT_THROW((void)played(moves), UsageError) << moves;
  }
}

TEST(TwixtQuery, TurnsAreReadAsTheyAreShown) {
  const QueryPosition query = played("f6 b2 h7 b9 [-G6*][c4] c3 [k9][+g6*]");
  EXPECT_EQ(to_cgp(query.position),
            "12/1B10/2B9/2W9/12/5W6/7W4/12/1B8W1/12/12/12 / 0/0 0 gm twixt; pl B; ln F6-H7;");
  EXPECT_TRUE(query.known.rest) << "they are named";
  EXPECT_FALSE(played("f6 b2 h7").known.rest) << "the ruleset decides, which nobody has named";
  EXPECT_TRUE(twixt::links_of(played("f6 b2 h7 b9 -G6*").position).empty());
  for (const std::string moves : {"f6 b2 -G6*", "f6 b2 [h7][k9]", "[]"}) {
    EXPECT_THROW((void)played(moves), UsageError) << moves;
  }
}

TEST(TwixtQuery, ATurnIsSeenOnTheBoardOfTheQuery) {
  const Game game = spec(";W[f6];B[b2];W[h7];B[b9];W[-G6*][c4]", "SZ[12]");
  const Position before = game.at(4);
  QueryPosition query;
  query.position = before;
  const Move seen = query.to_query(*before.next_move, {Orientation::mirror_h, false});
  EXPECT_EQ(rules().move_text(seen, {12, 12}), "[-F6*][J4]");
  EXPECT_EQ(map_move(seen, {Orientation::mirror_h, false}, {12, 12}), before.next_move);
}

TEST(TwixtReplay, LinksThatCannotBeChangedAreProblems) {
  EXPECT_EQ(spec(";AW[F6][H7];W[-B*3][K9]").problems(), "impossible_link");
  EXPECT_EQ(spec(";AW[F6][H7];W[-i6][K9]").problems(), "impossible_link");
  EXPECT_EQ(spec(";AW[B2][D2][B3][D3];W[-C2*][+C2*][K9]").problems(), "impossible_link")
      << "two links have this centre, and all four pegs are White's";
}

// The page's own sequence. Its two boards are pictures; these have what its words need: links with
// the four centres that go, a peg on I6 that gains by it, and G7 empty.
TEST(TwixtReplay, PlaysTheRearrangingSequenceOfThePage) {
  const std::string before = ";AW[E7][G6][H8][I7][J5][I6][K7]AB[D8];PL[W]";
  const std::string turn = ";W[-F6*][-G*7][-H6*][-i*6][+i6][G7]";
  EXPECT_EQ(draw(spec(before, "SZ[12:9]").last(), true),
            "    A   B   C   D   E   F   G   H   I   J   K   L\n"
            " 1      =   =   =   =   =   =   =   =   =   =\n"
            "\n"
            " 2  |   .   .   .   .   .   .   .   .   .   .   |\n"
            "\n"
            " 3  |   .   .   .   .   .   .   .   .   .   .   |\n"
            "\n"
            " 4  |   .   .   .   .   .   .   .   .   .   .   |\n"
            "\n"
            " 5  |   .   .   .   .   .   .   .   .   O   .   |\n"
            "                                       / \\\n"
            " 6  |   .   .   .   .   .   O   .   O / . \\ .   |\n"
            "                       .-'   \\ `-.   /     \\\n"
            " 7  |   .   .   .   O   .   . \\ .   O   .   O   |\n"
            "                               \\\n"
            " 8  |   .   .   X   .   .   .   O   .   .   .   |\n"
            "\n"
            " 9      =   =   =   =   =   =   =   =   =   =\n");
  const Game game = spec(before + turn, "SZ[12:9]");
  EXPECT_EQ(draw(game.last(), true),
            "    A   B   C   D   E   F   G   H   I   J   K   L\n"
            " 1      =   =   =   =   =   =   =   =   =   =\n"
            "\n"
            " 2  |   .   .   .   .   .   .   .   .   .   .   |\n"
            "\n"
            " 3  |   .   .   .   .   .   .   .   .   .   .   |\n"
            "\n"
            " 4  |   .   .   .   .   .   .   .   .   .   .   |\n"
            "\n"
            " 5  |   .   .   .   .   .   .   .   .   O   .   |\n"
            "                                         \\\n"
            " 6  |   .   .   .   .   .   O   .   O   . \\ .   |\n"
            "                               .-' /   `-. \\\n"
            " 7  |   .   .   .   O   .  (O)  . / O   .   O   |\n"
            "                                 /\n"
            " 8  |   .   .   X   .   .   .   O   .   .   .   |\n"
            "\n"
            " 9      =   =   =   =   =   =   =   =   =   =\n");
  EXPECT_EQ(game.problems(), "");
  EXPECT_EQ(game.script.moves, 1U) << "a turn is one move, however many parts it has";
  EXPECT_EQ(game.last().to_move, Player::first) << "with Black to move";
}

TEST(TwixtReplay, APegInTheOthersBorderRowIsIllegal) {
  EXPECT_EQ(spec(";W[b1];B[a2];W[w24];B[x23]").problems(), "");
  EXPECT_EQ(spec(";W[a2]").problems(), "illegal_move");
  EXPECT_EQ(spec(";W[x23]").problems(), "illegal_move");
  EXPECT_EQ(spec(";B[b1]").problems(), "illegal_move");
  EXPECT_EQ(spec(";B[w24]").problems(), "illegal_move");
  EXPECT_EQ(spec(";W[c3];B[d4];W[a5]").script.first_illegal_ply, 3);
  EXPECT_EQ(spec(";W[f1];B[a5];W[k6];B[l2]", "SZ[12:6]HA[]").problems(), "");
}

TEST(TwixtReplay, CornersAreNobodysHoles) {
  for (const std::string corner : {"a1", "x1", "a24", "x24"}) {
    EXPECT_EQ(spec(";W[" + corner + "]").problems(), "illegal_move") << corner;
    EXPECT_EQ(spec(";B[" + corner + "]").problems(), "illegal_move") << corner;
    EXPECT_EQ(spec(";B[" + corner + "]").pegs().substr(0, 2), "B:") << "and yet it stands there";
  }
}

TEST(TwixtReplay, LittleGolemMirrorsTheFirstPegOnSwap) {
  const Game game = little_golem(";b[bd];r[swap];b[kk]");
  EXPECT_EQ(game.pegs(), "B:D2 W:K11");
  EXPECT_EQ(game.script.swap, SwapKind::pieces);
  EXPECT_EQ(game.problems(), "");
}

TEST(TwixtReplay, SwappingSidesLeavesTheBoard) {
  const Game game = spec(";W[b4];B[swap-pieces];B[k11]");
  EXPECT_EQ(game.pegs(), "W:B4 B:K11");
  EXPECT_EQ(game.script.swap, SwapKind::sides);
}

TEST(TwixtReplay, ReadsLettersBeyondZ) {
  EXPECT_EQ(little_golem(";b[Ac]", "30").pegs(), "W:AA3");
  EXPECT_EQ(little_golem(";b[ac]", "30").pegs(), "W:A3");
  EXPECT_EQ(spec(";W[aa12]", "SZ[48]").pegs(), "W:AA12");
}

TEST(TwixtReplay, TtIsAHole) { EXPECT_EQ(little_golem(";b[tt]").pegs(), "W:T20"); }

TEST(TwixtReplay, OffersAndResignationsAreNoMoves) {
  const Game game = little_golem(";b[dd];r[qi|draw];b[pk];r[draw]");
  EXPECT_EQ(game.script.moves, 3U);
  EXPECT_EQ(little_golem(";b[dd];r[resign]").script.moves, 1U);
}

TEST(TwixtReplay, AnAgreedDrawEndsTheGame) {
  for (const std::string end : {";r[draw]", ";r[accept-draw]"}) {
    const Game game = little_golem(";b[dd];r[qi|draw];b[pk]" + end);
    ASSERT_TRUE(game.script.result) << end;
    EXPECT_EQ(game.script.result->winner, Winner::draw);
    EXPECT_EQ(game.script.result->from, ResultFrom::end_mark);
  }
  EXPECT_FALSE(little_golem(";b[dd];r[propose-draw]").script.result) << "an offer";
  EXPECT_FALSE(little_golem(";b[dd];r[draw];b[pk]").script.result) << "they went on";
}

TEST(TwixtReplay, RulesetsAndHandicapsForbidWhatTheyForbid) {
  EXPECT_EQ(spec(";AW[F6][H7];W[-G6*][K9]", "SZ[24]RU[3M]").problems(), "illegal_move");
  EXPECT_EQ(spec(";AW[F6][H7];W[-G6*][K9]", "SZ[24]RU[3M]").links(), "")
      << "taken away all the same";
  EXPECT_EQ(spec(";AW[F6][H7];W[-G6*][K9]", "SZ[24]RU[pp]").problems(), "illegal_move");
  EXPECT_EQ(spec(";AW[F6][H7];W[-G6*][K9]", "SZ[24]RU[Twixteus]").problems(), "");
  EXPECT_EQ(spec(";W[f6];B[swap-pieces];W[g9]", "SZ[24]RU[3m]").problems(), "bad_swap");
  EXPECT_EQ(spec(";W[f6];B[swap-sides];W[g9]", "SZ[24]HA[]").problems(), "bad_swap");
  EXPECT_EQ(spec(";W[f6];B[swap-pieces];W[g9]", "SZ[24]RU[Twixteus]").problems(), "");
}

TEST(TwixtReplay, TwixteusPutsAPegBackToLinkIt) {
  const std::string unlinked = ";AW[F6][H7];W[-G6*];B[c3]";
  for (const std::string turn : {";W[f6]", ";W[-f6][f6]"}) {
    const Game game = spec(unlinked + turn, "SZ[24]RU[Twixteus]");
    EXPECT_EQ(game.links(), "F6-H7") << turn;
    EXPECT_EQ(game.problems(), "") << turn;
  }
  EXPECT_EQ(spec(unlinked + ";W[-f6][f6]", "SZ[24]RU[Twixteus]").moves(), "-G6* C3 [-F6][F6]");
  EXPECT_EQ(spec(unlinked + ";W[f6]").problems(), "occupied_point") << "no other ruleset has it";
  EXPECT_EQ(spec(unlinked + ";W[c3]", "SZ[24]RU[Twixteus]").problems(), "occupied_point")
      << "Black's peg";
  EXPECT_EQ(spec(unlinked + ";W[-f6][k9]", "SZ[24]RU[Twixteus]").problems(), "illegal_move")
      << "not put back";
}

TEST(TwixtReplay, TwixteusAddsLinksToTheNewPegOnly) {
  const std::string unlinked = ";AW[F6][H7];W[-G6*];B[c3]";
  for (const std::string turn : {";W[+G6*][k9]", ";W[+h7][k9]", ";W[+f6]"}) {
    const Game game = spec(unlinked + turn, "SZ[24]RU[Twixteus]");
    EXPECT_EQ(game.problems(), "illegal_move") << turn;
    EXPECT_EQ(game.links(), "F6-H7") << "added all the same";
    EXPECT_EQ(spec(unlinked + turn).problems(), "") << turn << " is standard";
  }
  EXPECT_EQ(spec(";AW[F6];W[h7][-G6*][+h7]", "SZ[24]RU[Twixteus]").problems(), "");
}

TEST(TwixtReplay, GiantBoardsAreReplayed) {
  const Game game = spec(";W[zz702];B[a1]", "SZ[702]");
  EXPECT_EQ(game.pegs(), "B:A1 W:ZZ702");
}

TEST(TwixtReplay, TheOneWhoConnectsHasWon) {
  const std::string chain = ";W[b1];B[e5];W[c3];B[f5];W[b5]";
  const Game game = spec(chain, "SZ[5]");
  ASSERT_TRUE(game.script.result);
  EXPECT_EQ(game.script.result->winner, Winner::second);
  EXPECT_FALSE(spec(";W[b1];B[e5];W[c3]", "SZ[5]").script.result);
}

TEST(TwixtReplay, LittleGolemsFirstSeatHasTheWhitePegs) {
  const Game game = little_golem(";b[dd];r[kk];b[ff];r[resign]");
  ASSERT_TRUE(game.script.result);
  EXPECT_EQ(game.script.result->winner, Winner::first);
  EXPECT_EQ(spec(";W[dd];B[resign]").script.result->winner, Winner::second);
}

TEST(TwixtReplay, VariationsGoBackToTheirBoard) {
  const Game game = spec(";W[F6];B[C3](;W[H7];B[K9])(;W[G8];B[K9])");
  std::vector<std::string> links;
  rules().walk(game.script.ops, game.size, [&](const Position& position) {
    links.push_back(to_cgp(position).substr(to_cgp(position).find(" ln") + 1));
    return true;
  });
  EXPECT_EQ(links.at(3), "ln F6-H7;");
  EXPECT_EQ(links.at(5), "ln F6-G8;");
}

/// Pegs and links, found out the slow way: every link against every other one.
class SlowBoard {
 public:
  SlowBoard(int side, bool on_paper) : side_(side), on_paper_(on_paper) {}

  void play(int colour, int x, int y) {
    pegs_.push_back({x, y, colour});
    for (const auto& [px, py, pcolour] : pegs_) {
      const int dx = std::abs(px - x);
      const int dy = std::abs(py - y);
      if (pcolour != colour || dx * dy != 2) continue;
      const Line line{x, y, px, py, colour};
      const bool blocked = std::any_of(links_.begin(), links_.end(), [&](const Line& other) {
        return (!on_paper_ || other.colour != colour) && cross(line, other);
      });
      if (!blocked) links_.push_back(line);
    }
  }

  [[nodiscard]] std::vector<twixt::Link> links() const {
    std::vector<twixt::Link> all;
    for (const Line& line : links_) {
      const auto a = static_cast<Point>(line.y1 * side_ + line.x1);
      const auto b = static_cast<Point>(line.y2 * side_ + line.x2);
      all.push_back({std::min(a, b), std::max(a, b)});
    }
    std::sort(all.begin(), all.end());
    return all;
  }

 private:
  struct Peg {
    int x, y, colour;
  };
  struct Line {
    int x1, y1, x2, y2, colour;
  };

  // The point where both lines meet, as fractions of each: inside both, and no end.
  static bool cross(const Line& a, const Line& b) {
    const int ax = a.x2 - a.x1, ay = a.y2 - a.y1, bx = b.x2 - b.x1, by = b.y2 - b.y1;
    const int det = ax * by - ay * bx;
    if (det == 0) return false;
    const double s = double((b.x1 - a.x1) * by - (b.y1 - a.y1) * bx) / det;
    const double t = double((b.x1 - a.x1) * ay - (b.y1 - a.y1) * ax) / det;
    constexpr double kEdge = 1e-9;
    return s > kEdge && s < 1 - kEdge && t > kEdge && t < 1 - kEdge;
  }

  int side_;
  bool on_paper_;
  std::vector<Peg> pegs_;
  std::vector<Line> links_;
};

// Links that a new peg gets are not in each other's way, or this would depend on their order.
TEST(TwixtLinks, AgreeWithGeometryOnRandomGames) {
  std::mt19937 random(21);
  twixt::Board board;
  for (int number = 0; number < 10'000; ++number) {
    const int side = std::array{5, 8, 12, 24}[random() % 4];
    const bool on_paper = random() % 2 == 0;
    board.reset({static_cast<std::int16_t>(side), static_cast<std::int16_t>(side)});
    if (on_paper) board.set_variant(static_cast<Point>(twixt::LinkRule::paper));
    SlowBoard slow(side, on_paper);
    std::vector<Point> holes(static_cast<std::size_t>(side * side));
    for (Point i = 0; i < holes.size(); ++i) holes[i] = i;
    std::shuffle(holes.begin(), holes.end(), random);
    holes.resize(holes.size() / 2);
    for (std::size_t i = 0; i < holes.size(); ++i) {
      const Player player = i % 2 == 0 ? Player::second : Player::first;
      board.play(player, holes[i]);
      slow.play(cell::of(player), static_cast<int>(holes[i]) % side,
                static_cast<int>(holes[i]) / side);
    }
    Position position;
    board.describe(position);
    ASSERT_TRUE(std::ranges::equal(twixt::links_of(position), slow.links()))
        << "game " << number << ", side " << side;
  }
}

TEST(TwixtKey, SymmetricPositionsShareIt) {
  const Position position = spec(";W[F6];B[C3];W[H7];B[D5]").last();
  QueryPosition query = parse_position(to_cgp(position));
  EXPECT_TRUE(query.known.rest);
  for (const Orientation orientation : rules().symmetries(position.size)) {
    Position image = position;
    std::vector<twixt::Link> links;
    for (Point point = 0; point < position.cells.size(); ++point) {
      image.cells[map_point(orientation, point, position.size)] = position.cells[point];
    }
    for (const twixt::Link& link : twixt::links_of(position)) {
      const Point a = map_point(orientation, link.first, position.size);
      const Point b = map_point(orientation, link.second, position.size);
      links.push_back({std::min(a, b), std::max(a, b)});
    }
    std::sort(links.begin(), links.end());
    image.rest = twixt::rest_of(links);
    EXPECT_EQ(rules().key_of(image), rules().key_of(position)) << orientation_name(orientation);
    EXPECT_EQ(query.match(image)->orientation, orientation);
  }
}

TEST(TwixtKey, OtherLinksAreAnotherPositionUnlessLinksAreUnknown) {
  const Position linked = spec(";AW[F6][H7]").last();
  Position loose = linked;
  loose.rest = {};
  EXPECT_NE(rules().key_of(linked), rules().key_of(loose));
  const KeyRange any = rules().key_range(loose, {});
  EXPECT_LE(any.first, rules().key_of(linked));
  EXPECT_GE(any.last, rules().key_of(linked));
}

TEST(TwixtKey, ReadingAScriptGivesTheKeysOfCompilingIt) {
  const Game game = spec(";W[F6];B[C3](;W[H7][+F6];B[D5])(;W[G8];B[-B*3][K9])", "SZ[24]RU[PP]");
  std::vector<PositionKey> again;
  rules().append_keys(game.script.ops, game.size, 0, UINT32_MAX, again);
  EXPECT_EQ(again, game.keys);
  std::size_t ply = 0;
  rules().walk(game.script.ops, game.size, [&](const Position& position) {
    EXPECT_EQ(rules().key_of(position), game.keys.at(ply++)) << to_cgp(position);
    return true;
  });
}

TEST(TwixtText, CgpComesBack) {
  const Position position = spec(";W[F6];B[C3];W[H7]").last();
  const std::string cgp = to_cgp(position);
  EXPECT_NE(cgp.find("gm twixt; pl B; ln F6-H7;"), std::string::npos) << cgp;
  EXPECT_EQ(to_cgp(parse_position(cgp).position), cgp);
}

TEST(TwixtText, DrawsPegsAndLinks) {
  const Position position = spec(";W[b2];B[d4];W[c4]", "SZ[5]").last();
  EXPECT_EQ(draw(position, true),
            "    A   B   C   D   E\n"
            " 1      =   =   =\n"
            "\n"
            " 2  |   O   .   .   |\n"
            "         \\\n"
            " 3  |   . \\ .   .   |\n"
            "           \\\n"
            " 4  |   .  (O)  X   |\n"
            "\n"
            " 5      =   =   =\n");
}

}  // namespace
}  // namespace ludex::test

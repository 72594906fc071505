#include "ludex/replay/game_rules.hpp"
#include "ludex/replay/position_text.hpp"
#include "ludex/replay/record_reader.hpp"
#include "replay/hex/board.hpp"
#include "replay/hex/points.hpp"

#include <fmt/format.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <random>
#include <string>
#include <string_view>
#include <vector>

namespace ludex::test {
namespace {

const GameRules& rules() { return *find_rules(GameType::hex); }

Position position_of(std::string_view text) {
  PositionTextOptions options;
  options.game = GameType::hex;
  return parse_position(text, options).position;
}

/// A record as indexing reads it.
struct Read {
  GameInfo info;
  ReplayScript script;
  std::vector<PositionKey> keys;

  [[nodiscard]] Position at(std::uint32_t ply) const {
    return rules().find_position(script.ops, info.size, ply).value();
  }
  /// "Bf6 We7"
  [[nodiscard]] std::string stones(std::uint32_t ply) const {
    const Position position = at(ply);
    std::string text;
    for (Point point = 0; point < position.cells.size(); ++point) {
      const std::uint8_t code = position.cells[point];
      if (code == cell::kEmpty) continue;
      if (!text.empty()) text += ' ';
      text += (code == cell::kFirst ? 'B' : 'W') + hex::point_text(point, info.size);
    }
    return text;
  }
  [[nodiscard]] std::string last_stones() const { return stones(script.main_positions - 1); }
  [[nodiscard]] std::string swap() const { return std::string(swap_name(script.swap.value())); }
  [[nodiscard]] std::string result() const {
    return script.result ? to_text(*script.result) + " " + win_by_name(script.result->by) : "none";
  }
  [[nodiscard]] std::string problems() const {
    std::string text;
    for (const auto& problem : script.problems) {
      if (!text.empty()) text += ' ';
      text += fmt::format("{}@{}", problem_name(problem.kind), problem.ply);
    }
    return text;
  }
};

Read read(std::string_view record) {
  const auto reader = make_record_reader(Format::sgf);
  EXPECT_FALSE(reader->read({.text = record}));
  Read result;
  reader->compile(0, result.script, &result.keys);
  result.info = reader->info(0);
  EXPECT_EQ(result.info.game, GameType::hex);
  return result;
}

Read spec(std::string_view rest) { return read("(;FF[4]GM[11]" + std::string(rest) + ")"); }

Read golem(std::string_view size, std::string_view rest) {
  return read("(;FF[4]EV[hex.ch.1.2]PB[Ann]PW[Ben]SZ[" + std::string(size) +
              "]SO[http://www.littlegolem.com]" + std::string(rest) + ")");
}

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

TEST(HexPoints, OrTwoLettersInWhichCaseCounts) {
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
  const Read large = spec("SZ[65];B[a1]");
  EXPECT_EQ(large.info.size, (BoardSize{65, 65}));
  EXPECT_EQ(large.script.total_positions, 0u);
  EXPECT_EQ(large.problems(), "unplayable_board@-1");
}

TEST(HexReplay, PassesArePliesAndEndingsAreNot) {
  const Read game = spec("SZ[5];B[a1];W[pass];B[];W[PASS];B[resign]");
  EXPECT_EQ(game.script.main_positions, 5u);
  EXPECT_EQ(game.script.moves, 4u);
  EXPECT_EQ(game.at(4).passes, 3u);
  EXPECT_EQ(game.result(), "W+R resign");
  EXPECT_EQ(spec("SZ[5];B[a1];W[forfeit]").result(), "B+F forfeit");
  EXPECT_EQ(spec("SZ[5];B[a1];W[b1]").result(), "none");
}

TEST(HexReplay, SetupMayStandAnywhereAndColoursNeedNotAlternate) {
  const Read game = spec("SZ[5]AB[a1][b2:c3]AW[e5]PL[W];W[a5];W[a4];AE[b2]AW[a1];B[c1]");
  EXPECT_EQ(game.stones(0), "Ba1 Bb2 Bc2 Bb3 Bc3 We5");
  EXPECT_EQ(game.at(0).to_move, Player::second);
  EXPECT_EQ(game.stones(3), "Wa1 Bc2 Bb3 Bc3 Wa4 Wa5 We5");
  EXPECT_EQ(game.script.main_positions, 5u);
  EXPECT_EQ(game.problems(), "");
}

TEST(HexReplay, AMoveOnAStoneReplacesItAndIsIllegal) {
  const Read game = spec("SZ[5];B[a1];W[a1]");
  EXPECT_EQ(game.last_stones(), "Wa1");
  EXPECT_EQ(game.problems(), "occupied_point@2");
  EXPECT_EQ(game.script.first_illegal_ply, 2);
  EXPECT_EQ(spec("SZ[5];B[f1];W[what]").problems(), "off_board@1 bad_point@2");
}

TEST(HexSwap, OfPiecesMirrorsTheStoneWhereTheOtherColourMovesNext) {
  const Read game = spec("SZ[11];B[d1];W[swap-pieces];B[f6]");
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
    const Read game = spec(fmt::format("SZ[11];B[a2];W[{}];W[f6]", word));
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
  const Read game = spec("SZ[11];B[d1];W[swap]");
  EXPECT_EQ(game.swap(), "ambiguous");
  EXPECT_EQ(game.last_stones(), "Wa4");
  EXPECT_EQ(spec("AP[HexGui:0.9.0]SZ[11];B[d1];W[swap-pieces]").swap(), "sides");
  EXPECT_EQ(spec("AP[HexGui:0.10.GIT]SZ[11];B[d1];W[swap-pieces]").swap(), "ambiguous");
}

TEST(HexSwap, NeedsOneStoneAndASquareBoard) {
  EXPECT_EQ(spec("SZ[11];B[swap];W[a1]").problems(), "bad_swap@1");
  EXPECT_EQ(spec("SZ[11];B[swap];W[a1]").swap(), "none");
  EXPECT_EQ(spec("SZ[11];B[a1];W[b1];B[swap];W[c1]").problems(), "bad_swap@3");
  const Read oblong = spec("SZ[4:5];B[d1];W[swap-pieces];B[a1]");
  EXPECT_EQ(oblong.swap(), "sides");
  EXPECT_EQ(oblong.last_stones(), "Ba1 Bd1");
}

TEST(HexSwap, OfAVariationSaysNothingOfTheGame) {
  const Read game = spec("SZ[5];B[b1](;W[c3])(;W[swap];B[d4])");
  EXPECT_EQ(game.swap(), "none");
  EXPECT_EQ(game.stones(4), "Wa2 Bd4");
}

TEST(HexLittleGolem, TheFirstMoverIsBlackWhateverTheLetter) {
  const Read diagonal = golem("11", ";W[ff];B[swap];W[eg]");
  EXPECT_EQ(diagonal.last_stones(), "Wf6 Be7");
  EXPECT_EQ(diagonal.swap(), "pieces");
  const Read off_diagonal = golem("13", ";W[ad];B[swap];W[hf]");
  EXPECT_EQ(off_diagonal.stones(1), "Ba4");
  EXPECT_EQ(off_diagonal.stones(2), "Wd1");
  EXPECT_EQ(off_diagonal.last_stones(), "Wd1 Bh6");
  EXPECT_EQ(golem("13", ";W[ad];B[resign]").result(), "B+R resign");
  EXPECT_EQ(golem("13", "RE[B];W[ad];B[ee]").info.result.winner, Winner::first);
  EXPECT_EQ(golem("13", "RE[W]").script.main_positions, 1u);
}

TEST(HexReplay, ReadsTheExampleOfTheHexPage) {
  const Read game = read(
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

TEST(HexConnection, BlackJoinsTopAndBottomWhiteLeftAndRight) {
  EXPECT_EQ(spec("SZ[3];B[b1];W[a1];B[b2];W[c1];B[a3]").result(), "B+ connection");
  EXPECT_EQ(spec("SZ[3];B[a1];W[a2];B[c3];W[b2];B[a3];W[c1]").result(), "W+ connection");
  EXPECT_EQ(spec("SZ[3];B[b1];W[a1];B[b2];W[c1];B[c3]").result(), "none") << "b2 and c3 are apart";
  EXPECT_EQ(spec("SZ[1];B[a1]").result(), "B+ connection");
}

// The obvious way: grow the set of stones that hang together with the first side until it stays.
bool connects_slowly(const Position& position, std::uint8_t colour) {
  const int width = position.size.width;
  const int height = position.size.height;
  const auto holds = [&](int x, int y) {
    return x >= 0 && y >= 0 && x < width && y < height &&
           position.cells[static_cast<std::size_t>(y * width + x)] == colour;
  };
  const auto index = [&](int x, int y) { return static_cast<std::size_t>(y * width + x); };
  std::vector<bool> joined(position.cells.size());
  for (bool grows = true; grows;) {
    grows = false;
    for (int y = 0; y < height; ++y) {
      for (int x = 0; x < width; ++x) {
        if (!holds(x, y) || joined[index(x, y)]) continue;
        bool near = colour == cell::kFirst ? y == 0 : x == 0;
        for (int dy = -1; dy <= 1; ++dy) {
          for (int dx = -1; dx <= 1; ++dx) {
            near |= dx != dy && holds(x + dx, y + dy) && joined[index(x + dx, y + dy)];
          }
        }
        joined[index(x, y)] = near;
        grows |= near;
      }
    }
  }
  for (int x = 0; x < width; ++x) {
    if (colour == cell::kFirst && joined[index(x, height - 1)]) return true;
  }
  for (int y = 0; y < height; ++y) {
    if (colour == cell::kSecond && joined[index(width - 1, y)]) return true;
  }
  return false;
}

TEST(HexConnection, ASlowSearchAgreesOnRandomGames) {
  std::mt19937 random(7);
  int connected = 0;
  for (int game = 0; game < 2000; ++game) {
    const BoardSize size{static_cast<std::int16_t>(1 + random() % 9),
                         static_cast<std::int16_t>(1 + random() % 9)};
    Position position = rules().start_position(size);
    std::vector<Point> points(position.cells.size());
    for (Point point = 0; point < points.size(); ++point) points[point] = point;
    std::shuffle(points.begin(), points.end(), random);
    std::optional<Player> winner;
    for (std::size_t move = 0; move < points.size(); ++move) {
      const Player player = move % 2 == 0 ? Player::first : Player::second;
      position.cells[points[move]] = cell::of(player);
      const auto found = hex::find_winner(position.cells, size);
      if (!winner && connects_slowly(position, cell::of(player))) winner = player;
      ASSERT_EQ(found, winner) << to_cgp(position);
    }
    ASSERT_TRUE(winner) << "a full board has a winner";
    connected += 1;
  }
  EXPECT_EQ(connected, 2000);
}

TEST(HexKey, IsTheSameAfterAHalfTurnAndForNoOtherImage) {
  const auto key = [](std::string_view setup) {
    return rules().key_of(position_of("sgf:" + std::string(setup)));
  };
  EXPECT_EQ(key("SZ[5]AB[a1]AW[b3]"), key("SZ[5]AB[e5]AW[d3]"));
  EXPECT_NE(key("SZ[5]AB[a2]"), key("SZ[5]AB[b1]")) << "transposed";
  EXPECT_NE(key("SZ[5]AB[a2]"), key("SZ[5]AB[e2]")) << "mirrored";
  EXPECT_NE(key("SZ[5]AB[a2]"), key("SZ[5]AW[a2]"));
  EXPECT_NE(key("SZ[5]"), key("SZ[6]"));
}

TEST(HexKey, AreThoseOfKeyVersionOne) {
  static_assert(kKeyVersion == 1);
  const auto hex = [](std::string_view text) {
    return fmt::format("{:016x}", rules().key_of(position_of(text)).bits);
  };
  EXPECT_EQ(hex("sgf:SZ[11]"), "8b68a0b2a38ca5b5");
  EXPECT_EQ(hex("sgf:SZ[14]AB[a1]AW[n14]"), "3b2fadf2fffc6a00");
  EXPECT_EQ(hex("sgf:SZ[9:7]AB[c3]"), "86d7f49c89a353dc");
  EXPECT_EQ(hex("moves:a3 swap-pieces f6"), "27480701466dcde1");
}

TEST(HexKey, OfReplayIsThatOfThePosition) {
  const Read game = spec("SZ[7:6]AB[c3];B[a1];W[g6];AE[c3](;B[b2])(;W[b3];B[b2];AW[b2])");
  ASSERT_EQ(game.keys.size(), game.script.total_positions);
  for (std::uint32_t ply = 0; ply < game.keys.size(); ++ply) {
    EXPECT_EQ(game.keys[ply], rules().key_of(game.at(ply))) << ply;
  }
}

TEST(HexText, PositionsGoThroughCgpAndBack) {
  const Read game = spec("SZ[4:3];B[d1];W[a3];B[b2]");
  EXPECT_EQ(to_cgp(game.at(3)), "3B/1B2/W3 / 0/0 0 gm hex; pl W;");
  EXPECT_EQ(parse_position(to_cgp(game.at(3))).position.cells, game.at(3).cells);
  EXPECT_EQ(position_of("sgf:SZ[4:3]AB[d1][b2]AW[a3]").cells, game.at(3).cells);
  EXPECT_EQ(
      to_cgp(parse_position("moves:d1 swap b1 pass", {GameType::hex, BoardSize{4, 4}}).position),
      "1B2/4/4/W3 / 0/0 1 gm hex; pl B;");
}

TEST(HexText, TheBoardIsSlanted) {
  const Read game = spec("SZ[4:3];B[d1];W[a3]");
  EXPECT_EQ(draw(game.at(2), true),
            " a b c d\n"
            "1 . . . X 1\n"
            " 2 . . . . 2\n"
            "  3(O). . . 3\n"
            "     a b c d\n");
  EXPECT_EQ(draw(game.at(1)),
            " a b c d\n"
            "1 · · ·(●)1\n"
            " 2 · · · · 2\n"
            "  3 · · · · 3\n"
            "     a b c d\n");
}

}  // namespace
}  // namespace ludex::test

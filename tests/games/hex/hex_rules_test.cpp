#include "formats/position_text.hpp"
#include "games/hex/board.hpp"
#include "hex_game.hpp"
#include "ludex/error.hpp"

#include <algorithm>
#include <random>

namespace ludex::test {
namespace {

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
  for (int game = 0; game < 2000; ++game) {
    const BoardSize size{static_cast<std::int16_t>(1 + random() % 9),
                         static_cast<std::int16_t>(1 + random() % 9)};
    Position position = hex_rules().start_position(size);
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
  }
}

TEST(HexKey, IsTheSameAfterAHalfTurnAndForNoOtherImage) {
  const auto key = [](std::string_view setup) {
    return hex_rules().key_of(position_of("sgf:" + std::string(setup)));
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
    return fmt::format("{:016x}", hex_rules().key_of(position_of(text)).bits);
  };
  EXPECT_EQ(hex("sgf:SZ[11]"), "8b68a0b2a38ca5b5");
  EXPECT_EQ(hex("sgf:SZ[14]AB[a1]AW[n14]"), "3b2fadf2fffc6a00");
  EXPECT_EQ(hex("sgf:SZ[9:7]AB[c3]"), "86d7f49c89a353dc");
  EXPECT_EQ(hex("moves:a3 swap-pieces f6"), "27480701466dcde1");
}

TEST(HexKey, OfReplayIsThatOfThePosition) {
  const HexGame game = spec("SZ[7:6]AB[c3];B[a1];W[g6];AE[c3](;B[b2])(;W[b3];B[b2];AW[b2])");
  ASSERT_EQ(game.keys.size(), game.script.total_positions);
  for (std::uint32_t ply = 0; ply < game.keys.size(); ++ply) {
    EXPECT_EQ(game.keys[ply], hex_rules().key_of(game.at(ply))) << ply;
  }
}

TEST(HexText, PositionsGoThroughCgpAndBack) {
  const HexGame game = spec("SZ[4:3];B[d1];W[a3];B[b2]");
  EXPECT_EQ(to_cgp(game.at(3)), "3B/1B2/W3 / 0/0 0 gm hex; pl W;");
  EXPECT_EQ(parse_position(to_cgp(game.at(3))).position.cells, game.at(3).cells);
  EXPECT_EQ(position_of("sgf:SZ[4:3]AB[d1][b2]AW[a3]").cells, game.at(3).cells);
  EXPECT_EQ(
      to_cgp(parse_position("moves:d1 swap b1 pass", {GameType::hex, BoardSize{4, 4}}).position),
      "1B2/4/4/W3 / 0/0 1 gm hex; pl B;");
}

TEST(HexText, SwapsAreMovesOfAQuery) {
  const auto played = [](const std::string& moves, BoardSize size = {5, 5}) {
    return to_cgp(parse_position("moves:" + moves, {GameType::hex, size}).position);
  };
  EXPECT_EQ(played("b1 swap-pieces c3"), "5/W4/2B2/5/5 / 0/0 0 gm hex; pl W;");
  EXPECT_EQ(played("b1 swap-sides c3"), "1B3/5/2W2/5/5 / 0/0 0 gm hex; pl B;");
  EXPECT_EQ(played("b1 swap-pieces c3", {4, 3}), "1B2/4/2W1 / 0/0 0 gm hex; pl B;")
      << "an oblong board has no mirrored point: seats are exchanged";
  for (const std::string moves : {"swap-sides", "b1 c3 swap-sides", "b1 swap-pieces swap-sides"}) {
    EXPECT_THROW((void)played(moves), UsageError) << moves;
  }
}

TEST(HexText, TheBoardIsSlanted) {
  const HexGame game = spec("SZ[4:3];B[d1];W[a3]");
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

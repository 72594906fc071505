#include "formats/position_text.hpp"
#include "games/api/slow_board.hpp"
#include "games/api/tree_builder.hpp"
#include "games/go/board.hpp"
#include "support/sanitized.hpp"

#include <gtest/gtest.h>

#include <map>
#include <random>

namespace ludex::test {
namespace {

std::string sgf_point(int x, int y) {
  const auto letter = [](int n) { return static_cast<char>(n < 26 ? 'a' + n : 'A' + n - 26); };
  return {letter(x), letter(y)};
}

/// A game of random nodes, legal or not, and its replay on a slow board.
class RandomGame {
 public:
  RandomGame(BoardSize size, unsigned seed, int nodes) : size_(size), random_(seed), tree(size) {
    boards_.emplace_back(size);
    tree.node();
    expected.push_back(boards_[0].cells());
    for (int n = 1; n < nodes; ++n) add_node();
  }

 private:
  int below(int n) { return static_cast<int>(random_() % static_cast<unsigned>(n)); }

  // Nodes come in the order of a file: a new line starts at a node on the current one.
  void add_node() {
    if (below(12) == 0)
      line_.resize(1 + static_cast<std::size_t>(below(static_cast<int>(line_.size()))));
    const auto parent = static_cast<std::size_t>(line_.back());
    SlowBoard board = boards_[parent];
    line_.push_back(static_cast<int>(tree.child_of(line_.back())));
    const std::uint8_t colour = static_cast<std::uint8_t>(1 + below(2));
    const SlowBoard::Point point{below(size_.width), below(size_.height)};
    const bool is_setup = below(15) == 0;
    if (is_setup) {
      set_up(board, point, static_cast<std::uint8_t>(below(3)));
    } else {
      board.play(point, colour);
      tree.with(colour == 1 ? SgfId::B : SgfId::W, {sgf_point(point.first, point.second)});
    }
    const bool is_ply = !is_setup || board.cells() != boards_[parent].cells();
    boards_.push_back(board);
    if (is_ply) expected.push_back(board.cells());
  }

  void set_up(SlowBoard& board, SlowBoard::Point point, std::uint8_t colour) {
    const int right = point.first + below(size_.width - point.first);
    const int bottom = point.second + below(size_.height - point.second);
    for (int y = point.second; y <= bottom; ++y) {
      for (int x = point.first; x <= right; ++x) board.set({x, y}, colour);
    }
    constexpr SgfId kIds[] = {SgfId::AE, SgfId::AB, SgfId::AW};
    tree.with(kIds[colour],
              {sgf_point(point.first, point.second) + ":" + sgf_point(right, bottom)});
  }

  BoardSize size_;
  std::mt19937 random_;
  std::vector<SlowBoard> boards_;  // by node
  std::vector<int> line_{0};       // nodes from the root to the last one

 public:
  TreeBuilder tree;
  std::vector<std::vector<std::uint8_t>> expected;  // by ply
};

constexpr BoardSize kSizes[] = {{1, 1},  {1, 2},  {2, 1},   {2, 2},  {3, 3},   {1, 9},
                                {5, 4},  {9, 9},  {13, 9},  {9, 13}, {19, 19}, {25, 7},
                                {2, 52}, {52, 1}, {26, 26}, {52, 52}};

TEST(GoSlowBoard, AgreesOnRandomTreesOfMovesSetupSuicideAndOverwriting) {
  constexpr auto kSeeds = static_cast<unsigned>(test::many(20));
  const GameRules& rules = *find_rules(GameType::go);
  for (const BoardSize size : kSizes) {
    for (unsigned seed = 1; seed <= kSeeds; ++seed) {
      RandomGame game(size, seed, size.area() < 400 ? 600 : 1200);
      const auto replayed = replay(game.tree);
      ASSERT_EQ(replayed.script.total_positions, game.expected.size());
      ASSERT_EQ(replayed.keys.size(), game.expected.size());
      rules.walk(replayed.script.ops, size, [&](const Position& position) {
        EXPECT_EQ(position.cells, game.expected[position.ply])
            << size.width << "x" << size.height << " seed " << seed << " ply " << position.ply;
        EXPECT_EQ(rules.key_of(position), replayed.keys[position.ply]);
        return !testing::Test::HasFailure();
      });
      std::vector<PositionKey> keys;
      rules.append_keys(replayed.script.ops, size, 0, UINT32_MAX, keys);
      ASSERT_EQ(keys, replayed.keys);
      ASSERT_FALSE(HasFailure());
    }
  }
}

TEST(GoSlowBoard, ABoardStaysConsistentThroughMovesSetupAndUndo) {
  std::mt19937 random(7);
  go::Board board;
  for (const BoardSize size : kSizes) {
    board.reset(size);
    board.keep_journal();
    const auto any_point = [&] {
      return static_cast<std::uint16_t>(random() % static_cast<unsigned>(size.area()));
    };
    for (int round = 0; round < 30; ++round) {
      const auto mark = board.mark();
      const auto cells = board.cells();
      const auto key = board.key();
      for (int move = 0; move < 40; ++move) {
        if (random() % 10 == 0) board.set(any_point(), static_cast<std::uint8_t>(random() % 3));
        board.play(random() % 2 ? Player::first : Player::second, any_point());
        ASSERT_TRUE(board.is_consistent());
      }
      if (round % 2 == 0) continue;
      board.undo_to(mark);
      ASSERT_TRUE(board.is_consistent());
      ASSERT_EQ(board.cells(), cells);
      ASSERT_EQ(board.key(), key);
    }
  }
}

TEST(GoSlowBoard, CgpComesBackTheSameForEveryPosition) {
  for (const BoardSize size : kSizes) {
    RandomGame game(size, 99, 300);
    const auto replayed = replay(game.tree);
    find_rules(GameType::go)->walk(replayed.script.ops, size, [&](const Position& position) {
      const std::string cgp = to_cgp(position);
      const QueryPosition query = parse_position(cgp);
      EXPECT_EQ(query.position.cells, position.cells);
      EXPECT_EQ(query.position.captures, position.captures);
      EXPECT_EQ(query.position.to_move, position.to_move);
      EXPECT_EQ(to_cgp(query.position), cgp);
      EXPECT_EQ(query.match(position), Match{});
      return !testing::Test::HasFailure();
    });
  }
}

}  // namespace
}  // namespace ludex::test

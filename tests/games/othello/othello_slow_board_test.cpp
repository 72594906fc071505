#include "games/othello/board.hpp"

#include "games/api/game_rules.hpp"

#include <gtest/gtest.h>

#include <map>
#include <random>
#include <utility>

namespace ludex::test {
namespace {

/// Othello by its rules and nothing else.
class SlowOthello {
 public:
  explicit SlowOthello(const Position& position) : size_(position.size) {
    for (Point point = 0; point < position.cells.size(); ++point) {
      cells_[place_of(point)] = position.cells[point];
    }
  }

  // All discs that a move turns over.
  [[nodiscard]] std::vector<std::pair<int, int>> flips(Point point, std::uint8_t own) const {
    std::vector<std::pair<int, int>> all;
    const auto [x, y] = place_of(point);
    if (at(x, y) != cell::kEmpty) return all;
    for (int dx = -1; dx <= 1; ++dx) {
      for (int dy = -1; dy <= 1; ++dy) {
        if (dx == 0 && dy == 0) continue;
        std::vector<std::pair<int, int>> line;
        int length = 1;
        while (at(x + length * dx, y + length * dy) == cell::swapped(own)) {
          line.emplace_back(x + length * dx, y + length * dy);
          ++length;
        }
        if (at(x + length * dx, y + length * dy) == own) {
          all.insert(all.end(), line.begin(), line.end());
        }
      }
    }
    return all;
  }

  void play(Point point, std::uint8_t own) {
    for (const auto& place : flips(point, own)) cells_[place] = own;
    cells_[place_of(point)] = own;
  }

  [[nodiscard]] std::vector<std::uint8_t> cells() const {
    std::vector<std::uint8_t> cells;
    for (Point point = 0; point < static_cast<Point>(size_.area()); ++point) {
      cells.push_back(cells_.at(place_of(point)));
    }
    return cells;
  }

 private:
  static constexpr std::uint8_t kOff = 9;
  [[nodiscard]] std::pair<int, int> place_of(Point point) const {
    return {static_cast<int>(point) % size_.width, static_cast<int>(point) / size_.width};
  }
  [[nodiscard]] std::uint8_t at(int x, int y) const {
    const auto found = cells_.find({x, y});
    return found == cells_.end() ? kOff : found->second;
  }

  BoardSize size_;
  std::map<std::pair<int, int>, std::uint8_t> cells_;
};

// Nine moves in ten are legal ones.
Point choose_point(const othello::Board& board, Player player, std::mt19937& random) {
  const auto area = static_cast<unsigned>(board.size().area());
  const unsigned first = random() % area;
  if (random() % 10 == 0) return first;
  for (unsigned n = 0; n < area; ++n) {
    if (board.can_play(player, (first + n) % area)) return (first + n) % area;
  }
  return first;
}

void expect_same_games(BoardSize size, unsigned seed) {
  const GameRules& rules = *find_rules(GameType::othello);
  std::mt19937 random(seed);
  othello::Board board;
  board.reset(size);
  board.keep_journal();
  SlowOthello slow(rules.start_position(size));
  std::vector<std::pair<othello::Board::Mark, PositionKey>> past;
  for (int move = 0; move < size.area(); ++move) {
    past.emplace_back(board.mark(), board.key());
    const Player player = random() % 10 == 0 ? opponent(board.next_player()) : board.next_player();
    const Point point = choose_point(board, player, random);
    const bool is_legal = !slow.flips(point, cell::of(player)).empty();
    ASSERT_EQ(board.can_play(player, point), is_legal);
    ASSERT_EQ(board.play(player, point) == 0, is_legal);
    slow.play(point, cell::of(player));
    Position position;
    board.describe(position);
    position.size = size;
    ASSERT_EQ(position.cells, slow.cells()) << "move " << move;
    ASSERT_EQ(board.key(), rules.key_of(position)) << "move " << move;
  }
  while (!past.empty()) {
    board.undo_to(past.back().first);
    ASSERT_EQ(board.key(), past.back().second);
    past.pop_back();
  }
}

TEST(OthelloBoard, AgreesWithASlowOneOnRandomGames) {
  for (const BoardSize size : {BoardSize{4, 4}, {6, 6}, {8, 8}, {5, 7}, {10, 8}, {26, 26}}) {
    const unsigned games = size.area() > 100 ? 3 : 100;
    for (unsigned seed = 0; seed < games; ++seed) expect_same_games(size, seed);
  }
}

TEST(OthelloBoard, KeysOfAllSymmetriesAreOne) {
  const GameRules& rules = *find_rules(GameType::othello);
  std::mt19937 random(7);
  for (const BoardSize size : {BoardSize{8, 8}, {6, 4}}) {
    Position position = rules.start_position(size);
    for (auto& code : position.cells) code = static_cast<std::uint8_t>(random() % 3);
    for (const Orientation orientation : orientations_of(size)) {
      Position turned = position;
      for (Point point = 0; point < position.cells.size(); ++point) {
        turned.cells[map_point(orientation, point, size)] = position.cells[point];
      }
      EXPECT_EQ(rules.key_of(turned), rules.key_of(position)) << orientation_name(orientation);
    }
  }
}

}  // namespace
}  // namespace ludex::test

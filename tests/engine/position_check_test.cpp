#include "engine/clickhouse/position_rows.hpp"
#include "games/api/game_rules.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <cstdint>
#include <iterator>
#include <random>
#include <vector>

namespace ludex::clickhouse {
namespace {

Position empty_board(GameType game, BoardSize size) {
  Position position;
  position.game = game;
  position.size = size;
  position.cells.assign(static_cast<std::size_t>(size.area()), cell::kEmpty);
  return position;
}

Position random_board(GameType game, BoardSize size, std::mt19937& random) {
  Position position = empty_board(game, size);
  for (auto& code : position.cells) code = static_cast<std::uint8_t>(random() % 3);
  return position;
}

Position turned_by(Orientation orientation, const Position& position) {
  Position other = position;
  for (Point point = 0; point < position.cells.size(); ++point) {
    other.cells[map_point(orientation, point, position.size)] = position.cells[point];
  }
  return other;
}

struct Board {
  GameType game;
  BoardSize size;
};
constexpr Board kBoards[] = {{GameType{1}, {19, 19}}, {GameType{1}, {9, 9}},
                             {GameType{1}, {13, 9}},  {GameType{2}, {8, 8}},
                             {GameType{4}, {15, 15}}, {GameType{11}, {11, 11}}};

TEST(PositionCheck, IsTheSameForAllSymmetriesThatAKeyHas) {
  std::mt19937 random(1);
  for (const Board& board : kBoards) {
    const Position position = random_board(board.game, board.size, random);
    const GameRules& rules = *find_rules(board.game);
    for (const Orientation orientation : rules.symmetries(board.size)) {
      const Position other = turned_by(orientation, position);
      ASSERT_EQ(rules.key_of(other).bits, rules.key_of(position).bits);
      PositionChecker checker;
      PositionChecker other_checker;
      const PositionCheck check = checker.check(position);
      const PositionCheck other_check = other_checker.check(other);
      EXPECT_EQ(other_check.bits, check.bits);
      // Both are turned into the same board.
      EXPECT_EQ(turned_by(check.orientations[0], position).cells,
                turned_by(other_check.orientations[0], other).cells);
    }
  }
}

TEST(PositionCheck, NamesEveryOrientationOfASymmetricPosition) {
  Position position = empty_board(GameType{1}, {19, 19});
  PositionChecker checker;
  EXPECT_EQ(checker.check(position).count, 8u);
  position.cells[9 * 19 + 9] = cell::kFirst;
  EXPECT_EQ(checker.check(position).count, 8u);
  position.cells[3 * 19 + 3] = cell::kSecond;  // on a diagonal
  EXPECT_EQ(checker.check(position).count, 2u);
  position.cells[3 * 19 + 4] = cell::kSecond;
  EXPECT_EQ(checker.check(position).count, 1u);
}

TEST(PositionCheck, DoesNotDependOnThePositionsBefore) {
  std::mt19937 random(2);
  PositionChecker one_for_all;
  for (int i = 0; i < 200; ++i) {
    const Board& board = kBoards[random() % std::size(kBoards)];
    const Position position = random_board(board.game, board.size, random);
    PositionChecker fresh;
    EXPECT_EQ(one_for_all.check(position).bits, fresh.check(position).bits);
  }
}

TEST(PositionCheck, TellsGamesSizesAndStonesApart) {
  std::vector<std::uint64_t> checks;
  PositionChecker checker;
  for (const Board& board : kBoards) {
    Position position = empty_board(board.game, board.size);
    checks.push_back(checker.check(position).bits);
    position.cells[0] = cell::kFirst;
    checks.push_back(checker.check(position).bits);
    position.cells[0] = cell::kSecond;
    checks.push_back(checker.check(position).bits);
  }
  std::sort(checks.begin(), checks.end());
  EXPECT_EQ(std::adjacent_find(checks.begin(), checks.end()), checks.end());
}

// Stored: another value needs another kLayoutVersion.
TEST(PositionCheck, StaysAsItIs) {
  Position position = empty_board(GameType{1}, {19, 19});
  PositionChecker checker;
  EXPECT_EQ(checker.check(position).bits, 3034130276717428736u);
  position.cells[3 * 19 + 15] = cell::kFirst;
  EXPECT_EQ(checker.check(position).bits, 6775272629755445248u);
}

}  // namespace
}  // namespace ludex::clickhouse

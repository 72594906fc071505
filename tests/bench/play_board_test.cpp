#include "generator/play_board.hpp"

#include "generator/random.hpp"

#include <gtest/gtest.h>

#include <set>
#include <utility>
#include <vector>

namespace ludex::bench {
namespace {

/// The rules as one would tell them to a child: look at every stone of a chain, every time.
class SlowBoard {
 public:
  explicit SlowBoard(int size) : size_(size), cells_(static_cast<std::size_t>(size * size)) {}

  [[nodiscard]] Cell at(int column, int row) const {
    if (column < 0 || row < 0 || column >= size_ || row >= size_) return Cell::border;
    return cells_[static_cast<std::size_t>(row * size_ + column)];
  }
  /// The position after the move, or nothing where it is not legal.
  [[nodiscard]] bool try_move(int column, int row, Cell color) {
    if (at(column, row) != Cell::empty || std::pair{column, row} == ko_) return false;
    SlowBoard next = *this;
    next.set(column, row, color);
    std::set<std::pair<int, int>> captured;
    for (const auto& [c, r] : neighbours(column, row)) {
      if (next.at(c, r) != other(color)) continue;
      const auto chain = next.chain(c, r);
      if (!next.has_liberty(chain)) captured.insert(chain.begin(), chain.end());
    }
    for (const auto& [c, r] : captured) next.set(c, r, Cell::empty);
    const auto own = next.chain(column, row);
    if (!next.has_liberty(own)) return false;
    const bool is_ko = captured.size() == 1 && own.size() == 1 && next.liberties(own).size() == 1;
    next.ko_ = is_ko ? *captured.begin() : std::pair{-1, -1};
    *this = next;
    return true;
  }

 private:
  using Points = std::set<std::pair<int, int>>;

  static std::vector<std::pair<int, int>> neighbours(int column, int row) {
    return {{column - 1, row}, {column + 1, row}, {column, row - 1}, {column, row + 1}};
  }
  void set(int column, int row, Cell cell) {
    cells_[static_cast<std::size_t>(row * size_ + column)] = cell;
  }
  [[nodiscard]] Points chain(int column, int row) const {
    Points found{{column, row}};
    std::vector<std::pair<int, int>> open{{column, row}};
    while (!open.empty()) {
      const auto [c, r] = open.back();
      open.pop_back();
      for (const auto& [nc, nr] : neighbours(c, r)) {
        if (at(nc, nr) == at(column, row) && found.insert({nc, nr}).second) {
          open.emplace_back(nc, nr);
        }
      }
    }
    return found;
  }
  [[nodiscard]] Points liberties(const Points& chain) const {
    Points found;
    for (const auto& [c, r] : chain) {
      for (const auto& [nc, nr] : neighbours(c, r)) {
        if (at(nc, nr) == Cell::empty) found.insert({nc, nr});
      }
    }
    return found;
  }
  [[nodiscard]] bool has_liberty(const Points& chain) const { return !liberties(chain).empty(); }

  int size_;
  std::vector<Cell> cells_;
  std::pair<int, int> ko_{-1, -1};
};

void expect_same_cells(const PlayBoard& fast, const SlowBoard& slow, int move) {
  for (int row = 0; row < fast.size(); ++row) {
    for (int column = 0; column < fast.size(); ++column) {
      ASSERT_EQ(fast.at(PlayBoard::point(column, row)), slow.at(column, row))
          << "column " << column << ", row " << row << " after " << move << " moves";
    }
  }
}

TEST(PlayBoard, AgreesWithASlowBoardOnEveryMoveTried) {
  for (const int size : {2, 3, 5, 9, 19}) {
    Random random(static_cast<std::uint64_t>(size));
    PlayBoard fast(size);
    SlowBoard slow(size);
    Cell color = Cell::black;
    for (int move = 0; move < 4000; ++move) {
      const int column = random.between(0, size - 1);
      const int row = random.between(0, size - 1);
      const bool is_legal = fast.is_legal(PlayBoard::point(column, row), color);
      ASSERT_EQ(is_legal, slow.try_move(column, row, color)) << "size " << size << ", " << move;
      if (!is_legal) continue;
      fast.play(PlayBoard::point(column, row), color);
      ASSERT_NO_FATAL_FAILURE(expect_same_cells(fast, slow, move));
      if (random.chance(900)) color = other(color);
    }
  }
}

TEST(PlayBoard, TakesAKoBackOnlyAfterAMoveElsewhere) {
  PlayBoard board(5);
  const auto play = [&](int column, int row, Cell color) {
    board.play(PlayBoard::point(column, row), color);
  };
  play(1, 0, Cell::black);
  play(2, 0, Cell::white);
  play(0, 1, Cell::black);
  play(3, 1, Cell::white);
  play(1, 2, Cell::black);
  play(2, 2, Cell::white);
  play(2, 1, Cell::black);
  play(1, 1, Cell::white);  // takes the stone at (2, 1)
  const int ko = PlayBoard::point(2, 1);
  ASSERT_EQ(board.at(ko), Cell::empty);
  EXPECT_FALSE(board.is_legal(ko, Cell::black));
  play(4, 4, Cell::black);
  play(4, 0, Cell::white);
  EXPECT_TRUE(board.is_legal(ko, Cell::black));
}

}  // namespace
}  // namespace ludex::bench

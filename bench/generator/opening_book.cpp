#include "opening_book.hpp"

#include <algorithm>

namespace ludex::bench {
namespace {

/// 0, 1, 2, ... with 87, 11, 1.5, ... percent.
std::uint64_t pick_branch(Random& random) {
  std::uint64_t branch = 0;
  while (branch < 12 && random.chance(130)) ++branch;
  return branch;
}

/// A point on the third, fourth or fifth line of a corner or side.
int opening_point(int size, Random& node) {
  const auto line = [&] { return std::min(size / 2, node.between(2, 4)); };
  const auto along = [&] { return node.chance(700) ? line() : node.between(2, size - 3); };
  int column = line();
  int row = along();
  if (node.chance(500)) std::swap(column, row);
  if (node.chance(500)) column = size - 1 - column;
  if (node.chance(500)) row = size - 1 - row;
  return PlayBoard::point(column, row);
}

int answer_near(int last_point, int size, Random& node) {
  const auto near = [&](int at) { return std::clamp(at + node.between(-3, 3), 1, size - 2); };
  const int column = near(PlayBoard::column_of(last_point));
  const int row = near(PlayBoard::row_of(last_point));
  return PlayBoard::point(column, row);
}

}  // namespace

int OpeningBook::next_move(const PlayBoard& board, Cell color, int last_point, Random& random) {
  node_ = Random::mix(node_ + 1 + pick_branch(random));
  Random node(node_);
  for (int attempt = 0; attempt < 8; ++attempt) {
    const bool answers = last_point != PlayBoard::kPass && node.chance(550);
    const int point =
        answers ? answer_near(last_point, board.size(), node) : opening_point(board.size(), node);
    if (board.is_legal(point, color)) return point;
  }
  return PlayBoard::kPass;
}

}  // namespace ludex::bench

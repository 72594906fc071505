#include "hex_board.hpp"

#include <array>
#include <numeric>
#include <utility>

namespace ludex::bench {

HexBoard::HexBoard(int width, int height)
    : width_(width),
      height_(height),
      owner_(index(width * height), -1),
      parent_(index(width * height) + 4) {
  std::iota(parent_.begin(), parent_.end(), 0);
}

int HexBoard::root_of(int node) const {
  while (parent_[index(node)] != node) node = parent_[index(node)];
  return node;
}

void HexBoard::play(int side, int point) {
  constexpr std::array<std::pair<int, int>, 6> kNeighbours = {
      {{0, -1}, {1, -1}, {-1, 0}, {1, 0}, {-1, 1}, {0, 1}}};
  owner_[index(point)] = side;
  const int x = point % width_;
  const int y = point / width_;
  const int along = side == 0 ? y : x;
  const int last = (side == 0 ? height_ : width_) - 1;
  if (along == 0) join(point, edge(side, 0));
  if (along == last) join(point, edge(side, 1));
  for (const auto& [dx, dy] : kNeighbours) {
    const int near_x = x + dx;
    const int near_y = y + dy;
    if (near_x < 0 || near_y < 0 || near_x >= width_ || near_y >= height_) continue;
    const int near = near_y * width_ + near_x;
    if (owner_[index(near)] == side) join(point, near);
  }
}

void HexBoard::clear(int point) {
  owner_[index(point)] = -1;
  std::iota(parent_.begin(), parent_.end(), 0);
}

bool HexBoard::has_won(int side) const { return root_of(edge(side, 0)) == root_of(edge(side, 1)); }

}  // namespace ludex::bench

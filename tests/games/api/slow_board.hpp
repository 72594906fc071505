#pragma once

#include "games/api/position.hpp"
#include "ludex/types.hpp"

#include <cstdint>
#include <map>
#include <set>
#include <utility>
#include <vector>

namespace ludex::test {

/// Go as FF[4] describes it, written down with nothing in mind but the text.
class SlowBoard {
 public:
  using Point = std::pair<int, int>;  // x, y

  explicit SlowBoard(BoardSize size) : size_(size) {}

  void set(Point point, std::uint8_t colour) {
    stones_.erase(point);
    if (colour != cell::kEmpty) stones_[point] = colour;
  }

  /// Places the stone even on another one; then removes enemy chains without liberties, then its
  /// own.
  void play(Point point, std::uint8_t colour) {
    set(point, colour);
    for (const Point& near : neighbours(point)) {
      if (stone(near) == cell::swapped(colour)) take_if_dead(near);
    }
    take_if_dead(point);
  }

  [[nodiscard]] std::vector<std::uint8_t> cells() const {
    std::vector<std::uint8_t> cells;
    for (int y = 0; y < size_.height; ++y) {
      for (int x = 0; x < size_.width; ++x) cells.push_back(stone({x, y}));
    }
    return cells;
  }
  [[nodiscard]] std::uint8_t stone(Point point) const {
    const auto found = stones_.find(point);
    return found == stones_.end() ? cell::kEmpty : found->second;
  }

 private:
  [[nodiscard]] std::vector<Point> neighbours(Point point) const {
    std::vector<Point> result;
    for (const auto& [dx, dy] : {Point{0, -1}, {-1, 0}, {1, 0}, {0, 1}}) {
      const Point near{point.first + dx, point.second + dy};
      if (near.first >= 0 && near.first < size_.width && near.second >= 0 &&
          near.second < size_.height) {
        result.push_back(near);
      }
    }
    return result;
  }

  void take_if_dead(Point point) {
    std::set<Point> chain{point};
    std::vector<Point> open{point};
    while (!open.empty()) {
      const Point current = open.back();
      open.pop_back();
      for (const Point& near : neighbours(current)) {
        if (stone(near) == cell::kEmpty) return;
        if (stone(near) == stone(point) && chain.insert(near).second) open.push_back(near);
      }
    }
    for (const Point& taken : chain) stones_.erase(taken);
  }

  BoardSize size_;
  std::map<Point, std::uint8_t> stones_;
};

}  // namespace ludex::test

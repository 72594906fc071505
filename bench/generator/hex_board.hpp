#pragma once

#include <cstddef>
#include <vector>

namespace ludex::bench {

/// A Hex board on which stones of two colours go down and connect. Side 0 joins top and bottom,
/// side 1 left and right. Points are row * width + column. Union-find, no way back.
class HexBoard {
 public:
  HexBoard(int width, int height);

  [[nodiscard]] bool is_free(int point) const { return owner_[index(point)] < 0; }
  /// \pre is_free(point)
  void play(int side, int point);
  void clear(int point);  ///< \pre it stands alone
  [[nodiscard]] bool has_won(int side) const;

 private:
  [[nodiscard]] static std::size_t index(int point) { return static_cast<std::size_t>(point); }
  [[nodiscard]] int root_of(int node) const;
  void join(int a, int b) { parent_[index(root_of(a))] = root_of(b); }
  [[nodiscard]] int edge(int side, int which) const { return width_ * height_ + side * 2 + which; }

  int width_;
  int height_;
  std::vector<int> owner_;   // of a point: -1 nobody
  std::vector<int> parent_;  // of points, and of the four edges
};

}  // namespace ludex::bench

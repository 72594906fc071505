#pragma once

#include <array>
#include <cstdint>
#include <span>

namespace ludex::bench {

enum class Cell : std::uint8_t { empty = 0, black = 1, white = 2, border = 3 };

[[nodiscard]] constexpr Cell other(Cell color) {
  return color == Cell::black ? Cell::white : Cell::black;
}

/// A Go board that only makes legal moves: captures, no suicide, simple ko. Written apart from
/// the library's replay so that the generator can bear witness against it, and for speed: chains
/// keep count of their pseudo-liberties (a liberty counts once for each stone that touches it).
/// Points are `(row + 1) * kStride + column + 1`, rows from the top.
class PlayBoard {
 public:
  static constexpr int kMaxSize = 19;
  static constexpr int kStride = kMaxSize + 1;
  static constexpr int kPoints = kStride * (kMaxSize + 2) + 1;
  static constexpr int kPass = 0;

  /// \pre size in [2, 19]
  explicit PlayBoard(int size);

  [[nodiscard]] static constexpr int point(int column, int row) {
    return (row + 1) * kStride + column + 1;
  }
  [[nodiscard]] static constexpr int column_of(int point) { return point % kStride - 1; }
  [[nodiscard]] static constexpr int row_of(int point) { return point / kStride - 1; }

  [[nodiscard]] int size() const { return size_; }
  [[nodiscard]] Cell at(int point) const { return cells_[index(point)]; }
  /// Every empty point, in an order that depends on the moves made so far.
  [[nodiscard]] std::span<const std::int16_t> empty_points() const {
    return std::span(empties_).first(static_cast<std::size_t>(empty_count_));
  }
  [[nodiscard]] bool is_legal(int point, Cell color) const;
  /// All neighbors are `color` or the border: filling it would only take an own eye.
  [[nodiscard]] bool is_own_eye(int point, Cell color) const;

  /// \pre is_legal(point, color)
  void play(int point, Cell color);
  void pass() { ko_point_ = kPass; }

 private:
  struct Chain {
    std::int16_t pseudo_liberties;
    std::int16_t stones;
  };
  static constexpr std::size_t index(int point) { return static_cast<std::size_t>(point); }
  static constexpr std::array<int, 4> kNeighbours{-kStride, -1, 1, kStride};

  void put(int point, Cell color);
  void merge(int kept, int absorbed);
  int capture(int chain);
  void take_from_empties(int point);

  std::array<Cell, kPoints> cells_;
  std::array<std::int16_t, kPoints> chain_;  // of a stone: the point that names its chain
  std::array<std::int16_t, kPoints> next_;   // of a stone: the next one of its chain, in a ring
  std::array<Chain, kPoints> chains_;
  std::array<std::int16_t, kMaxSize * kMaxSize> empties_;
  std::array<std::int16_t, kPoints> place_in_empties_;
  int empty_count_ = 0;
  int size_;
  int ko_point_ = kPass;
};

}  // namespace ludex::bench

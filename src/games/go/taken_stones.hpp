#pragma once

#include "games/api/captures.hpp"
#include "games/api/cell_line.hpp"
#include "games/api/position.hpp"

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

namespace ludex::go {

/// Which neighbours the points of a board have; kept from game to game.
class BoardNeighbours {
 public:
  void lay_out(BoardSize size) {
    if (size != size_) fill(size);
  }
  /// kAbove, kLeft, kRight, kBelow
  [[nodiscard]] unsigned sides(Point point) const { return sides_[point]; }

 private:
  void fill(BoardSize size);

  BoardSize size_{};
  std::vector<std::uint8_t> sides_;
};

/// Takes the stones of a line off the board where the captures say so.
class TakenStones {
 public:
  TakenStones(std::span<const std::uint8_t> captures, CellLine& line);

  /// The end of the next operation that captures something.
  [[nodiscard]] std::size_t next_end(std::size_t) const { return next_end_; }
  void after_move(std::size_t end, Point point) {
    if (end == next_end_) take(point);
  }
  void after_setup(Point, std::uint8_t) {}
  void swap(Player) {}
  /// Black, or White where several black stones and no white one are set up.
  [[nodiscard]] Player first_player() const;

 private:
  static const BoardNeighbours& neighbours_on(BoardSize size);
  void read_next();
  void take(Point point);
  void take_chain(Point point, std::uint8_t colour);

  std::span<const std::uint8_t> captures_;
  CellLine& line_;
  const BoardNeighbours& neighbours_;
  std::size_t next_end_ = 0;
  std::uint8_t sides_ = 0;
};

}  // namespace ludex::go

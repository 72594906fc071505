#pragma once

#include "games/api/captures.hpp"
#include "games/api/cell_line.hpp"
#include "games/api/position.hpp"

#include <cstddef>
#include <cstdint>
#include <span>

namespace ludex::go {

/// Takes the stones of a line off the board where the captures say so.
class TakenStones {
 public:
  TakenStones(std::span<const std::uint8_t> captures, CellLine& line)
      : captures_(captures), line_(line) {
    read_next();
  }

  /// Where the next operation ends that takes something.
  [[nodiscard]] std::size_t next_end() const { return next_end_; }
  void after_move(std::size_t end, Point point) {
    if (end == next_end_) take(point);
  }
  void swap(Player) {}
  /// Black, or White where several black stones and no white one are set up.
  [[nodiscard]] Player first_player() const;

 private:
  void read_next();
  void take(Point point);
  void take_chain(Point point, std::uint8_t colour);

  std::span<const std::uint8_t> captures_;
  CellLine& line_;
  std::size_t next_end_ = 0;
  std::uint8_t sides_ = 0;
};

}  // namespace ludex::go

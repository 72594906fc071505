#pragma once

#include "games/api/cell_line.hpp"
#include "games/api/othello_flips.hpp"
#include "games/api/position.hpp"

#include <array>
#include <bit>
#include <cstddef>
#include <cstdint>

namespace ludex::othello {

/// Turns over the discs of a line on an 8x8 board as moves of StoneLineReader do it; a disc on an
/// occupied square turns none. Cost: some 30 ns a move.
class FlippedDiscs {
 public:
  explicit FlippedDiscs(CellLine& line) : line_(line) {}

  [[nodiscard]] static std::size_t next_end(std::size_t at) { return at + 1; }
  void after_move(std::size_t, Point point) {
    const std::uint8_t own = line_.now(point);
    const bool is_empty = ((discs_[0] | discs_[1]) >> point & 1) == 0;
    Squares& owns = discs_[own - 1U];
    Squares& others = discs_[2U - own];
    const Squares flips = is_empty ? flips_of(point, owns, others) : 0;
    owns |= flips | Squares{1} << point;
    others &= ~owns;
    for (Squares left = flips; left != 0; left &= left - 1) {
      line_.set(static_cast<Point>(std::countr_zero(left)), own);
    }
  }
  void after_setup(Point point, std::uint8_t code) {
    const Squares square = Squares{1} << point;
    discs_[0] = code == cell::kFirst ? discs_[0] | square : discs_[0] & ~square;
    discs_[1] = code == cell::kSecond ? discs_[1] | square : discs_[1] & ~square;
  }
  void swap(Player) {}
  [[nodiscard]] static Player first_player() { return Player::first; }

 private:
  CellLine& line_;
  std::array<Squares, 2> discs_{};
};

}  // namespace ludex::othello

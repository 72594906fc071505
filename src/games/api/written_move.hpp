#pragma once

#include "games/api/position.hpp"
#include "ludex/types.hpp"

#include <cstdint>
#include <optional>

namespace ludex {

/// What the value of B or W asks for.
struct WrittenMove {
  enum class Kind : std::uint8_t {
    stone,
    pass,
    off_board,
    resignation,
    forfeit,
    draw_offer,
    draw,         ///< agreed: the game ends
    swap_pieces,  ///< or `swap`: the next move tells which kind it was
    swap_sides,
    part,  ///< a change inside a turn that is no move by itself
    unreadable
  };
  Kind kind = Kind::unreadable;
  Point point = 0;
  bool is_standard = true;  ///< false: not what the format says, but it can only mean this
  bool is_sides_without_next = false;  ///< swap_pieces: what it means where no move follows
};

/// What a turn of several values has done so far (Twixt).
struct TurnSoFar {
  std::optional<Point> peg;     ///< put down
  std::optional<Point> lifted;  ///< taken up, to be put back
};

}  // namespace ludex

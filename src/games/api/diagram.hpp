#pragma once

#include "games/api/position.hpp"
#include "ludex/types.hpp"

#include <string>
#include <vector>

namespace ludex {

/// What a diagram shows, and beside what stands on the board.
struct Diagram {
  bool ascii = false;
  PointRect part;            ///< of the board, that is drawn
  std::vector<bool> hidden;  ///< by point, those of `part` that are left blank; empty: none
  /// By point: ASCII letters and digits, or one character of UTF-8 one column wide; "" where there
  /// is no mark. Empty: there is none at all.
  std::vector<std::string> marks;
};

/// How many columns a mark may take: on an empty point, and beside a piece.
struct MarkRoom {
  int on_empty = 0;
  int beside_piece = 0;
};

/// All of the board, without marks.
[[nodiscard]] inline Diagram whole_board(BoardSize size, bool ascii) {
  return {ascii, {0, 0, size.width - 1, size.height - 1}, {}, {}};
}

}  // namespace ludex

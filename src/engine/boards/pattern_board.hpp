#pragma once

#include "games/api/node_note.hpp"
#include "games/api/position.hpp"
#include "query/pattern/pattern.hpp"

#include <optional>
#include <vector>

namespace ludex {

/// A pattern on a board, to be drawn.
struct PatternBoard {
  Position position;            ///< pieces where the pattern allows one content only
  PointRect part;               ///< the place of the pattern
  bool is_placed = false;       ///< it has only this place, up to symmetry
  std::vector<NodeMark> marks;  ///< marks for other points; links; the visible part as VW
};

/// Places a pattern on a board: at the edges or the point that it names, else in the middle. The
/// board has `size` or the usual size of the game, but is large enough for the pattern.
/// \throws UsageError if the pattern does not fit at the point
[[nodiscard]] PatternBoard lay_out_pattern(const Pattern& pattern, std::optional<BoardSize> size);

}  // namespace ludex

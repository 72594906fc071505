#pragma once

#include "games/api/node_note.hpp"
#include "games/api/picture.hpp"
#include "games/api/position.hpp"

#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <vector>

namespace ludex {

/// The shapes drawn over a board and its pieces.
struct PictureOverlay {
  struct Number {
    Move move;
    std::uint32_t number = 0;
  };
  /// A next move.
  struct Next {
    Move move;
    double share = 0;
    std::string name;           ///< "pd"
    std::string label;          ///< inside its disc; empty: the share
    std::optional<Point> at{};  ///< where it lies; none: the move tells
  };
  std::span<const NodeMark> marks;  ///< see RecordReader::marks_at()
  std::optional<PointRect> region;
  std::vector<Number> numbers;  ///< ascending
  std::vector<Next> next;
};

/// Draws markup (labels, signs, territory, arrows, lines, dimmed points), the region, numbers of
/// moves, the last move where the board does not show it, and discs for next moves. Of two marks on
/// one point the first counts: numbers, labels, then signs as in lay_out_marks(). Points that are
/// not shown carry nothing. \returns what a caption has to say of it. Cost: grows with the board,
/// not with the record.
[[nodiscard]] std::vector<std::string> paint_overlay(const Position& position,
                                                     const PictureView& view,
                                                     const PaintedBoard& board,
                                                     const PictureOverlay& overlay,
                                                     PictureCanvas& canvas);

}  // namespace ludex

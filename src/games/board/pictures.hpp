#pragma once

#include "games/api/picture.hpp"
#include "games/api/position.hpp"
#include "games/board/diagrams.hpp"

#include <functional>
#include <string>

namespace ludex {

/// A board whose stones stand on crossings: names of columns above and below, rows counted from the
/// bottom, star points. Lines go on where a part of the board ends.
[[nodiscard]] PaintedBoard paint_lines(const Position& position, const PictureView& view,
                                       PictureCanvas& canvas, const ColumnNames& column_name);

/// A green board whose discs stand on squares: columns a, b, ..., rows counted from the top.
[[nodiscard]] PaintedBoard paint_squares(const Position& position, const PictureView& view,
                                         PictureCanvas& canvas);

// Parts of other pictures.

/// Names of columns above and below the points shown, and of rows left and right of them.
struct PictureMargins {
  double above = 0, below = 0, left = 0, right = 0;  ///< from the outermost points to the names
  double size = 11;                                  ///< of the font
};
void paint_coordinates(const Lattice& lattice, const PictureView& view,
                       const PictureMargins& margins, const ColumnNames& column_name,
                       const std::function<std::string(int)>& row_name, PictureCanvas& canvas);

/// Black stones and then white ones.
void paint_stones(const Position& position, const PictureView& view, const Lattice& lattice,
                  double radius, PictureCanvas& canvas);

}  // namespace ludex

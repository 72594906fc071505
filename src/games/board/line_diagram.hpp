#pragma once

#include "games/api/diagram.hpp"
#include "games/api/position.hpp"

#include <string>

namespace ludex {

/// A board whose stones stand on crossings: coordinates A, B, ... without I, rows counted from the
/// bottom, star points, the last move between round brackets, marks on empty points and before
/// stones. Lines ended by "\n".
[[nodiscard]] std::string draw_lines(const Position& position, const Diagram& diagram);
/// What such a board has room for on a terminal of 80 columns.
[[nodiscard]] MarkRoom line_mark_room(const PointRect& part);
/// "Q16".
[[nodiscard]] std::string line_point_name(Point point, BoardSize size);

}  // namespace ludex

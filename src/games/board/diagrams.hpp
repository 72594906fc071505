#pragma once

#include "games/api/diagram.hpp"
#include "games/api/position.hpp"

#include <functional>
#include <string>
#include <string_view>

namespace ludex {

/// The name of a column, counted from 0.
using ColumnNames = std::function<std::string(int)>;

/// A board whose stones stand on crossings: names of columns above and below, rows counted from the
/// bottom, star points, the last move between round brackets, marks on empty points and before
/// stones. Lines ended by "\n".
[[nodiscard]] std::string draw_lines(const Position& position, const Diagram& diagram,
                                     const ColumnNames& column_name);
/// The largest such board on a terminal of 80 columns.
[[nodiscard]] MarkRoom line_mark_room(const PointRect& part);
/// "Q16".
[[nodiscard]] std::string line_point_name(Point point, BoardSize size,
                                          const ColumnNames& column_name);
/// A to Z without I, then AA, AB, ...
[[nodiscard]] std::string go_column_name(int column);
/// The customary ones: corners and centre from 7 lines on, the sides too where there is room.
[[nodiscard]] bool is_star_point(int column, int row, BoardSize size);

/// A board whose discs stand on squares: columns a, b, ..., rows counted from the top, the last
/// move between round brackets, marks in empty squares and before discs. Lines ended by "\n".
/// \pre at most 26 columns
[[nodiscard]] std::string draw_squares(const Position& position, const Diagram& diagram);

// Parts of other diagrams.

/// "●" of the first player, "○" of the second; `empty` for an empty point.
[[nodiscard]] std::string_view stone_symbol(std::uint8_t code, bool ascii, std::string_view empty);
/// True if the last move put a stone on `point`.
[[nodiscard]] bool is_last_stone(const Position& position, Point point);
/// The names of columns above points that are `step` columns apart, each written downwards: names
/// of two letters take no more room.
[[nodiscard]] std::string upright_header(const PointRect& part, std::size_t indent, int step,
                                         const ColumnNames& column_name);
/// A row of points, each `step` columns wide: the point comes last, and one column follows the row.
/// The last stone stands between round brackets, a mark on an empty point or before a stone.
/// \param line    what points are joined by
/// \param symbol  of a point by its column
[[nodiscard]] std::string point_row(const Position& position, const Diagram& diagram, int step,
                                    int y, std::string_view line,
                                    const std::function<std::string_view(int)>& symbol);

}  // namespace ludex

#pragma once

#include "ludex/core/game_type.hpp"
#include "replay/written_move.hpp"

#include <optional>
#include <string>
#include <string_view>

namespace ludex::othello {

/// row * width + column of a point in either style, decided by its second character: `f5` (column
/// letter of any case, row number from the top) or `fe` (two lower-case letters, as in Go).
[[nodiscard]] std::optional<Point> find_point(std::string_view text, BoardSize size);

/// A point; or a pass: empty, `PA`, `pass`, `tt` on boards up to 19x19, `pa` where that is no
/// point. What follows a "/" is GGF's evaluation and time and no part of the move.
[[nodiscard]] WrittenMove read_move(std::string_view value, BoardSize size);

/// A point, or a rectangle `a1:c3` of either style, corners in any order.
[[nodiscard]] std::optional<PointRect> find_rect(std::string_view value, BoardSize size);

/// "f5"
[[nodiscard]] std::string point_text(Point point, BoardSize size);

}  // namespace ludex::othello

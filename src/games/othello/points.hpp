#pragma once

#include "games/api/written_move.hpp"
#include "ludex/types.hpp"

#include <optional>
#include <string>
#include <string_view>

namespace ludex::othello {

namespace detail {
[[nodiscard]] std::optional<Point> find_long_point(std::string_view text, BoardSize size);
}

/// row * width + column of a point in either style, decided by its second character: `f5` (column
/// letter of any case, row number from the top) or `fe` (two lower-case letters, as in Go).
[[nodiscard]] inline std::optional<Point> find_point(std::string_view text, BoardSize size) {
  if (text.size() != 2) return detail::find_long_point(text, size);
  const bool has_digit = text[1] <= '9';
  const int x = text[0] >= 'a' ? text[0] - 'a' : has_digit ? text[0] - 'A' : -1;
  const int y = has_digit ? text[1] - '1' : text[1] - 'a';
  if (x < 0 || x >= size.width || y < 0 || y >= size.height) return std::nullopt;
  return static_cast<Point>(y * size.width + x);
}

/// A point; or a pass: empty, `PA`, `pass`, `tt` on boards up to 19x19, `pa` where that is no
/// point. What follows a "/" is GGF's evaluation and time and no part of the move.
[[nodiscard]] WrittenMove read_move(std::string_view value, BoardSize size);

/// "f5"
[[nodiscard]] std::string point_text(Point point, BoardSize size);

}  // namespace ludex::othello

#pragma once

#include "games/api/written_move.hpp"
#include "ludex/types.hpp"

#include <optional>
#include <string>
#include <string_view>

namespace ludex::hex {

/// How a point is written. The Hex page: column letters in either case, a to z, aa to az, ..., and
/// a row number, "a1" at the top left. Little Golem: two letters as in Go, A after z.
enum class PointStyle : std::uint8_t { none, numbered, letters };

[[nodiscard]] PointStyle style_of(std::string_view value);

/// "a1" to "z99" and nothing else: what nearly all points look like. None for anything else.
[[nodiscard]] inline std::optional<Point> find_short_point(std::string_view value, BoardSize size) {
  if (value.size() < 2 || value.size() > 3) return std::nullopt;
  const auto x = static_cast<unsigned>((value[0] | 0x20) - 'a');  // either case
  unsigned row = 0;
  for (const char c : value.substr(1)) {
    const auto digit = static_cast<unsigned>(c - '0');
    if (digit > 9) return std::nullopt;
    row = row * 10 + digit;
  }
  const auto width = static_cast<unsigned>(size.width);
  if (x >= 26 || x >= width || row - 1 >= static_cast<unsigned>(size.height)) return std::nullopt;
  return (row - 1) * width + x;
}

/// A point in either style; none off the board and for anything else.
[[nodiscard]] std::optional<Point> find_point(std::string_view value, BoardSize size);

/// A point, `swap`, `swap-pieces`, `swap-sides`, `pass` (or nothing), `resign`, `forfeit`, in
/// either case, with blanks around.
[[nodiscard]] WrittenMove read_move(std::string_view value, BoardSize size);

/// "a", ..., "z", "aa", ... for columns from 0.
[[nodiscard]] std::string column_text(int column);
/// "a1".
[[nodiscard]] std::string point_text(Point point, BoardSize size);

}  // namespace ludex::hex

#pragma once

#include "games/api/written_move.hpp"
#include "ludex/types.hpp"

#include <array>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

namespace ludex::go {

namespace detail {
/// SGF's letters: a-z are 0-25, A-Z are 26-51 (FF[4]); everything else is larger than any board.
inline constexpr auto kLetterValues = [] {
  std::array<std::uint8_t, 256> values{};
  values.fill(0xFF);
  for (unsigned i = 0; i < 26; ++i) {
    values['a' + i] = static_cast<std::uint8_t>(i);
    values['A' + i] = static_cast<std::uint8_t>(26 + i);
  }
  return values;
}();
}  // namespace detail

[[nodiscard]] inline int letter_value(char letter) {
  return detail::kLetterValues[static_cast<unsigned char>(letter)];
}

/// row * width + column of two letters; none for anything else and off the board.
[[nodiscard]] inline std::optional<Point> find_point(std::string_view text, BoardSize size) {
  if (text.size() != 2) return std::nullopt;
  const int x = letter_value(text[0]);
  const int y = letter_value(text[1]);
  if (x >= size.width || y >= size.height) return std::nullopt;
  return static_cast<Point>(y * size.width + x);
}

/// Knows two letters, the pass of FF[4] (empty, or `tt` where both sides are at most 19), and what
/// is met in the wild: blanks around, `R16`, `Pass`, `resign`, a list `dd:ee` (its first point).
[[nodiscard]] WrittenMove read_move(std::string_view value, BoardSize size);

/// Two letters.
[[nodiscard]] std::string point_text(Point point, BoardSize size);

}  // namespace ludex::go

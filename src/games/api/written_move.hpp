#pragma once

#include "core/ascii.hpp"
#include "games/api/position.hpp"
#include "ludex/types.hpp"

#include <algorithm>
#include <cstdint>
#include <optional>
#include <span>
#include <string_view>

namespace ludex {

/// The parsed value of B or W.
struct WrittenMove {
  enum class Kind : std::uint8_t {
    stone,
    pass,
    off_board,
    resignation,
    forfeit,
    draw_offer,
    draw,         ///< agreed: the game ends
    swap_pieces,  ///< or `swap`: the next move shows which kind it was
    swap_sides,
    part,  ///< a change inside a turn that is no move by itself
    unreadable
  };
  Kind kind = Kind::unreadable;
  Point point = 0;
  bool is_standard = true;             ///< false: not valid in the format, but unambiguous
  bool is_sides_without_next = false;  ///< swap_pieces: what it means where no move follows
};

/// A word for a move.
struct MoveWord {
  std::string_view word;  ///< in lower case
  WrittenMove::Kind kind;
  bool is_standard = true;
};
/// The move of a word, ignoring case; none for other words.
[[nodiscard]] inline std::optional<WrittenMove> find_word(std::string_view text,
                                                          std::span<const MoveWord> words) {
  for (const auto& [word, kind, is_standard] : words) {
    if (same_but_case(text, word)) return WrittenMove{kind, 0, is_standard};
  }
  return std::nullopt;
}

/// The points that a value of AB, AW or AE names: one, or a compressed list (`aa:cc`, corners in
/// any order); none if a corner is none. \param find_point  reads one corner, given without blanks
/// around it
template <class FindPoint>
[[nodiscard]] std::optional<PointRect> read_rect(std::string_view value, BoardSize size,
                                                 const FindPoint& find_point) {
  const auto colon = value.find(':');
  const auto first = find_point(trimmed(value.substr(0, colon)));
  const auto last =
      colon == std::string_view::npos ? first : find_point(trimmed(value.substr(colon + 1)));
  if (!first || !last) return std::nullopt;
  const auto column = [&](Point point) { return static_cast<int>(point) % size.width; };
  const auto row = [&](Point point) { return static_cast<int>(point) / size.width; };
  const auto [left, right] = std::minmax({column(*first), column(*last)});
  const auto [top, bottom] = std::minmax({row(*first), row(*last)});
  return PointRect{left, top, right, bottom};
}

/// The state of a turn of several values (Twixt).
struct TurnSoFar {
  std::optional<Point> peg;     ///< put down
  std::optional<Point> lifted;  ///< taken up, to be put back
};

}  // namespace ludex

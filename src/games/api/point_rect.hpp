#pragma once

#include "games/api/written_move.hpp"
#include "ludex/types.hpp"

#include <algorithm>
#include <optional>
#include <string_view>

namespace ludex {

/// The points that a value of AB, AW or AE names: one, or a compressed list (`aa:cc`, corners in
/// any order); none if a corner is none. \param find_point  reads one corner, given without blanks
/// around it
template <class FindPoint>
[[nodiscard]] std::optional<PointRect> read_rect(std::string_view value, BoardSize size,
                                                 const FindPoint& find_point) {
  const auto corner = [&](std::string_view text) -> std::optional<Point> {
    constexpr std::string_view kBlanks = " \t\r\n\v\f";
    const auto first = text.find_first_not_of(kBlanks);
    if (first == std::string_view::npos) return std::nullopt;
    return find_point(text.substr(first, text.find_last_not_of(kBlanks) - first + 1), size);
  };
  const auto colon = value.find(':');
  const auto first = corner(value.substr(0, colon));
  const auto last = colon == std::string_view::npos ? first : corner(value.substr(colon + 1));
  if (!first || !last) return std::nullopt;
  const auto column = [&](Point point) { return static_cast<int>(point) % size.width; };
  const auto row = [&](Point point) { return static_cast<int>(point) / size.width; };
  const auto [left, right] = std::minmax({column(*first), column(*last)});
  const auto [top, bottom] = std::minmax({row(*first), row(*last)});
  return PointRect{left, top, right, bottom};
}

}  // namespace ludex

#pragma once

#include "core/game_type.hpp"

#include <array>
#include <cstdint>
#include <span>
#include <string_view>

namespace ludex {

/// The symmetries of a rectangle as seen on the diagram, in the order in which a match is looked
/// for. The columns and rows that a point (x, y) of a w x h board goes to are given beside each.
enum class Orientation : std::uint8_t {
  identity,  ///< x, y
  rot90,     ///< h-1-y, x: a quarter turn clockwise
  rot180,    ///< w-1-x, h-1-y
  rot270,    ///< y, w-1-x
  mirror_h,  ///< w-1-x, y: left and right change places
  mirror_v,  ///< x, h-1-y: top and bottom change places
  diag,      ///< y, x
  anti,      ///< h-1-y, w-1-x
};

inline constexpr std::array kAllOrientations = {
    Orientation::identity, Orientation::rot90,    Orientation::rot180, Orientation::rot270,
    Orientation::mirror_h, Orientation::mirror_v, Orientation::diag,   Orientation::anti};

/// How one position lies on another: turned, and with the players' roles exchanged.
struct Match {
  Orientation orientation = Orientation::identity;
  bool colors_swapped = false;
  friend bool operator==(const Match&, const Match&) = default;
};

/// "identity", "rot90", ..., "mirror-h", ...
[[nodiscard]] std::string_view orientation_name(Orientation orientation);

/// The one that leads back.
[[nodiscard]] Orientation inverse(Orientation orientation);

/// The same with left and right of the outcome changing places.
[[nodiscard]] Orientation mirrored_h(Orientation orientation);

/// Whether width and height change places.
[[nodiscard]] constexpr bool is_transposing(Orientation orientation) {
  return orientation == Orientation::rot90 || orientation == Orientation::rot270 ||
         orientation == Orientation::diag || orientation == Orientation::anti;
}

/// The board that one of `size` becomes: width and height change places if it is transposing.
[[nodiscard]] constexpr BoardSize map_size(Orientation orientation, BoardSize size) {
  return is_transposing(orientation) ? BoardSize{size.height, size.width} : size;
}

/// Where `point` (row * width + column) of a board of `size` goes: row * width + column of a board
/// of map_size().
[[nodiscard]] Point map_point(Orientation orientation, Point point, BoardSize size);

/// Those that map a board of `size` onto itself: all eight on squares, four on other rectangles.
[[nodiscard]] std::span<const Orientation> orientations_of(BoardSize size);

}  // namespace ludex

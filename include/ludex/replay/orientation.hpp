#pragma once

#include "ludex/core/game_type.hpp"

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

/// "identity", "rot90", ..., "mirror-h", ...
[[nodiscard]] std::string_view orientation_name(Orientation orientation);

/// The one that leads back.
[[nodiscard]] Orientation inverse(Orientation orientation);

/// Whether width and height change places.
[[nodiscard]] constexpr bool is_transposing(Orientation orientation) {
  return orientation == Orientation::rot90 || orientation == Orientation::rot270 ||
         orientation == Orientation::diag || orientation == Orientation::anti;
}

/// Where `point` (row * width + column) of a board of `size` goes; row * width + column again.
/// \pre `size` is square, or the orientation is not transposing.
[[nodiscard]] std::uint16_t map_point(Orientation orientation, std::uint16_t point, BoardSize size);

/// Those that map a board of `size` onto itself: all eight on squares, four on other rectangles.
[[nodiscard]] std::span<const Orientation> orientations_of(BoardSize size);

}  // namespace ludex

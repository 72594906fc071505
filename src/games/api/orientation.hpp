#pragma once

#include "ludex/position.hpp"
#include "ludex/types.hpp"

#include <array>
#include <span>

namespace ludex {

inline constexpr std::array kAllOrientations = {
    Orientation::identity, Orientation::rot90,    Orientation::rot180, Orientation::rot270,
    Orientation::mirror_h, Orientation::mirror_v, Orientation::diag,   Orientation::anti};

/// How one position lies on another: turned, and with the players' roles exchanged.
struct Match {
  Orientation orientation = Orientation::identity;
  bool colors_swapped = false;
  friend bool operator==(const Match&, const Match&) = default;
};

/// The one that leads back.
[[nodiscard]] Orientation inverse(Orientation orientation);

/// The same with left and right of the outcome changing places.
[[nodiscard]] Orientation mirrored_h(Orientation orientation);

/// True if width and height are exchanged.
[[nodiscard]] constexpr bool is_transposing(Orientation orientation) {
  return orientation == Orientation::rot90 || orientation == Orientation::rot270 ||
         orientation == Orientation::diag || orientation == Orientation::anti;
}

/// The board that one of `size` becomes: width and height change places if it is transposing.
[[nodiscard]] constexpr BoardSize map_size(Orientation orientation, BoardSize size) {
  return is_transposing(orientation) ? BoardSize{size.height, size.width} : size;
}

/// A column and a row from the top left, also of places off the board.
struct GridPlace {
  int x = 0;
  int y = 0;
  friend bool operator==(const GridPlace&, const GridPlace&) = default;
};
/// Maps a place of a board of `size` to a board of map_size().
[[nodiscard]] GridPlace map_place(Orientation orientation, GridPlace place, BoardSize size);
/// Where `point` (row * width + column) of a board of `size` goes: row * width + column of a board
/// of map_size().
[[nodiscard]] Point map_point(Orientation orientation, Point point, BoardSize size);

/// Those that map a board of `size` onto itself: all eight on squares, four on other rectangles.
[[nodiscard]] std::span<const Orientation> orientations_of(BoardSize size);

}  // namespace ludex

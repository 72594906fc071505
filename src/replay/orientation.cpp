#include "ludex/replay/orientation.hpp"

#include <cassert>

namespace ludex {

std::string_view orientation_name(Orientation orientation) {
  constexpr std::array<std::string_view, 8> kNames = {"identity", "rot90",    "rot180", "rot270",
                                                      "mirror-h", "mirror-v", "diag",   "anti"};
  return kNames[static_cast<std::size_t>(orientation)];
}

Orientation inverse(Orientation orientation) {
  if (orientation == Orientation::rot90) return Orientation::rot270;
  if (orientation == Orientation::rot270) return Orientation::rot90;
  return orientation;
}

std::uint16_t map_point(Orientation orientation, std::uint16_t point, BoardSize size) {
  assert(point < size.area() && (size.is_square() || !is_transposing(orientation)));
  const int x = point % size.width;
  const int y = point / size.width;
  const int right = size.width - 1;
  const int bottom = size.height - 1;
  const auto at = [&](int column, int row) {
    return static_cast<std::uint16_t>(row * size.width + column);
  };
  switch (orientation) {
    case Orientation::identity:
      return at(x, y);
    case Orientation::rot90:
      return at(bottom - y, x);
    case Orientation::rot180:
      return at(right - x, bottom - y);
    case Orientation::rot270:
      return at(y, right - x);
    case Orientation::mirror_h:
      return at(right - x, y);
    case Orientation::mirror_v:
      return at(x, bottom - y);
    case Orientation::diag:
      return at(y, x);
    case Orientation::anti:
      return at(bottom - y, right - x);
  }
  return point;
}

std::span<const Orientation> orientations_of(BoardSize size) {
  static constexpr std::array kRectangle = {Orientation::identity, Orientation::rot180,
                                            Orientation::mirror_h, Orientation::mirror_v};
  if (size.is_square()) return kAllOrientations;
  return kRectangle;
}

}  // namespace ludex

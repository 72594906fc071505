#include "games/api/orientation.hpp"

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

Orientation mirrored_h(Orientation orientation) {
  switch (orientation) {
    case Orientation::identity:
      return Orientation::mirror_h;
    case Orientation::mirror_h:
      return Orientation::identity;
    case Orientation::rot180:
      return Orientation::mirror_v;
    case Orientation::mirror_v:
      return Orientation::rot180;
    case Orientation::rot90:
      return Orientation::diag;
    case Orientation::diag:
      return Orientation::rot90;
    case Orientation::rot270:
      return Orientation::anti;
    case Orientation::anti:
      return Orientation::rot270;
  }
  return orientation;
}

Point map_point(Orientation orientation, Point point, BoardSize size) {
  assert(static_cast<int>(point) < size.area());
  const int x = static_cast<int>(point) % size.width;
  const int y = static_cast<int>(point) / size.width;
  const int right = size.width - 1;
  const int bottom = size.height - 1;
  const int width = map_size(orientation, size).width;
  const auto at = [&](int column, int row) { return static_cast<Point>(row * width + column); };
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

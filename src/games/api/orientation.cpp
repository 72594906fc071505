#include "games/api/orientation.hpp"

#include <cassert>
#include <utility>

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
  using enum Orientation;
  constexpr std::array kMirrored = {mirror_h, diag,   mirror_v, anti,
                                    identity, rot180, rot90,    rot270};
  return kMirrored[static_cast<std::size_t>(orientation)];
}

GridPlace map_place(Orientation orientation, GridPlace place, BoardSize size) {
  using enum Orientation;
  const auto is_one_of = [&](auto... some) { return ((orientation == some) || ...); };
  const BoardSize image = map_size(orientation, size);
  if (is_transposing(orientation)) std::swap(place.x, place.y);
  if (is_one_of(rot90, rot180, mirror_h, anti)) place.x = image.width - 1 - place.x;
  if (is_one_of(rot180, rot270, mirror_v, anti)) place.y = image.height - 1 - place.y;
  return place;
}

Point map_point(Orientation orientation, Point point, BoardSize size) {
  assert(static_cast<int>(point) < size.area());
  const auto [x, y] =
      map_place(orientation,
                {static_cast<int>(point) % size.width, static_cast<int>(point) / size.width}, size);
  return static_cast<Point>(y * map_size(orientation, size).width + x);
}

std::span<const Orientation> orientations_of(BoardSize size) {
  static constexpr std::array kRectangle = {Orientation::identity, Orientation::rot180,
                                            Orientation::mirror_h, Orientation::mirror_v};
  if (size.is_square()) return kAllOrientations;
  return kRectangle;
}

}  // namespace ludex

#pragma once

#include "games/api/picture.hpp"
#include "games/api/position.hpp"

namespace ludex::hex {

/// A rhombus of hexagons, each row half a cell to the right of the one above it. The sides that
/// Black joins, above and below, are black, those of White white; coordinates outside of them.
[[nodiscard]] PaintedBoard paint_hexagons(const Position& position, const PictureView& view,
                                          PictureCanvas& canvas);

}  // namespace ludex::hex

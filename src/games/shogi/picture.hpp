#pragma once

#include "games/api/picture.hpp"
#include "games/api/position.hpp"

namespace ludex::shogi {

/// Board and hands from sente's side: files 9 to 1 above, ranks at the right, gote's pieces upside
/// down, the squares of the last move tinted. Gote's hand at the left, sente's at the right; in a
/// narrow picture above and below. Each player's name stands by the hand.
[[nodiscard]] PaintedBoard paint_pieces(const Position& position, const PictureView& view,
                                        PictureCanvas& canvas);

}  // namespace ludex::shogi

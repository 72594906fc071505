#pragma once

#include "games/api/position.hpp"

#include <string>

namespace ludex::shogi {

/// Board and hands from sente's side: files from 9 to 1 above, ranks beside, `v` before gote's
/// pieces, the square that the last move went to between round brackets. Pieces are Japanese
/// characters, which take two columns of a terminal; in ASCII the letters of SFEN.
[[nodiscard]] std::string draw_shogi(const Position& position, bool ascii);

}  // namespace ludex::shogi

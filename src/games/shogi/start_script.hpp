#pragma once

#include "formats/csa/csa.hpp"
#include "games/shogi/board.hpp"

#include <cstdint>
#include <vector>

namespace ludex::shogi {

/// Puts a start position on the board; appends the operations that make it of the even one.
void set_up_start(const ShogiStart& start, Board& board, std::vector<std::uint16_t>& script);

}  // namespace ludex::shogi

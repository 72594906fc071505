#pragma once

#include "games/api/game_rules.hpp"

namespace ludex::shogi {

/// Shogi as records have it: what the pieces on the board and in hand allow is played.
[[nodiscard]] const GameRules& rules();

}  // namespace ludex::shogi

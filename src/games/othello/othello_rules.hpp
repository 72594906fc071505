#pragma once

#include "games/api/game_rules.hpp"

namespace ludex::othello {

/// Othello on boards from 4x4 to 26x26, rectangles too.
[[nodiscard]] const GameRules& rules();

}  // namespace ludex::othello

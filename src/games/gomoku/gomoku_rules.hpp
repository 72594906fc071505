#pragma once

#include "games/api/game_rules.hpp"

namespace ludex::gomoku {

/// Gomoku and Renju: stones are placed; forbidden moves of rulesets are not checked. Boards from
/// 1x1 to 52x52.
[[nodiscard]] const GameRules& rules();

}  // namespace ludex::gomoku

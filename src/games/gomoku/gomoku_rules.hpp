#pragma once

#include "games/api/game_rules.hpp"

namespace ludex::gomoku {

/// Gomoku and Renju on boards from 1x1 to 52x52 points, as many as SGF (FF[4]) has letters for.
/// Stones are placed; the forbidden moves of rulesets are not checked.
[[nodiscard]] const GameRules& rules();

}  // namespace ludex::gomoku

#pragma once

#include "games/api/game_rules.hpp"

namespace ludex::gomoku {

/// Gomoku and Renju: stones are put down; what a ruleset forbids is not looked at. Boards from 1x1
/// to 52x52.
[[nodiscard]] const GameRules& rules();

}  // namespace ludex::gomoku

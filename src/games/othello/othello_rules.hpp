#pragma once

#include "games/api/game_rules.hpp"

namespace ludex::othello {

/// Othello on boards from 4x4 to 26x26 squares, rectangles too. The rules are those of the World
/// Othello Federation: a player who cannot turn a disc passes.
[[nodiscard]] const GameRules& rules();

}  // namespace ludex::othello

#pragma once

#include "games/api/game_rules.hpp"

namespace ludex::hex {

/// Hex on boards from 1x1 to 64x64: the first player connects top and bottom, the second one left
/// and right. A half turn keeps the rules; transposing keeps them if the players change roles.
[[nodiscard]] const GameRules& rules();

}  // namespace ludex::hex

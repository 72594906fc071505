#pragma once

#include "games/api/game_rules.hpp"

namespace ludex::go {

/// Go on boards from 1x1 to 52x52 points, as many as SGF has letters for. A move is executed as
/// FF[4] says: whether or not it is legal.
[[nodiscard]] const GameRules& rules();

}  // namespace ludex::go

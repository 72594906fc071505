#pragma once

#include "games/api/game_rules.hpp"

namespace ludex::go {

/// Go as FF[4] replays it, on boards from 1x1 to 52x52.
[[nodiscard]] const GameRules& rules();

}  // namespace ludex::go

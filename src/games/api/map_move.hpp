#pragma once

#include "games/api/orientation.hpp"
#include "games/api/position.hpp"

namespace ludex {

/// A link between the images of its pegs.
[[nodiscard]] Link map_link(const Link& link, Orientation orientation, BoardSize size);

/// A move on the board as it lies under `orientation`; players stay.
[[nodiscard]] Move map_move(Move move, Orientation orientation, BoardSize size);

}  // namespace ludex

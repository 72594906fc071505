#pragma once

#include "core/position_key.hpp"
#include "formats/cgp/cgp.hpp"
#include "games/api/replay_script.hpp"

#include <vector>

namespace ludex {

/// Packs a position of a crossword game into `out` (cleared first), a script of one ply.
/// \param keys  gets the key of the position appended; may be null
void compile_cgp(const CgpPosition& position, ReplayScript& out, std::vector<PositionKey>* keys);

}  // namespace ludex

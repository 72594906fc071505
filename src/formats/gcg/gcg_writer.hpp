#pragma once

#include "formats/gcg/gcg_game.hpp"

#include <string>

namespace ludex {

/// Writes a game as GCG in UTF-8: pragmas in one order, players, events with one blank between
/// their parts and upper-case coordinates, notes, last racks. Lines end in "\n". Reading what was
/// written gives the same game, except for places in the record and the order of pragmas.
[[nodiscard]] std::string write_gcg(const GcgGame& game);

}  // namespace ludex

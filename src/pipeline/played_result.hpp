#pragma once

#include "formats/game_info.hpp"

#include <optional>

namespace ludex {

/// Joins what a game's end says of its result with what is written: fills the result in where none
/// is written, adds how it was won where only the same winner is, and marks the result as disputed
/// where the two name other winners, or other margins.
/// "?", no result and unfinished games are no contradiction. What Cassio writes as Black's win may
/// be White's: there the board is right.
void add_played_result(const std::optional<GameResult>& played, GameInfo& info);

}  // namespace ludex

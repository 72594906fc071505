#pragma once

#include "formats/game_info.hpp"

#include <optional>

namespace ludex {

/// Compares the result that the end of a game shows with the written one. Fills it in if none is
/// written; adds how the game was won if only the winner is written; marks the result as disputed
/// if winners or margins differ. "?", no result and an unfinished game contradict nothing. Cassio
/// may write White's win as Black's: there the board decides.
void add_played_result(const std::optional<GameResult>& played, GameInfo& info);

}  // namespace ludex

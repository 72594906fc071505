#pragma once

#include "core/position_key.hpp"
#include "formats/csa/csa_game.hpp"
#include "games/api/replay_script.hpp"

#include <vector>

namespace ludex {

/// Replays a game of shogi into `out` (cleared first). Never fails: the first move that the pieces
/// on the board and in hand make impossible ends the replay, with a ProblemKind::impossible_move
/// that says why; whether a move is legal is not asked. Ply 0 is always there. Moves that players
/// took back are variations.
/// \param keys  gets out.total_positions keys appended, that of ply n at n-th place; may be null
/// Cost: some 10 ns a move.
void compile_csa(const CsaGame& game, ReplayScript& out, std::vector<PositionKey>* keys);

}  // namespace ludex

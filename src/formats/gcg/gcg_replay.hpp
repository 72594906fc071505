#pragma once

#include "core/position_key.hpp"
#include "formats/cgp/cgp.hpp"
#include "formats/gcg/gcg_game.hpp"
#include "games/api/replay_script.hpp"

#include <cstddef>
#include <functional>
#include <vector>

namespace ludex {

/// A moment of a GCG game; `seat_to_move` from 0.
using GcgStateVisitor = std::function<void(const CgpPosition& position, std::size_t seat_to_move)>;

/// Replays a GCG game: shows `visit` the state before each event and the final one, and notes what
/// is wrong. Ply n is the state before event n, counted from 0; a play that was taken back is two
/// plies, on the board and off it.
///
/// A state holds what is known at that moment: the rack that the event of the player to move says;
/// of the others, tiles of a play taken back, and with an empty bag what must be left. Scores are
/// the file's totals, before time penalties. Zero turns in a row: exchange, pass and a play taken
/// back add one, a play that stays resets them. Opcodes: lex, ld, bdn, var and gid as written, lm;
/// ld also where no lexicon is named and tiles and scores show that they are not English.
///
/// Never fails. A play that the board makes impossible and an event that was not understood end
/// the replay; they would have led to the ply first_illegal_ply. An event that was not
/// understood and has brought no points, as its player's next total tells, changes nothing: it
/// gives a ply and the replay goes on, while without the tiles of a lost play all later boards were
/// wrong. All else is a problem and goes on: a tile that the rack does not hold, more of a letter
/// than the bag holds, a play that touches no other (illegal too, but made), a score that the board
/// does not give, a total that the scores do not add up to. Scores are checked where layout and
/// distribution are known; else that is said once.
///
/// \param out  counts and problems; `ops` stays empty
void replay_gcg(const GcgGame& game, ReplayScript& out, const GcgStateVisitor& visit);

/// The board of a game: that of "#board-layout"; 15 x 15 where it is not known.
[[nodiscard]] BoardSize gcg_board_size(const GcgGame& game);

/// Replays a game into `out` (cleared first), packed.
/// \param keys  gets out.total_positions keys appended, that of ply n at n-th place; may be null
void compile_gcg(const GcgGame& game, ReplayScript& out, std::vector<PositionKey>* keys);

}  // namespace ludex

#pragma once

#include "formats/game_info.hpp"
#include "formats/sgf/sgf_tree.hpp"

namespace ludex {

/// Which game a tree is of. What a server or a program is known to write counts most: Little Golem
/// declares no GM at all. Then GM, unless its board contradicts it (GM[2] on a 19x19 Go problem);
/// then how the first moves are written; else Go, FF[4]'s default.
/// \param info  with everything the root says; its `size` is 0x0 where SZ is missing.
/// Cost: a few nanoseconds where GM is a number; about 100 without GM.
[[nodiscard]] GameType choose_game(const SgfTree& tree, const GameInfo& info);

/// Whether the letters of moves stand for the other player than those of PB, PW and RE: in Little
/// Golem's Hex the first move is always W, and PB made it.
/// \pre info.game is known
[[nodiscard]] bool has_exchanged_colors(const SgfTree& tree, const GameInfo& info);

/// Whether seat 1 has the white pieces: Little Golem's Twixt, where PB moves first, as `b`.
/// \pre info.game is known
[[nodiscard]] bool has_white_first_seat(const SgfTree& tree, const GameInfo& info);

/// Whether Little Golem wrote it, which gives no date.
[[nodiscard]] bool is_little_golem(const SgfTree& tree, const GameInfo& info);

}  // namespace ludex

#pragma once

#include "formats/shogi/shogi_game.hpp"

#include <optional>
#include <string_view>

namespace ludex {

/// Reads a game of PSN: tags as in PGN, then moves in any of its spellings, mixed as they come:
/// `P7f`, `P7g-7f`, `P8hx2b+`, `G65b` (from file 6), `Gg6h` (from rank g), `P*7f`, `P'7f`, and
/// captures without their square: `xP` and `Px` (a pawn takes what has just moved, else the only
/// piece that one can take), `xS6`, `G6x` (from file 6). A number stands before each move or each
/// pair of moves. `{...}` is a comment, also one that spans lines; `(...)` a variation of the last
/// move, or with digits and a colon a time.
///
/// Sente is Player::first. Result: the tag, else what stands after the moves: `{Resigns}`, `1-0`.
///
/// \param out  filled anew; its vectors are reused
/// \returns    why the record gave nothing: no_node, too_many_nodes
/// Cost: one pass, no recursion.
[[nodiscard]] std::optional<Problem> parse_psn(std::string_view record,
                                               const ShogiReadOptions& options, ShogiGame& out);

/// Reads a move. False: it is none.
[[nodiscard]] bool read_psn_move(std::string_view word, ShogiMove& move);

/// The key of a line `[Key "value"]`; empty: it is no such line. \param value  gets the value
[[nodiscard]] std::string_view psn_tag(std::string_view line, std::string_view& value);

}  // namespace ludex

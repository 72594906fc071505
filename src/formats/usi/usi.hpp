#pragma once

#include "formats/shogi/shogi_game.hpp"

#include <optional>
#include <string>
#include <string_view>

namespace ludex {

/// Reads a line of USI or USEN: a game, or a position.
///
///     [position] startpos [moves 7g7f ... [resign|win]]
///     [position] [sfen] board side hands [number] [moves ...]
///     [board]~n.moves[.end]~n.moves...     USEN, also after "usen=" in a URL
///
/// USEN: `_` `.` `z` for `/`, a blank and `+` of SFEN; a move is three digits of base 36; each
/// further part is a variation of the line before it, from ply n on.
///
/// \param out  filled anew; its vectors are reused
/// \returns    why the record gave nothing: bad_syntax, too_many_nodes
/// Cost: one pass.
[[nodiscard]] std::optional<Problem> parse_usi(std::string_view record,
                                               const ShogiReadOptions& options, ShogiGame& out);

/// True if a line is one of these, as far as its beginning shows.
[[nodiscard]] bool is_usi_line(std::string_view line);

}  // namespace ludex

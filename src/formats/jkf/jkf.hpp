#pragma once

#include "formats/shogi/shogi_conversion.hpp"
#include "formats/shogi/shogi_game.hpp"

#include <optional>
#include <string>
#include <string_view>

namespace ludex {

/// Reads a record of JKF (JSON Kifu Format, version 1.0): one JSON object.
///
/// Takes complete JKF and minimal JKF, whose moves have no piece and no colour; colours as numbers
/// and as booleans (true: sente). A key that JKF does not have becomes a property where it stands
/// at the top, and is passed over elsewhere. JSON that is cut short gives the moves before that.
///
/// Nodes are in the order of KIF: see order_shogi_nodes(). Node 0 of notes is the start.
///
/// \param out  filled anew; its vectors are reused
/// \returns    why the record gave nothing: bad_syntax, no_node, too_many_nodes
/// Cost: one pass, no recursion; memory grows with nested variations, 100 bytes each.
[[nodiscard]] std::optional<Problem> parse_jkf(std::string_view record,
                                               const ShogiReadOptions& options, ShogiGame& out);

/// Writes a game as one line: header, start, moves with captures and what KI2 says of them, times
/// with totals, comments (a bookmark is one that begins with "&", as Kifu-for-JS has it), ends and
/// variations. Moves that cannot be played are left out. Parsing what was written gives the same
/// game. No recursion.
void write_jkf(const ShogiGame& game, std::string& out, ShogiLosses& losses);

/// True if text that begins so is an object of JKF: "{", and a key that only such an object has
/// first.
[[nodiscard]] bool begins_jkf(std::string_view text);
/// True if more of the text may make it begin so.
[[nodiscard]] bool may_begin_jkf(std::string_view text);

}  // namespace ludex

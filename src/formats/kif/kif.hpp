#pragma once

#include "formats/shogi/shogi_game.hpp"
#include "ludex/problem.hpp"

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

namespace ludex {

struct ShogiLosses;

/// The two ways to write moves.
enum class KifDialect : std::uint8_t { kif, ki2 };

/// Reads one record. Takes the lines of both dialects, whatever their number.
///
/// The bytes decide on the charset: UTF-8 if they are well-formed, else Shift_JIS (as Windows has
/// it), else EUC-JP, else the likeliest of all; what the first line declares is only compared.
///
/// Start: the diagram if there is one, else 手合割, else the even position. In handicap games the
/// giver (Player::second) begins; under a diagram the line 後手番 says so, else the mark of the
/// first move, else sente begins.
///
/// Variations: 変化：N手 goes back from the last move read to ply N - 1; where that line has none,
/// to the last such ply read.
///
/// Result: the end word of the main line, by the side to move; else the line まで.
///
/// \param out  filled anew; its vectors are reused
/// \returns    why the record gave nothing: no_node, too_many_nodes
/// Cost: one pass, no recursion. Positions are not looked at: see compile_shogi().
[[nodiscard]] std::optional<Problem> parse_kif(std::string_view record,
                                               const ShogiReadOptions& options, ShogiGame& out);

/// A move as KI2 writes it, without ▲ or △: "７六歩", "同　銀", "５八金右", "３三角打".
/// \param is_same  the move before it went to the same square
[[nodiscard]] std::string ki2_move_text(const ShogiPlayed& move, bool is_same);

/// Writes a game in UTF-8, lines ended by "\n": headers, start position, comments, moves with
/// times, ends, variations. Parsing what was written gives the same game.
/// \param losses  counts times that KIF rounds down and draws by too many moves; may be null
[[nodiscard]] std::string write_kif(const ShogiGame& game, KifDialect dialect,
                                    ShogiLosses* losses = nullptr);

}  // namespace ludex

#pragma once

#include "core/shogi.hpp"
#include "formats/csa/csa_statement.hpp"
#include "games/api/position.hpp"

#include <array>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

namespace ludex::shogi {

/// The letters of SFEN, also on the board of CGP: capitals are sente's, "+P" is promoted.
[[nodiscard]] std::string_view cell_letters(std::uint8_t code);
[[nodiscard]] std::optional<std::uint8_t> find_cell(std::string_view letters);

/// "7g7f", "8h2b+", "P*5e".
[[nodiscard]] std::string usi_text(const Move& move);
/// What `text` means as a move of `player`; nothing is asked of the board.
[[nodiscard]] std::optional<Move> parse_usi(std::string_view text, Player player);

/// Kinds in the order in which hands are written: rook, bishop, gold, silver, knight, lance, pawn.
inline constexpr std::array<Piece, kHandKinds> kHandOrder = {
    Piece::rook,   Piece::bishop, Piece::gold, Piece::silver,
    Piece::knight, Piece::lance,  Piece::pawn};

/// More of a kind in hand are taken for a mistake in what somebody writes.
inline constexpr int kMaxWrittenInHand = 31;

/// "+7776FU", "-0055KA": the piece is the one after the move, so that only the board shows whether
/// it promotes. \returns none where the sign or the piece is not what the position has there.
[[nodiscard]] std::optional<Move> parse_csa_move(std::string_view word, const Position& position);

}  // namespace ludex::shogi

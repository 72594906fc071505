#pragma once

#include "core/shogi.hpp"
#include "formats/shogi/shogi_game.hpp"
#include "games/shogi/board.hpp"

#include <cstdint>
#include <optional>

namespace ludex::shogi {

/// Which piece a move of KI2 means.
struct FoundOrigin {
  std::optional<std::uint8_t> from;  ///< a point
  bool is_ambiguous = false;
};

/// Finds the mover's piece that goes to `to`, by how pieces move and by the words of KI2; where
/// several are left, by which of them leave the king safe.
/// \param relative  shogi_relative; 0: nothing is said
[[nodiscard]] FoundOrigin find_origin(const Board& board, std::uint8_t to, Piece piece,
                                      std::uint8_t relative);

/// A move of PSN.
struct FoundMove {
  std::optional<BoardMove> move;
  bool is_ambiguous = false;
};

/// Finds the mover's piece that goes to `to` from a file, or from a rank.
[[nodiscard]] FoundMove find_step(const Board& board, const ShogiMove& move, std::uint8_t to);

/// Finds what a piece takes: what has just moved there, else the only piece it can take.
/// \param last  where the move before went
[[nodiscard]] FoundMove find_capture(const Board& board, const ShogiMove& move,
                                     std::optional<std::uint8_t> last);

/// The words that tell a move apart from those of other pieces of its kind; 0: none is needed.
/// \pre the move is no drop, and can be played
[[nodiscard]] std::uint8_t relative_of(const Board& board, BoardMove move);

}  // namespace ludex::shogi

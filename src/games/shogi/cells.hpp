#pragma once

#include "core/shogi.hpp"
#include "games/api/position.hpp"
#include "ludex/types.hpp"

#include <array>
#include <cstddef>
#include <cstdint>

namespace ludex::shogi {

inline constexpr std::size_t kSquares = 81;
inline constexpr BoardSize kBoardSize{kSide, kSide};

/// What Position::cells holds in shogi: the number of the piece, 16 more for gote's; 0 is empty.
/// Keys and packed moves are made of these codes: never renumber.
inline constexpr std::uint8_t kGote = 16;
inline constexpr std::size_t kCellCodes = 32;

[[nodiscard]] constexpr std::uint8_t cell_of(Player owner, Piece piece) {
  return static_cast<std::uint8_t>(static_cast<int>(piece) + (owner == Player::first ? 0 : kGote));
}
[[nodiscard]] constexpr Piece piece_of(std::uint8_t code) { return static_cast<Piece>(code & 15); }
/// \pre code is not empty
[[nodiscard]] constexpr Player owner_of(std::uint8_t code) {
  return code < kGote ? Player::first : Player::second;
}
/// True if a piece has this code (there is no promoted gold), or the cell is empty.
[[nodiscard]] constexpr bool is_cell(std::uint8_t code) {
  return code == cell::kEmpty || (code < kCellCodes && (code & 15) != 0 && (code & 15) != 13);
}

/// Hands are counted from the pawn (0) to the rook (6). \pre can be in hand
[[nodiscard]] constexpr std::size_t hand_kind(Piece piece) {
  return static_cast<std::size_t>(piece) - 1;
}
[[nodiscard]] constexpr Piece piece_in_hand(std::size_t kind) {
  return static_cast<Piece>(kind + 1);
}
[[nodiscard]] constexpr std::size_t seat_index(Player player) {
  return static_cast<std::size_t>(player) - 1;
}

/// A square as a point: rank 1 is the top row, file 9 the leftmost column.
[[nodiscard]] constexpr std::uint8_t point_of(Square square) {
  return static_cast<std::uint8_t>((square.rank - 1) * kSide + kSide - square.file);
}
[[nodiscard]] constexpr Square square_of(Point point) {
  return {static_cast<std::uint8_t>(kSide - point % kSide),
          static_cast<std::uint8_t>(point / kSide + 1)};
}

/// How many of each kind a player has in hand: pawn, lance, ..., rook.
using Hand = std::array<std::uint8_t, kHandKinds>;

/// The hands of a position, which are its Position::rest.
struct Hands {
  std::array<Hand, 2> of_seat{};
  [[nodiscard]] Hands mapped(const Match& match, BoardSize) const {
    return match.colors_swapped ? Hands{{of_seat[1], of_seat[0]}} : *this;
  }
  friend bool operator==(const Hands&, const Hands&) = default;
};

/// Empty hands where nothing is said of them.
[[nodiscard]] inline const std::array<Hand, 2>& hands_of(const Position& position) {
  static constexpr Hands kNone;
  const Hands* const hands = position.rest.find<Hands>();
  return (hands == nullptr ? kNone : *hands).of_seat;
}

}  // namespace ludex::shogi

#pragma once

#include "core/position_key.hpp"
#include "games/api/position.hpp"
#include "games/shogi/cells.hpp"
#include "games/shogi/hands.hpp"
#include "games/shogi/key_constants.hpp"

#include <array>
#include <cstddef>
#include <cstdint>

namespace ludex::shogi {

/// A move of the player to move, as the board needs it.
struct BoardMove {
  /// A point; or kDrop + hand_kind(): that piece is dropped.
  std::uint8_t from = 0;
  std::uint8_t to = 0;
  bool promotes = false;

  static constexpr std::uint8_t kDrop = kSquares;
  [[nodiscard]] bool is_drop() const { return from >= kDrop; }
  [[nodiscard]] std::size_t kind() const { return static_cast<std::size_t>(from - kDrop); }
  friend bool operator==(const BoardMove&, const BoardMove&) = default;
};

/// Why a move cannot be executed. How pieces move, pins, two pawns and the like are no reason.
enum class Fault : std::uint8_t {
  none,
  off_board,        ///< a number that is no point and no kind
  empty_origin,     ///< no piece stands where the move starts
  others_piece,     ///< the other player's piece stands there
  cannot_promote,   ///< a gold, a king, a promoted piece, or a drop
  not_in_hand,      ///< the piece to drop
  occupied,         ///< the square of a drop
  own_piece_taken,  ///< the mover's own piece stands where the move ends
};

/// Shogi as records have it: executes whatever the pieces on their squares and in hand allow, and
/// keeps the key up to date. A captured piece goes to the hand unpromoted; a captured king leaves
/// the game. Cost of a move: some nanoseconds. Memory: 100 bytes.
class Board {
 public:
  /// The even start, sente to move.
  void reset();
  /// No piece anywhere, sente to move.
  void clear();
  /// Takes over placement, hands and turn. \pre cells are shogi's, at most kMaxInHand of a kind in
  /// hand
  void load(const Position& position);

  /// \pre is_cell(code)
  void set(std::size_t point, std::uint8_t code);
  /// \pre count <= kMaxInHand
  void set_hand(Player player, std::size_t kind, std::uint8_t count);
  void set_to_move(Player player);

  [[nodiscard]] Fault fault_of(BoardMove move) const;
  /// \pre fault_of(move) == Fault::none, fewer than kMaxInHand of a captured kind in hand
  void play(BoardMove move);

  [[nodiscard]] std::uint8_t at(std::size_t point) const { return cells_[point]; }
  [[nodiscard]] const std::array<std::uint8_t, kSquares>& cells() const { return cells_; }
  [[nodiscard]] const std::array<Hand, 2>& hands() const { return hands_; }
  [[nodiscard]] Player to_move() const { return to_move_; }
  [[nodiscard]] PositionKey key() const { return {key_}; }

 private:
  std::array<std::uint8_t, kSquares> cells_{};
  std::array<Hand, 2> hands_{};
  Player to_move_ = Player::first;
  std::uint64_t key_ = kKeyConstants.empty;
};

}  // namespace ludex::shogi

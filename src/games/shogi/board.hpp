#pragma once

#include "core/position_key.hpp"
#include "games/api/position.hpp"
#include "games/shogi/cells.hpp"

#include <array>
#include <cstddef>
#include <cstdint>
#include <vector>

namespace ludex::shogi {

/// Pieces of a kind that one hand can hold: 31 that a script puts there, and a board full.
inline constexpr std::size_t kMaxInHand = 127;

/// What keys are made of: the xor of one constant for each piece on the board, for each kind in
/// each hand, and for gote being to move (Zobrist, TR 88, 1970). Those of the board have 64 bits,
/// the others only the low 24: the high 40 bits of a key name the placement alone. Every bit of
/// the 24 tells hands apart as well as any other, so those that index blocks keep do.
/// Stored on disk through the keys: never changes within a kKeyVersion.
struct KeyConstants {
  std::array<std::array<std::uint64_t, kSquares>, kCellCodes> cells{};  ///< [code][point]
  std::array<std::array<std::array<std::uint64_t, kMaxInHand + 1>, kHandKinds>, 2>
      hands{};  ///< [seat - 1][kind][count]; 0 for none
  std::uint64_t gote_to_move = 0;
  std::uint64_t empty = 0;  ///< the key of the empty board, sente to move
};

inline constexpr int kHandBits = 24;
inline constexpr std::uint64_t kHandMask = (std::uint64_t{1} << kHandBits) - 1;

extern const KeyConstants kKeyConstants;

/// All keys of a placement, whatever is in hand and whoever is to move.
[[nodiscard]] constexpr KeyRange keys_of_placement(PositionKey key) {
  return {{key.bits & ~kHandMask}, {key.bits | kHandMask}};
}

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
/// the game. Cost of a move: some nanoseconds. Memory: 140 bytes, and the journal.
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

  /// A moment to come back to: how many moves were played since keep_journal().
  using Mark = std::size_t;
  void keep_journal() { keeps_journal_ = true; }
  [[nodiscard]] Mark mark() const { return journal_.size(); }
  void undo_to(Mark mark);

  [[nodiscard]] std::uint8_t at(std::size_t point) const { return cells_[point]; }
  [[nodiscard]] const std::array<std::uint8_t, kSquares>& cells() const { return cells_; }
  [[nodiscard]] const std::array<Hand, 2>& hands() const { return hands_; }
  [[nodiscard]] Player to_move() const { return to_move_; }
  [[nodiscard]] PositionKey key() const { return {key_}; }

 private:
  struct Played {
    BoardMove move;
    std::uint8_t moved;  // what stood where it starts; nothing for a drop
    std::uint8_t taken;  // and where it ends
  };
  void undo(const Played& played);

  std::array<std::uint8_t, kSquares> cells_{};
  std::array<Hand, 2> hands_{};
  Player to_move_ = Player::first;
  std::uint64_t key_ = kKeyConstants.empty;
  bool keeps_journal_ = false;
  std::vector<Played> journal_;
};

}  // namespace ludex::shogi

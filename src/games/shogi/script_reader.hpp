#pragma once

#include "games/api/line_keeper.hpp"
#include "games/api/position.hpp"
#include "games/shogi/board.hpp"

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>

namespace ludex::shogi {

/// How a game of shogi is packed (ReplayScript::ops). An empty script is the even start, sente to
/// move. Operations that change it come first; with the first move they end:
///
///   0 p ooooooo ttttttt   a move of the player to move, from o to t (point: rank from the top * 9
///                         + column from the left); p: it promotes; o = 81 + kind: a drop of a
///                         pawn (81), lance, knight, silver, gold, bishop, rook (87)
///   1 00 0 ccccc ppppppp  put what cell_of() calls c on point p; 0 clears it
///   1 01 0000 s kkk ccccc  the hand of seat s + 1 holds c pieces of kind k
///   1 10 0...             gote is to move
///   1 11 0...             the line ends; another one begins after the ply in the next two words
///                         (low 16 bits, high 16 bits)
///
/// Every move ends a ply. The main line comes first, then what players took back, in the order of
/// the record. Stored in the database: a new meaning of a bit pattern needs a new script version.
namespace ops {
inline constexpr std::uint16_t kSetup = 0x8000;
inline constexpr std::uint16_t kHand = 0xA000;
inline constexpr std::uint16_t kGoteToMove = 0xC000;
inline constexpr std::uint16_t kBranch = 0xE000;
inline constexpr std::size_t kBranchWords = 3;

[[nodiscard]] constexpr bool is_move(std::uint16_t op) { return op < kSetup; }
[[nodiscard]] constexpr std::uint16_t of(BoardMove move) {
  return static_cast<std::uint16_t>((move.promotes ? 1 : 0) << 14 | move.from << 7 | move.to);
}
/// \pre is_move(op)
[[nodiscard]] constexpr BoardMove move_of(std::uint16_t op) {
  return {static_cast<std::uint8_t>(op >> 7 & 127), static_cast<std::uint8_t>(op & 127),
          (op >> 14 & 1) != 0};
}
[[nodiscard]] constexpr std::uint16_t put(std::size_t point, std::uint8_t code) {
  return static_cast<std::uint16_t>(kSetup | std::size_t{code} << 7 | point);
}
/// \pre count < 32
[[nodiscard]] constexpr std::uint16_t hold(Player player, std::size_t kind, std::uint8_t count) {
  return static_cast<std::uint16_t>(kHand | seat_index(player) << 8 | kind << 5 | count);
}
}  // namespace ops

/// Executes an operation that comes before the first move.
/// \returns false if it has no meaning.
bool set_up(std::uint16_t op, Board& board);
/// Plays a ply's move again, for LineKeeper.
inline void repeat_ply(std::span<const std::uint16_t> ops, Board& board) {
  for (const std::uint16_t op : ops) board.play(ops::move_of(op));
}

/// Steps through the positions of a script in the order of plies. A damaged script ends before its
/// first operation that has no meaning.
class ScriptReader {
 public:
  /// `ops` must outlive the reader.
  explicit ScriptReader(std::span<const std::uint16_t> ops);
  ScriptReader(const ScriptReader&) = delete;
  ScriptReader& operator=(const ScriptReader&) = delete;

  /// Goes on to the next ply; false at the end. The first call gives ply 0.
  bool next();

  [[nodiscard]] std::uint32_t ply() const { return plies_ - 1; }
  [[nodiscard]] const Board& board() const { return board_; }
  /// The move that led here; none at ply 0.
  [[nodiscard]] std::optional<BoardMove> last_move() const;
  /// GameRules::append_moments(), of the current position.
  [[nodiscard]] std::uint64_t moment() const;
  /// The current position with everything that is known about it.
  [[nodiscard]] Position position() const;

 private:
  bool set_up_start();
  void end_ply(std::size_t first_op);
  /// Goes back to where the next line begins.
  bool follow_branch();
  [[nodiscard]] std::optional<Move> next_move() const;

  std::span<const std::uint16_t> ops_;
  std::size_t next_op_ = 0;
  std::uint32_t plies_ = 0;
  Board board_;
  LineKeeper<Board> keeper_;
  bool keeps_lines_;
};

/// A move of `player` as the rest of the program sees it, and back.
/// \pre the numbers are points and kinds
[[nodiscard]] Move to_move(BoardMove move, Player player);
[[nodiscard]] BoardMove to_board_move(const Move& move);

/// What stands on the board; plies and moves are left at their defaults.
[[nodiscard]] Position to_position(const Board& board);

}  // namespace ludex::shogi

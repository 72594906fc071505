#pragma once

#include "games/api/position.hpp"
#include "games/shogi/board.hpp"
#include "games/shogi/move_tree.hpp"

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>

namespace ludex::shogi {

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
  /// GameRules::append_moments(), of the current position.
  [[nodiscard]] std::uint64_t moment() const;
  /// The current position with everything that is known about it.
  [[nodiscard]] Position position() const;

 private:
  bool set_up_start();
  /// Goes back to where the next line begins.
  bool follow_branch();
  [[nodiscard]] std::optional<Move> next_move() const;

  std::span<const std::uint16_t> ops_;
  std::size_t next_op_ = 0;
  std::size_t first_move_ = 0;
  std::uint32_t plies_ = 0;
  Board board_;
  std::optional<MoveTree> tree_;  // from the first branch on
};

/// A move of `player` as the rest of the program sees it, and back.
/// \pre the numbers are points and kinds
[[nodiscard]] Move to_move(BoardMove move, Player player);
[[nodiscard]] BoardMove to_board_move(const Move& move);

/// What stands on the board; plies and moves are left at their defaults.
[[nodiscard]] Position to_position(const Board& board);

}  // namespace ludex::shogi

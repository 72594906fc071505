#pragma once

#include "games/shogi/board.hpp"

#include <cstddef>
#include <cstdint>
#include <vector>

namespace ludex::shogi {

/// The plies of a game whose players took moves back, and the way from each to the others: upwards
/// by undoing, downwards by playing again. Memory: 12 bytes a ply.
class MoveTree {
 public:
  /// Ply 0 is what stands on `board`, which must outlive the tree and is played on by it alone.
  explicit MoveTree(Board& board) : board_(&board), plies_(1) {}

  /// Plays a move after the current ply; it becomes the next one. \pre Board::play()
  void play(BoardMove move);
  /// Brings the board to the moment after `ply`. \pre ply < count()
  void go_to(std::uint32_t ply);

  [[nodiscard]] std::uint32_t count() const { return static_cast<std::uint32_t>(plies_.size()); }
  [[nodiscard]] std::uint32_t current() const { return current_; }
  /// \pre 0 < ply < count()
  [[nodiscard]] std::uint32_t parent(std::uint32_t ply) const { return plies_[ply].parent; }

 private:
  struct Ply {
    BoardMove move;
    std::uint8_t moved = 0;  // what stood where it starts; nothing for a drop
    std::uint8_t taken = 0;  // and where it ends
    std::uint32_t parent = 0;
  };
  void undo(const Ply& ply);

  Board* board_;
  std::vector<Ply> plies_;
  std::uint32_t current_ = 0;
  std::vector<std::uint32_t> ahead_;  // scratch
};

}  // namespace ludex::shogi

#pragma once

#include "replay/go/board.hpp"

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

namespace ludex::go {

/// Executes one operation of a script on a board; marks that change nothing are skipped.
void execute(std::uint16_t operation, Board& board);

/// The plies of a script with variations, and the way back from each to the others: upwards by
/// undoing, downwards by executing again. In file order every ply is undone once, so a whole tree
/// costs twice its plies. Memory: 56 bytes a ply.
class LineKeeper {
 public:
  explicit LineKeeper(Board& board) : board_(&board) {}

  void clear();
  /// Ends the next ply, a child of the current one; its operations are [first_op, end_op).
  void end_ply(std::size_t first_op, std::size_t end_op);
  /// Brings the board to the moment after `ply`. \pre ply < count()
  void go_to(std::uint32_t ply, std::span<const std::uint16_t> ops);

  [[nodiscard]] std::uint32_t count() const { return static_cast<std::uint32_t>(plies_.size()); }
  [[nodiscard]] std::uint32_t current() const { return path_.back().ply; }
  [[nodiscard]] std::int32_t parent(std::uint32_t ply) const { return plies_[ply].parent; }

 private:
  struct Ply {
    std::uint32_t first_op;
    std::uint32_t end_op;
    std::int32_t parent;
  };
  struct Step {
    std::uint32_t ply;
    Board::Mark after;
  };

  Board* board_;
  std::vector<Ply> plies_;
  std::vector<Step> path_;            // from ply 0 to the current one
  std::vector<std::uint32_t> ahead_;  // scratch
};

}  // namespace ludex::go

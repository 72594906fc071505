#pragma once

#include <cassert>
#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

namespace ludex {

/// The plies of a script with variations, and the way back from each to the others: upwards by
/// undoing, downwards by executing again. In file order every ply is undone once, so a whole tree
/// costs twice its plies. Memory: some 64 bytes a ply.
/// A Board has Mark, mark() and undo_to(mark), and repeat_ply(ops, board) executes a ply again.
template <class Board>
class LineKeeper {
 public:
  explicit LineKeeper(Board& board) : board_(&board) {}

  void clear() {
    plies_.clear();
    path_.clear();
  }

  /// Ends the next ply, a child of the current one; its operations are [first_op, end_op).
  void end_ply(std::size_t first_op, std::size_t end_op) {
    const std::int32_t parent = path_.empty() ? -1 : static_cast<std::int32_t>(path_.back().ply);
    path_.push_back({count(), board_->mark()});
    plies_.push_back(
        {static_cast<std::uint32_t>(first_op), static_cast<std::uint32_t>(end_op), parent});
  }

  /// Brings the board to the moment after `ply`. \pre ply < count()
  void go_to(std::uint32_t ply, std::span<const std::uint16_t> ops) {
    assert(ply < count());
    ahead_.clear();
    std::uint32_t goal = ply;  // a parent's number is below its children's
    while (path_.back().ply != goal) {
      if (path_.back().ply > goal) {
        path_.pop_back();
      } else {
        ahead_.push_back(goal);
        goal = static_cast<std::uint32_t>(plies_[goal].parent);
      }
    }
    board_->undo_to(path_.back().after);
    for (auto next = ahead_.rbegin(); next != ahead_.rend(); ++next) {
      const Ply& step = plies_[*next];
      repeat_ply(ops.subspan(step.first_op, step.end_op - step.first_op), *board_);
      path_.push_back({*next, board_->mark()});
    }
  }

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
    typename Board::Mark after;
  };

  Board* board_;
  std::vector<Ply> plies_;
  std::vector<Step> path_;            // from ply 0 to the current one
  std::vector<std::uint32_t> ahead_;  // scratch
};

}  // namespace ludex

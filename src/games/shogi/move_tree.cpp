#include "games/shogi/move_tree.hpp"

#include <cassert>

namespace ludex::shogi {

void MoveTree::play(BoardMove move) {
  const std::uint8_t moved = move.is_drop() ? cell::kEmpty : board_->at(move.from);
  plies_.push_back({move, moved, board_->at(move.to), current_});
  current_ = count() - 1;
  board_->play(move);
}

// A parent's number is below its children's.
void MoveTree::go_to(std::uint32_t ply) {
  assert(ply < count());
  ahead_.clear();
  while (current_ != ply) {
    if (current_ > ply) {
      undo(plies_[current_]);
      current_ = plies_[current_].parent;
    } else {
      ahead_.push_back(ply);
      ply = plies_[ply].parent;
    }
  }
  for (auto next = ahead_.rbegin(); next != ahead_.rend(); ++next) {
    board_->play(plies_[*next].move);
    current_ = *next;
  }
}

void MoveTree::undo(const Ply& ply) {
  const Player mover = opponent(board_->to_move());
  const auto change_hand = [&](std::size_t kind, int change) {
    const int held = board_->hands()[seat_index(mover)][kind];
    board_->set_hand(mover, kind, static_cast<std::uint8_t>(held + change));
  };
  board_->set(ply.move.to, ply.taken);
  if (ply.move.is_drop()) {
    change_hand(ply.move.kind(), 1);
  } else {
    board_->set(ply.move.from, ply.moved);
    const Piece taken = unpromoted(piece_of(ply.taken));
    if (taken != Piece::none && taken != Piece::king) change_hand(hand_kind(taken), -1);
  }
  board_->set_to_move(mover);
}

}  // namespace ludex::shogi

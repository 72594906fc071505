#include "games/shogi/script_reader.hpp"

#include "games/api/key_table.hpp"

#include <algorithm>

namespace ludex::shogi {

bool set_up(std::uint16_t op, Board& board) {
  if (op == ops::kGoteToMove) {
    board.set_to_move(Player::second);
    return true;
  }
  if (op >= ops::kHand) {
    const std::size_t kind = op >> 5 & 7;
    if (op > ops::kHand + 0x1FF || kind >= kHandKinds) return false;
    const Player player = (op >> 8 & 1) == 0 ? Player::first : Player::second;
    board.set_hand(player, kind, static_cast<std::uint8_t>(op & 31));
    return true;
  }
  const std::size_t point = op & 127;
  const auto code = static_cast<std::uint8_t>((op - ops::kSetup) >> 7);
  if (point >= kSquares || !is_cell(code)) return false;
  board.set(point, code);
  return true;
}

ScriptReader::ScriptReader(std::span<const std::uint16_t> ops)
    : ops_(ops), keeper_(board_), keeps_lines_(std::ranges::find(ops, ops::kBranch) != ops.end()) {
  board_.reset();
}

bool ScriptReader::next() {
  if (plies_ == 0) return set_up_start();
  if (next_op_ < ops_.size() && ops_[next_op_] == ops::kBranch && !follow_branch()) return false;
  if (next_op_ == ops_.size() || !ops::is_move(ops_[next_op_])) return false;
  const BoardMove move = ops::move_of(ops_[next_op_]);
  if (board_.fault_of(move) != Fault::none) return false;
  board_.play(move);
  ++next_op_;
  end_ply(next_op_ - 1);
  return true;
}

bool ScriptReader::set_up_start() {
  while (next_op_ < ops_.size() && !ops::is_move(ops_[next_op_])) {
    if (ops_[next_op_] == ops::kBranch) break;
    if (!set_up(ops_[next_op_++], board_)) next_op_ = ops_.size();
  }
  if (keeps_lines_) board_.keep_journal();
  end_ply(next_op_);
  return true;
}

void ScriptReader::end_ply(std::size_t first_op) {
  if (keeps_lines_) keeper_.end_ply(first_op, next_op_);
  ++plies_;
}

bool ScriptReader::follow_branch() {
  if (ops_.size() - next_op_ < ops::kBranchWords) return false;
  const std::uint32_t ply = ops_[next_op_ + 1] | std::uint32_t{ops_[next_op_ + 2]} << 16;
  if (ply >= plies_) return false;
  keeper_.go_to(ply, ops_);
  next_op_ += ops::kBranchWords;
  return true;
}

std::optional<Move> ScriptReader::next_move() const {
  if (next_op_ == ops_.size() || !ops::is_move(ops_[next_op_])) return std::nullopt;
  const BoardMove move = ops::move_of(ops_[next_op_]);
  if (board_.fault_of(move) != Fault::none) return std::nullopt;
  return to_move(move, board_.to_move());
}

std::optional<BoardMove> ScriptReader::last_move() const {
  if (ply() == 0) return std::nullopt;
  return ops::move_of(ops_[next_op_ - 1]);
}

std::uint64_t ScriptReader::moment() const {
  MomentHash hash;
  hash.add(board_.cells());
  for (const Hand& hand : board_.hands()) hash.add(hand);
  hash.add(static_cast<std::uint64_t>(board_.to_move()));
  hash.add(next_move());
  return hash.value();
}

Position ScriptReader::position() const {
  Position position = to_position(board_);
  position.ply = ply();
  position.parent_ply = keeps_lines_ ? keeper_.parent(ply()) : static_cast<std::int32_t>(ply()) - 1;
  if (ply() > 0) {
    position.last_move = to_move(ops::move_of(ops_[next_op_ - 1]), opponent(board_.to_move()));
  }
  position.next_move = next_move();
  return position;
}

Move to_move(BoardMove move, Player player) {
  if (move.is_drop()) {
    const auto piece = static_cast<std::uint8_t>(piece_in_hand(move.kind()));
    return {MoveKind::drop, player, move.to, 0, piece, false};
  }
  return {MoveKind::step, player, move.to, move.from, 0, move.promotes};
}

BoardMove to_board_move(const Move& move) {
  const auto to = static_cast<std::uint8_t>(move.point);
  if (move.kind == MoveKind::drop) {
    const std::size_t kind = hand_kind(static_cast<Piece>(move.piece));
    return {static_cast<std::uint8_t>(BoardMove::kDrop + kind), to, false};
  }
  return {static_cast<std::uint8_t>(move.from), to, move.promotes};
}

Position to_position(const Board& board) {
  Position position;
  position.game = GameType::shogi;
  position.size = kBoardSize;
  position.cells.assign(board.cells().begin(), board.cells().end());
  position.rest = GameData(Hands{board.hands()});
  position.to_move = board.to_move();
  return position;
}

}  // namespace ludex::shogi

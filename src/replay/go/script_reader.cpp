#include "replay/go/script_reader.hpp"

#include "ludex/replay/replay_script.hpp"
#include "replay/go/to_move.hpp"

#include <algorithm>
#include <utility>

namespace ludex::go {
namespace {

constexpr std::uint16_t mark_op(script::Mark mark) { return script::op(script::mark, mark); }
constexpr std::uint16_t kBranch = mark_op(script::branch);

bool is_to_play(std::uint16_t operation) {
  return operation == mark_op(script::first_to_play) ||
         operation == mark_op(script::second_to_play);
}

// The move that an operation stands for, whether it ends a ply or not.
std::optional<Move> as_move(std::uint16_t operation) {
  const std::uint16_t argument = script::argument_of(operation);
  switch (script::kind_of(operation)) {
    case script::first_move:
      return Move{MoveKind::stone, Player::first, argument};
    case script::second_move:
      return Move{MoveKind::stone, Player::second, argument};
    case script::mark:
      break;
    default:
      return std::nullopt;
  }
  switch (argument) {
    case script::first_pass:
      return Move{MoveKind::pass, Player::first, 0};
    case script::second_pass:
      return Move{MoveKind::pass, Player::second, 0};
    case script::first_null:
      return Move{MoveKind::no_move, Player::first, 0};
    case script::second_null:
      return Move{MoveKind::no_move, Player::second, 0};
    default:
      return std::nullopt;
  }
}

}  // namespace

ScriptReader::ScriptReader(std::span<const std::uint16_t> ops, BoardSize size, Board& board)
    : ops_(ops),
      board_(&board),
      keeper_(board),
      keeps_lines_(std::find(ops.begin(), ops.end(), kBranch) != ops.end()) {
  board.reset(size);
  if (keeps_lines_) board.keep_journal();
}

bool ScriptReader::next() {
  ended_ply_ = false;
  if (plies_ == 0 && starts_with_implied_position()) end_ply();
  while (!ended_ply_ && next_op_ < ops_.size()) {
    if (ops_[next_op_] == kBranch) {
      if (!follow_branch()) next_op_ = ops_.size();
    } else if (!step(ops_[next_op_++])) {
      next_op_ = ops_.size();
    }
  }
  if (!ended_ply_) return false;
  for (; next_op_ < ops_.size() && is_to_play(ops_[next_op_]); ++next_op_) {
    execute(ops_[next_op_], *board_);
  }
  return true;
}

// Returns false for an operation that makes no sense on this board.
bool ScriptReader::step(std::uint16_t operation) {
  const script::Kind kind = script::kind_of(operation);
  if (kind == script::mark) {
    const std::uint16_t mark = script::argument_of(operation);
    if (mark > script::branch) return false;
    if (mark == script::quiet) {
      is_quiet_ = true;
      return true;
    }
    execute(operation, *board_);
    if (mark == script::position) {
      end_ply();
    } else if (!is_to_play(operation) && !std::exchange(is_quiet_, false)) {
      end_ply();
    }
    return true;
  }
  if (kind > script::clear || script::argument_of(operation) >= board_->size().area()) return false;
  execute(operation, *board_);
  if (kind <= script::second_move && !std::exchange(is_quiet_, false)) end_ply();
  return true;
}

bool ScriptReader::starts_with_implied_position() const {
  if (ops_.empty()) return true;
  const std::uint16_t first = ops_.front();
  return first == kBranch || as_move(first).has_value();
}

bool ScriptReader::follow_branch() {
  if (ops_.size() - next_op_ < 3) return false;
  const std::uint32_t ply = ops_[next_op_ + 1] | std::uint32_t{ops_[next_op_ + 2]} << 16;
  if (ply >= plies_) return false;
  keeper_.go_to(ply, ops_);
  next_op_ += 3;
  ply_first_op_ = next_op_;
  return true;
}

void ScriptReader::end_ply() {
  if (keeps_lines_) keeper_.end_ply(ply_first_op_, next_op_);
  ply_first_op_ = next_op_;
  ++plies_;
  ended_ply_ = true;
}

std::optional<Move> ScriptReader::next_move() const {
  for (std::size_t i = next_op_; i < ops_.size(); ++i) {
    if (ops_[i] == kBranch || ops_[i] == mark_op(script::position)) return std::nullopt;
    if (const auto move = as_move(ops_[i])) return move;
  }
  return std::nullopt;
}

Position ScriptReader::position() const {
  Position position;
  const Turn& turn = board_->turn();
  position.size = board_->size();
  position.cells = board_->cells();
  position.captures = turn.captures;
  position.passes = turn.passes;
  position.ply = ply();
  position.parent_ply = keeps_lines_ ? keeper_.parent(ply()) : static_cast<std::int32_t>(ply()) - 1;
  position.last_move = turn.last_move();
  position.next_move = next_move();
  position.to_move = player_to_move(turn, position.next_move, position.cells);
  return position;
}

}  // namespace ludex::go

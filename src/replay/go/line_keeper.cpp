#include "replay/go/line_keeper.hpp"

#include "ludex/replay/replay_script.hpp"

#include <cassert>

namespace ludex::go {

void execute(std::uint16_t operation, Board& board) {
  const std::uint16_t argument = script::argument_of(operation);
  switch (script::kind_of(operation)) {
    case script::first_move:
      board.play(Player::first, argument);
      return;
    case script::second_move:
      board.play(Player::second, argument);
      return;
    case script::add_first:
      board.set(argument, cell::kFirst);
      return;
    case script::add_second:
      board.set(argument, cell::kSecond);
      return;
    case script::clear:
      board.set(argument, cell::kEmpty);
      return;
    case script::mark:
      break;
  }
  switch (argument) {
    case script::first_pass:
      return board.pass(Player::first);
    case script::second_pass:
      return board.pass(Player::second);
    case script::first_null:
      return board.no_move(Player::first);
    case script::second_null:
      return board.no_move(Player::second);
    case script::first_to_play:
      return board.set_to_play(Player::first);
    case script::second_to_play:
      return board.set_to_play(Player::second);
    default:
      return;
  }
}

void LineKeeper::clear() {
  plies_.clear();
  path_.clear();
}

void LineKeeper::end_ply(std::size_t first_op, std::size_t end_op) {
  const std::int32_t parent = path_.empty() ? -1 : static_cast<std::int32_t>(path_.back().ply);
  path_.push_back({count(), board_->mark()});
  plies_.push_back(
      {static_cast<std::uint32_t>(first_op), static_cast<std::uint32_t>(end_op), parent});
}

void LineKeeper::go_to(std::uint32_t ply, std::span<const std::uint16_t> ops) {
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
    for (const auto op : ops.subspan(step.first_op, step.end_op - step.first_op)) {
      execute(op, *board_);
    }
    path_.push_back({*next, board_->mark()});
  }
}

}  // namespace ludex::go

#pragma once

#include "games/api/key_table.hpp"
#include "games/api/line_keeper.hpp"
#include "games/api/script_op.hpp"

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <utility>

namespace ludex {

/// Steps through the positions of a script in the order of plies. A damaged script ends before its
/// first operation that has no meaning.
/// A Board plays, passes, sets, undoes (LineKeeper), and answers: kFeatures, size(), turn(),
/// first_player(), describe(position), which fills in what stands on it, and add_to(hash), which
/// adds the same to a MomentHash. One with links has first_turn(ops) too.
template <class Board>
class ScriptReader {
 public:
  /// `board` is reset and shows the current position; it and `ops` must outlive the reader.
  ScriptReader(std::span<const std::uint16_t> ops, BoardSize size, Board& board)
      : ops_(ops), board_(&board), keeper_(board), keeps_lines_(holds_branch(ops)) {
    board.reset(size);
    if (keeps_lines_) board.keep_journal();
    take_variant();
  }

  /// Goes on to the next ply; false at the end. The first call gives ply 0.
  bool next() {
    ended_ply_ = false;
    if (plies_ == 0 && starts_with_implied_position()) end_ply();
    while (!ended_ply_ && next_op_ < ops_.size()) {
      const auto op = read_op(ops_.subspan(next_op_));
      if (!op || !step(*op)) next_op_ = ops_.size();
    }
    if (!ended_ply_) return false;
    take_to_play();
    return true;
  }

  [[nodiscard]] std::uint32_t ply() const { return plies_ - 1; }

  /// GameRules::append_moments(), of the current position.
  [[nodiscard]] std::uint64_t moment() const {
    MomentHash hash;
    board_->add_to(hash);
    const auto& turn = board_->turn();
    const BoardSize size = board_->size();
    hash.add(static_cast<std::uint64_t>(size.width) << 16 |
             static_cast<std::uint64_t>(size.height));
    hash.add(std::uint64_t{turn.forced} << 8 | turn.mover);
    hash.add(next_move());
    return hash.value();
  }

  /// The current position with everything that is known about it.
  [[nodiscard]] Position position() const {
    Position position;
    board_->describe(position);
    const auto& turn = board_->turn();
    position.size = board_->size();
    position.captures = turn.captures;
    position.passes = turn.passes;
    position.ply = ply();
    position.parent_ply =
        keeps_lines_ ? keeper_.parent(ply()) : static_cast<std::int32_t>(ply()) - 1;
    position.last_move = last_move();
    position.next_move = next_move();
    position.to_move = to_move_before(position.next_move);
    return position;
  }
  /// The player to move at the current position.
  [[nodiscard]] Player to_move() const { return to_move_before(next_move()); }

 private:
  static bool holds_branch(std::span<const std::uint16_t> ops) {
    // Most scripts do not contain this word at all, and the search for it is fast.
    constexpr auto kBranch = script::op(script::mark, script::branch);
    bool has_word = false;
    for (const std::uint16_t word : ops) has_word |= word == kBranch;
    if (!has_word) return false;
    for (std::size_t at = 0; at < ops.size();) {
      const auto op = read_op(ops.subspan(at));
      if (!op) return false;
      if (op->is(script::branch)) return true;
      at += op->size;
    }
    return false;
  }

  [[nodiscard]] Player to_move_before(const std::optional<Move>& next_move) const {
    const auto& turn = board_->turn();
    const bool asks = turn.asks_who_begins(next_move);
    return turn.to_move(next_move, asks ? board_->first_player() : Player::first);
  }

  // Returns false for an operation that makes no sense on this board.
  bool step(const ScriptOp& op) {
    if (op.is(script::branch)) return follow_branch();
    const Point point = op.kind == script::link ? op.point / 8 : op.point;
    if (op.kind != script::mark && !is_on_board(point)) return false;
    next_op_ += op.size;
    if (op.is(script::quiet)) {
      is_quiet_ = true;
      return true;
    }
    execute_in_ply(op, changes_links_, *board_);
    if (op.is(script::position) || (op.as_move() && !std::exchange(is_quiet_, false))) end_ply();
    return true;
  }

  void take_variant() {
    if (ops_.empty()) return;
    const auto op = read_op(ops_);
    if (!op || !op->is(script::variant)) return;
    execute(*op, *board_);
    next_op_ = ply_first_op_ = op->size;
  }

  // PL after a position, before any change, belongs to it.
  void take_to_play() {
    while (next_op_ < ops_.size()) {
      const auto op = read_op(ops_.subspan(next_op_));
      if (!op || !op->is_to_play()) return;
      execute(*op, *board_);
      ++next_op_;
    }
  }

  [[nodiscard]] bool starts_with_implied_position() const {
    if (next_op_ == ops_.size()) return true;
    const auto first = read_op(ops_.subspan(next_op_));
    return first && (first->is(script::branch) || first->as_move());
  }

  bool follow_branch() {
    if (ops_.size() - next_op_ < 3) return false;
    const std::uint32_t ply = ops_[next_op_ + 1] | std::uint32_t{ops_[next_op_ + 2]} << 16;
    if (ply >= plies_) return false;
    keeper_.go_to(ply, ops_);
    next_op_ += 3;
    ply_first_op_ = next_op_;
    return true;
  }

  void end_ply() {
    if (keeps_lines_) keeper_.end_ply(ply_first_op_, next_op_);
    last_turn_ = ops_.subspan(ply_first_op_, next_op_ - ply_first_op_);
    ply_first_op_ = next_op_;
    changes_links_ = false;
    ++plies_;
    ended_ply_ = true;
  }

  [[nodiscard]] std::optional<Move> last_move() const {
    auto move = board_->turn().last_move();
    if constexpr (Board::kFeatures.has_links) {
      if (move) return board_->first_turn(last_turn_);
    }
    return move;
  }

  [[nodiscard]] bool is_on_board(Point point) const {
    return static_cast<int>(point) < board_->size().area();
  }

  /// None also where the script is damaged.
  [[nodiscard]] std::optional<Move> next_move() const {
    const auto move = written_next_move();
    return move && is_on_board(move->point) ? move : std::nullopt;
  }

  [[nodiscard]] std::optional<Move> written_next_move() const {
    if constexpr (Board::kFeatures.has_links) return board_->first_turn(ops_.subspan(next_op_));
    for (std::size_t at = next_op_; at < ops_.size();) {
      const auto op = read_op(ops_.subspan(at));
      if (!op || op->is(script::branch) || op->is(script::position)) return std::nullopt;
      if (const auto move = op->as_move()) return move;
      at += op->size;
    }
    return std::nullopt;
  }

  std::span<const std::uint16_t> ops_;
  Board* board_;
  LineKeeper<Board> keeper_;
  bool keeps_lines_;
  bool is_quiet_ = false;
  bool changes_links_ = false;  // of the ply so far
  bool ended_ply_ = false;
  std::size_t next_op_ = 0;
  std::size_t ply_first_op_ = 0;
  std::span<const std::uint16_t> last_turn_;  // the operations of the last ply
  std::uint32_t plies_ = 0;
};

}  // namespace ludex

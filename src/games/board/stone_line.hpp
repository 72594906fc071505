#pragma once

#include "games/api/cell_line.hpp"
#include "games/api/position.hpp"
#include "games/api/script_op.hpp"

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <span>

namespace ludex {

/// Reads the main line of a script of stones without a replay: stones stay where they are put, but
/// for what `Stones` says.
/// \tparam Stones  `std::size_t next_end(at)`: where the next operation from `at` on ends that
/// changes other stones; `void after_move(std::size_t end, Point point)` changes them; `void
/// after_setup(Point, code)`; `void swap(Player)`; `Player first_player()`.
/// Cost: some 2 ns a move.
template <class Stones>
class StoneLineReader {
 public:
  StoneLineReader(const LineSource& source, CellLine& line, Stones& stones)
      : ops_(source.ops),
        area_(static_cast<Point>(source.size.area())),
        line_(line),
        stones_(stones) {}

  void read() {
    skip_variant();
    if (starts_with_implied_position()) end_moment();
    while (at_ < ops_.size() && read_op_at()) play_plain_moves();
    if (awaits_mover_) line_.set_to_move(usual_mover());
  }

 private:
  static constexpr std::uint16_t kPlainMoves = 2U << 13;  // operations below are moves

  /// Moves one after the other.
  void play_plain_moves() {
    if (is_quiet_ || !is_fresh_ || !awaits_mover_) return;
    if (moves_end_ <= at_) moves_end_ = at_ + CellLine::count_moves(ops_.subspan(at_), area_);
    while (at_ < moves_end_) {
      const std::size_t end = std::min(moves_end_, stones_.next_end(at_));
      if (end <= at_) return;
      const bool changes_others = end == stones_.next_end(at_);
      line_.play(ops_.subspan(at_, end - at_));
      at_ = end;
      const std::uint16_t last = ops_[at_ - 1];
      if (changes_others) {
        line_.amend([&] { stones_.after_move(at_, script::argument_of(last)); });
      }
      last_mover_ = static_cast<std::uint8_t>(1 + (last >> 13));
      forced_ = 0;
    }
  }

  bool read_op_at() {
    const std::uint16_t word = ops_[at_];
    if (word < kPlainMoves) {
      ++at_;
      return play(static_cast<std::uint8_t>(1 + (word >> 13)), word & 0x1FFFU);
    }
    const auto op = read_op(ops_.subspan(at_));
    if (!op || op->is(script::branch)) return false;
    at_ += op->size;
    return execute(*op);
  }

  bool play(std::uint8_t player, Point point) {
    if (point >= area_) return false;
    begin_move(player);
    line_.place(point, player);
    stones_.after_move(at_, point);
    end_move(player);
    return true;
  }

  bool execute(const ScriptOp& op) {
    if (op.kind <= script::second_move) {
      return play(op.kind == script::first_move ? cell::kFirst : cell::kSecond, op.point);
    }
    if (op.kind == script::link) is_fresh_ = false;
    if (op.kind == script::link) return true;
    if (op.kind != script::mark) return set_up(op);
    if (op.is_to_play()) {
      take_turn(op.is(script::first_to_play) ? cell::kFirst : cell::kSecond);
    } else if (op.is(script::quiet)) {
      is_quiet_ = true;
      is_fresh_ = false;
    } else if (op.is(script::position)) {
      if (awaits_mover_) line_.set_to_move(usual_mover());
      end_moment();
    } else if (const auto move = op.as_move()) {
      begin_move(cell::of(move->player));
      if (move->kind == MoveKind::swap) stones_.swap(move->player);
      end_move(cell::of(move->player));
    }
    return true;
  }

  bool set_up(const ScriptOp& op) {
    if (op.point >= area_) return false;
    if (is_fresh_ && last_mover_ == 0) first_player_ = cell::of(stones_.first_player());
    is_fresh_ = false;
    const bool is_first = op.kind == script::add_first;
    const bool is_second = op.kind == script::add_second;
    const std::uint8_t code = is_first ? cell::kFirst : is_second ? cell::kSecond : cell::kEmpty;
    line_.set(op.point, code);
    stones_.after_setup(op.point, code);
    return true;
  }

  /// PL after a position, before any change, belongs to it.
  void take_turn(std::uint8_t player) {
    forced_ = player;
    if (!is_fresh_) return;
    line_.set_to_move(player);
    awaits_mover_ = false;
  }

  void begin_move(std::uint8_t player) {
    if (awaits_mover_) line_.set_to_move(player);
    awaits_mover_ = false;
    is_fresh_ = false;
  }
  void end_move(std::uint8_t player) {
    forced_ = 0;
    last_mover_ = player;
    if (!is_quiet_) end_moment();
    is_quiet_ = false;
  }

  void end_moment() {
    line_.end_moment(forced_);
    awaits_mover_ = forced_ == 0;
    is_fresh_ = true;
    first_player_ = 0;
  }
  /// The player to move where neither PL nor a next move says so.
  [[nodiscard]] std::uint8_t usual_mover() const {
    if (last_mover_ != 0) return cell::swapped(last_mover_);
    return first_player_ != 0 ? first_player_ : cell::of(stones_.first_player());
  }

  void skip_variant() {
    if (ops_.empty()) return;
    const auto op = read_op(ops_);
    if (op && op->is(script::variant)) at_ = op->size;
  }
  [[nodiscard]] bool starts_with_implied_position() const {
    if (at_ == ops_.size()) return true;
    const auto first = read_op(ops_.subspan(at_));
    return first && (first->is(script::branch) || first->as_move());
  }

  std::span<const std::uint16_t> ops_;
  Point area_;
  CellLine& line_;
  Stones& stones_;
  std::size_t at_ = 0;
  std::size_t moves_end_ = 0;  // operations before it, from at_ on, are moves
  std::uint8_t forced_ = 0;
  std::uint8_t last_mover_ = 0;
  std::uint8_t first_player_ = 0;  // of the last moment, where setup has come since
  bool awaits_mover_ = false;      // the last moment has no player to move yet
  bool is_fresh_ = false;          // nothing has happened since the last moment
  bool is_quiet_ = false;
};

/// GameRules::read_held() for stones that stay where they are put, or are taken off; false where
/// one was taken over. Cost: some 0.5 ns a move.
[[nodiscard]] bool read_held_stones(const LineSource& source, CellLine& line);

/// Stones that stay for ever, and may be taken over at the mirrored point (Gomoku, Hex, Twixt).
class LastingStones {
 public:
  explicit LastingStones(CellLine& line) : line_(line) {}
  [[nodiscard]] static std::size_t next_end(std::size_t) {
    return std::numeric_limits<std::size_t>::max();
  }
  void after_move(std::size_t, Point) {}
  void after_setup(Point, std::uint8_t) {}
  /// Mirrors the only stone at the diagonal; nothing where it is not alone on a square board.
  void swap(Player player);
  [[nodiscard]] static Player first_player() { return Player::first; }

 private:
  CellLine& line_;
};

}  // namespace ludex

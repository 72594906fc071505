#pragma once

#include "core/append.hpp"
#include "games/api/position.hpp"
#include "games/api/replay_script.hpp"

#include <algorithm>
#include <cstdint>
#include <optional>
#include <span>
#include <vector>

namespace ludex {

/// One operation of a script, as script::Kind and script::Mark define it.
struct ScriptOp {
  script::Kind kind = script::mark;
  script::Mark mark = script::position;
  Point point = 0;                        ///< of all kinds but `mark`; of `variant` its number
  std::uint8_t size = 1;                  ///< 16-bit words that it takes
  const std::uint16_t* counts = nullptr;  ///< the five words of script::counts

  [[nodiscard]] bool is(script::Mark wanted) const {
    return kind == script::mark && mark == wanted;
  }
  [[nodiscard]] bool is_to_play() const {
    return is(script::first_to_play) || is(script::second_to_play);
  }
  /// Its move, whether it ends a ply or not.
  [[nodiscard]] std::optional<Move> as_move() const {
    if (kind == script::first_move) return Move{.point = point};
    if (kind == script::second_move) return Move{.player = Player::second, .point = point};
    if (kind != script::mark) return std::nullopt;
    switch (mark) {
      case script::first_pass:
        return Move{.kind = MoveKind::pass};
      case script::second_pass:
        return Move{.kind = MoveKind::pass, .player = Player::second};
      case script::first_null:
        return Move{.kind = MoveKind::no_move};
      case script::second_null:
        return Move{.kind = MoveKind::no_move, .player = Player::second};
      case script::first_swap:
        return Move{.kind = MoveKind::swap};
      case script::second_swap:
        return Move{.kind = MoveKind::swap, .player = Player::second};
      default:
        return std::nullopt;
    }
  }
};

/// The operation at the front; none where the script is damaged. \pre !ops.empty()
[[nodiscard]] inline std::optional<ScriptOp> read_op(std::span<const std::uint16_t> ops) {
  ScriptOp op;
  op.kind = script::kind_of(ops[0]);
  const std::uint16_t argument = script::argument_of(ops[0]);
  if (op.kind != script::mark) {
    op.point = argument;
    return op;
  }
  op.mark = static_cast<script::Mark>(argument);
  if (op.mark > script::counts) return std::nullopt;
  if (op.mark == script::branch) op.size = 3;
  if (op.mark == script::variant) {
    if (ops.size() < 2) return std::nullopt;
    op.point = ops[1];
    op.size = 2;
  }
  if (op.mark == script::counts) {
    if (ops.size() < 6) return std::nullopt;
    op.counts = &ops[1];
    op.size = 6;
  }
  if (op.mark != script::far) return op;
  if (ops.size() < 3 || script::kind_of(ops[2]) == script::mark) return std::nullopt;
  op.kind = script::kind_of(ops[2]);
  op.point = Point{ops[1]} << 13 | script::argument_of(ops[2]);
  op.size = 3;
  return op;
}

/// Appends an operation on a point.
inline void append_op(script::Kind kind, Point point, std::vector<std::uint16_t>& ops) {
  if (point > 0x1FFF) {
    append(ops, script::op(script::mark, script::far));
    append(ops, static_cast<std::uint16_t>(point >> 13));
  }
  append(ops, script::op(kind, static_cast<std::uint16_t>(point & 0x1FFF)));
}

inline void append_mark(script::Mark mark, std::vector<std::uint16_t>& ops) {
  append(ops, script::op(script::mark, mark));
}

/// Appends what a position knows of stones taken and of passes; nothing where that is nothing.
inline void append_counts(const Position& position, std::vector<std::uint16_t>& ops) {
  const auto [first, second] = position.captures;
  if ((first | second | position.passes) == 0) return;
  append_mark(script::counts, ops);
  for (const std::uint32_t taken : {first, second}) {
    ops.push_back(static_cast<std::uint16_t>(taken & 0xFFFF));
    ops.push_back(static_cast<std::uint16_t>(taken >> 16));
  }
  ops.push_back(static_cast<std::uint16_t>(std::min<std::uint32_t>(position.passes, 0xFFFF)));
}

/// \param words  five, as append_counts() makes them
template <class Board>
void set_counts(const std::uint16_t* words, Board& board) {
  const auto taken = [&](int low) { return words[low] | std::uint32_t{words[low + 1]} << 16; };
  board.set_counts({taken(0), taken(2)}, words[4]);
}

/// Executes one operation on a board; marks that change nothing are skipped.
/// \pre the point, if there is one, is on the board
template <class Board>
void execute(const ScriptOp& op, Board& board) {
  switch (op.kind) {
    case script::first_move:
      board.play(Player::first, op.point);
      return;
    case script::second_move:
      board.play(Player::second, op.point);
      return;
    case script::add_first:
      board.set(op.point, cell::kFirst);
      return;
    case script::add_second:
      board.set(op.point, cell::kSecond);
      return;
    case script::clear:
      board.set(op.point, cell::kEmpty);
      return;
    case script::link:
      if constexpr (Board::kFeatures.has_links) board.change_link(op.point);
      return;
    case script::mark:
      break;
  }
  switch (op.mark) {
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
    case script::first_swap:
      if constexpr (Board::kFeatures.swaps_pieces) board.swap_pieces(Player::first);
      return;
    case script::second_swap:
      if constexpr (Board::kFeatures.swaps_pieces) board.swap_pieces(Player::second);
      return;
    case script::variant:
      if constexpr (Board::kFeatures.has_links) board.set_variant(op.point);
      return;
    case script::counts:
      return set_counts(op.counts, board);
    default:
      return;
  }
}

/// Executes one operation of a ply. A pass after changes of links is the end of a turn that has
/// nothing else.
/// \param changes_links  whether the ply has changed links so far; false at its start
template <class Board>
void execute_in_ply(const ScriptOp& op, bool& changes_links, Board& board) {
  if constexpr (Board::kFeatures.has_links) {
    changes_links |= op.kind == script::link || op.kind == script::clear;
    const auto move = op.as_move();
    if (changes_links && move && move->kind == MoveKind::pass) {
      board.end_links(move->player);
      return;
    }
  }
  execute(op, board);
}

/// Executes the operations of one ply, as far as they have a meaning.
template <class Board>
void repeat_ply(std::span<const std::uint16_t> ops, Board& board) {
  bool changes_links = false;
  while (!ops.empty()) {
    const auto op = read_op(ops);
    if (!op) return;
    execute_in_ply(*op, changes_links, board);
    ops = ops.subspan(op->size);
  }
}

}  // namespace ludex

#pragma once

#include "games/api/script_op.hpp"

#include <cstdint>
#include <optional>
#include <span>
#include <utility>

namespace ludex {

/// The turn at the front of a script, with the links that it changes; none where a ply of setup
/// comes first. Of several pegs the last one counts.
/// \param board  a Board with `LinkChange read_change(Point) const`
template <class Board>
[[nodiscard]] std::optional<Move> first_turn(std::span<const std::uint16_t> ops,
                                             const Board& board) {
  std::optional<Move> turn;
  std::vector<LinkChange> links;
  std::size_t links_before = 0;
  bool is_quiet = false;
  while (!ops.empty()) {
    const auto op = read_op(ops);
    if (!op || op->is(script::branch) || op->is(script::position)) break;
    if (op->kind == script::link) links.push_back(board.read_change(op->point));
    if (op->kind == script::clear) links.push_back({{op->point, op->point}, true});
    if (op->is(script::quiet)) is_quiet = true;
    if (const auto move = op->as_move()) {
      turn = move;
      links_before = links.size();
      if (!std::exchange(is_quiet, false)) break;
    }
    ops = ops.subspan(op->size);
  }
  if (!turn || links.empty()) return turn;
  if (turn->kind == MoveKind::pass) turn->kind = MoveKind::links;
  turn->links = std::move(links);
  turn->links_before = static_cast<std::uint32_t>(links_before);
  return turn;
}

}  // namespace ludex

#include "games/board/board_rules.hpp"

namespace ludex {
namespace {

void append_step(const ScriptOp& op, std::vector<SequenceStep>& steps) {
  using Kind = SequenceStep::Kind;
  if (const auto move = op.as_move()) {
    const bool stone = move->kind == MoveKind::stone;
    steps.push_back({Kind::move, static_cast<std::uint8_t>(move->kind),
                     static_cast<std::uint8_t>(move->player), stone, stone ? op.point : 0});
    return;
  }
  if (op.kind == script::mark) return;  // whose turn it is, ends of nodes
  const std::uint8_t player = op.kind == script::add_first    ? 1
                              : op.kind == script::add_second ? 2
                                                              : 0;
  const bool has_point = op.kind != script::link;
  steps.push_back({Kind::setup, static_cast<std::uint8_t>(has_point ? script::clear : op.kind),
                   player, has_point, op.point});
}

}  // namespace

std::optional<std::string_view> plain_move_word(MoveKind kind) {
  switch (kind) {
    case MoveKind::pass:
      return "pass";
    case MoveKind::no_move:
      return "none";
    case MoveKind::swap:
      return "swap-pieces";
    case MoveKind::swap_sides:
      return "swap-sides";
    default:
      return std::nullopt;
  }
}

void append_board_steps(std::span<const std::uint16_t> ops, std::vector<SequenceStep>& steps) {
  while (!ops.empty()) {
    const auto op = read_op(ops);
    if (!op || op->is(script::branch)) return;
    append_step(*op, steps);
    ops = ops.subspan(op->size);
  }
}

}  // namespace ludex

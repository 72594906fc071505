#pragma once

// SgfCompiler: the swap rule of Hex and Twixt.

#include "formats/sgf/sgf_compiler.hpp"

#include <cstddef>
#include <cstdint>
#include <optional>

namespace ludex {

// The keyword alone does not tell; all known writers agree with the colour of the next move: the
// other one's means that the stone was mirrored, the same one's that the players changed seats.
// Returns whether the board changed.
template <class Game>
bool SgfCompiler<Game>::swap(Player player, const WrittenMove& move, const SgfNode& node,
                             bool is_quiet) {
  if constexpr (Board::kFeatures.swaps_pieces) {
    const std::optional<Player> next = next_mover(node);
    const bool is_sides = move.kind == WrittenMove::Kind::swap_sides || next == player ||
                          (!next && move.is_sides_without_next) || !size_.is_square();
    if (!game_of_.may_swap()) note_illegal(ProblemKind::bad_swap, node);
    if (is_sides) {
      note_swap(SwapKind::sides);
      return false;
    }
    if (!board_.can_swap_pieces()) {
      note_illegal(ProblemKind::bad_swap, node);
      return false;
    }
    begin_inside_ply();
    if (is_quiet) append_mark(script::quiet, out_->ops);
    const bool is_first = player == Player::first;
    append_mark(is_first ? script::first_swap : script::second_swap, out_->ops);
    board_.swap_pieces(player);
    note_swap(next ? SwapKind::pieces : SwapKind::ambiguous);
    return true;
  }
  return false;
}

template <class Game>
void SgfCompiler<Game>::note_swap(SwapKind kind) {
  if (on_main_line_) out_->swap = kind;
}

template <class Game>
std::optional<Player> SgfCompiler<Game>::next_mover(const SgfNode& node) const {
  for (std::int32_t id = node.first_child; id >= 0;) {
    const SgfNode& next = tree_->nodes[static_cast<std::size_t>(id)];
    for (const SgfProperty& property : tree_->properties_of(next)) {
      if (const auto mover = game_of_.mover(property)) return mover;
    }
    id = next.first_child;
  }
  return std::nullopt;
}

}  // namespace ludex

#pragma once

// SgfCompiler: what a node does to the board besides its moves.

#include "formats/sgf/sgf_compiler.hpp"

#include <cstdint>
#include <optional>
#include <string_view>

namespace ludex {

template <class Game>
typename SgfCompiler<Game>::NodeEffect SgfCompiler<Game>::set_up(const SgfNode& node,
                                                                 bool is_root) {
  NodeEffect effect;
  if (is_root) {
    for (const auto& [point, cell] : game_of_.layout(size_)) set_point(point, cell, effect);
  }
  for (const SgfProperty& property : tree_->properties_of(node)) {
    if (game_of_.mover(property)) effect.moves += property.value_count;
    switch (property.id) {
      case SgfId::AB:
        set_points(property, cell::kFirst, node, effect);
        break;
      case SgfId::AW:
        set_points(property, cell::kSecond, node, effect);
        break;
      case SgfId::AE:
        set_points(property, cell::kEmpty, node, effect);
        break;
      case SgfId::PL:
        if (property.value_count != 0) {
          effect.to_play = sgf::read_player(tree_->value_of(property));
        }
        break;
      case SgfId::N:
        if (property.value_count != 0) {
          effect.bookmark = read_bookmark(tree_->value_of(property));
        }
        break;
      default:
        break;
    }
  }
  return effect;
}

template <class Game>
void SgfCompiler<Game>::set_points(const SgfProperty& property, std::uint8_t cell,
                                   const SgfNode& node, NodeEffect& effect) {
  effect.has_setup = true;
  for (const std::string_view value : tree_->values_of(property)) {
    if (is_full()) return;
    const auto rect = game_of_.find_rect(value, size_);
    if (!rect) note(ProblemKind::bad_point, node);
    const PointRect points = rect.value_or(PointRect{});
    for (int y = points.top; y <= points.bottom; ++y) {
      for (int x = points.left; x <= points.right; ++x) {
        set_point(static_cast<Point>(y * size_.width + x), cell, effect);
      }
    }
  }
}

template <class Game>
void SgfCompiler<Game>::set_point(Point point, std::uint8_t cell, NodeEffect& effect) {
  ++setup_points_;
  if (!board_.set(point, cell)) return;
  begin_inside_ply();
  append_op(sgf::setup_kind(cell), point, out_->ops);
  effect.changed = true;
}

}  // namespace ludex

#pragma once

// SgfCompiler: from node to node: plies, lines, and what is noted on the way.

#include "formats/sgf/sgf_compiler.hpp"

#include <cstddef>
#include <cstdint>
#include <optional>

namespace ludex {

template <class Game>
void SgfCompiler<Game>::run(const SgfTree& tree, const SgfGame& game, Lines lines,
                            ReplayScript& out, std::vector<PositionKey>* keys) {
  tree_ = &tree;
  game_ = &game;
  out_ = &out;
  keys_ = keys;
  size_ = game.info.size;
  plies_ = moves_ = 0;
  setup_points_ = ply_first_op_ = 0;
  noted_wrong_player_ = false;
  on_main_line_ = true;
  end_.reset();
  if constexpr (Board::kFeatures.swaps_pieces) out.swap = SwapKind::none;
  const std::size_t end = lines == Lines::all ? game.nodes.size() : game.main_nodes;
  keeps_lines_ = end > game.main_nodes;
  board_.reset(size_);
  game_of_.start(tree, game);
  begin_variant();
  if (keeps_lines_) {
    board_.keep_journal();
    keeper_.clear();
    forget_parents();
  }
  out.branches = sgf::count_branches(tree, game);
  for (std::size_t n = 0; n < end; ++n) {
    const std::uint32_t id = game.nodes[n];
    const SgfNode& node = tree.nodes[id];
    if (is_full()) {
      note(ProblemKind::too_many_plies, node);
      break;
    }
    if (n >= game.main_nodes) {
      const auto parent = static_cast<std::uint32_t>(node.parent);
      if (n == game.main_nodes || parent != game.nodes[n - 1]) start_line(parent);
    }
    add_node(node, n == 0);
    if (keeps_lines_) ply_of_node_[id] = current_ply();
    if (n < game.main_nodes) {
      out.main_positions = plies_;
      out.moves = moves_;
    }
    if (out.wants_node_plies) out.node_plies.push_back(current_ply());
    if (n + 1 == game.main_nodes) end_main_line();
  }
  out.total_positions = plies_;
}

// What stands on the board counts more than a word. Where the seats have changed, a colour is the
// other seat's.
template <class Game>
void SgfCompiler<Game>::end_main_line() {
  std::optional<GameResult> result = game_of_.result(board_);
  if (!result) result = end_;
  const bool changed = (out_->swap == SwapKind::sides) != game_of_.has_other_seats();
  if (result && changed) result = sgf::with_seats_changed(*result);
  out_->result = result;
  on_main_line_ = false;
}

template <class Game>
void SgfCompiler<Game>::forget_parents() {
  if (ply_of_node_.size() < tree_->nodes.size()) ply_of_node_.resize(tree_->nodes.size());
  for (const std::uint32_t id : game_->nodes) {
    const std::int32_t parent = tree_->nodes[id].parent;
    if (parent >= 0) ply_of_node_[static_cast<std::size_t>(parent)] = 0;
  }
}

template <class Game>
void SgfCompiler<Game>::start_line(std::uint32_t parent_node) {
  const std::uint32_t ply = ply_of_node_[parent_node];  // ply 0 for a parent of another game
  keeper_.go_to(ply, out_->ops);
  append_mark(script::branch, out_->ops);
  out_->ops.push_back(static_cast<std::uint16_t>(ply));
  out_->ops.push_back(static_cast<std::uint16_t>(ply >> 16));
  ply_first_op_ = out_->ops.size();
}

// A node that is nothing but a move: nearly all are.
template <class Game>
bool SgfCompiler<Game>::add_plain_move(const SgfNode& node) {
  if (node.property_count != 1) return false;
  const SgfProperty& property = tree_->properties[node.first_property];
  const std::optional<Player> player = game_of_.mover(property);
  if (!player || property.value_count != 1) return false;
  const WrittenMove move = game_of_.read_move(tree_->values[property.first_value], size_);
  if (move.kind == WrittenMove::Kind::part) return false;
  if (add_move(*player, move, node, false)) end_ply();
  return true;
}

template <class Game>
void SgfCompiler<Game>::add_node(const SgfNode& node, bool is_root) {
  if (!is_root && add_plain_move(node)) return;
  NodeEffect effect = set_up(node, is_root);
  carry_out(node, is_root, effect);
  if (effect.bookmark) out_->bookmarks.push_back({*effect.bookmark, current_ply()});
}

template <class Game>
void SgfCompiler<Game>::carry_out(const SgfNode& node, bool is_root, NodeEffect& effect) {
  if (effect.moves != 0) {
    if (play_moves(node, is_root, effect)) return;
  } else if (effect.to_play) {
    const auto mark =
        *effect.to_play == Player::first ? script::first_to_play : script::second_to_play;
    begin_inside_ply();
    append_mark(mark, out_->ops);
    board_.set_to_play(*effect.to_play);
  }
  if (!effect.changed && !is_root) return;
  if (!is_root || out_->ops.size() > header_ops_) append_mark(script::position, out_->ops);
  end_ply();
}

template <class Game>
void SgfCompiler<Game>::begin_variant() {
  header_ops_ = 0;
  if constexpr (Board::kFeatures.has_links) {
    const Point variant = game_of_.variant();
    if (variant == 0) return;
    append_mark(script::variant, out_->ops);
    out_->ops.push_back(static_cast<std::uint16_t>(variant));
    board_.set_variant(variant);
    header_ops_ = ply_first_op_ = out_->ops.size();
  }
}

// An empty root is implied only where a move follows: before anything else it is written out.
template <class Game>
void SgfCompiler<Game>::begin_inside_ply() {
  if (plies_ == 1 && out_->ops.size() == header_ops_) append_mark(script::position, out_->ops);
}

template <class Game>
void SgfCompiler<Game>::end_ply() {
  if (keys_ != nullptr) keys_->push_back(board_.key());
  if (keeps_lines_) {
    keeper_.end_ply(ply_first_op_, out_->ops.size());
    ply_first_op_ = out_->ops.size();
  }
  ++plies_;
}

template <class Game>
std::uint32_t SgfCompiler<Game>::current_ply() const {
  if (plies_ == 0) return 0;
  return keeps_lines_ ? keeper_.current() : plies_ - 1;
}

template <class Game>
void SgfCompiler<Game>::note(ProblemKind kind, const SgfNode& node) {
  if (out_->problems.size() >= kMaxProblems && kind != ProblemKind::too_many_plies) {
    ++out_->problems_left_out;
    return;
  }
  out_->problems.push_back({kind, static_cast<std::int32_t>(plies_), node.offset_bytes, {}});
}

template <class Game>
void SgfCompiler<Game>::note_illegal(ProblemKind kind, const SgfNode& node) {
  note(kind, node);
  if (out_->first_illegal_ply < 0) out_->first_illegal_ply = static_cast<std::int32_t>(plies_);
}

template <class Game>
bool SgfCompiler<Game>::is_full() const {
  return plies_ >= kMaxPlies || setup_points_ >= kMaxSetupPoints;
}

}  // namespace ludex

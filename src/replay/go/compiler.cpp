#include "replay/go/compiler.hpp"

#include <algorithm>
#include <cassert>

namespace ludex::go {
namespace {

constexpr std::uint16_t mark_op(script::Mark mark) { return script::op(script::mark, mark); }

constexpr script::Kind move_kind(Player player) {
  return player == Player::first ? script::first_move : script::second_move;
}

constexpr std::uint16_t setup_op(std::uint8_t cell, std::uint16_t point) {
  constexpr script::Kind kKinds[] = {script::clear, script::add_first, script::add_second};
  return script::op(kKinds[cell], point);
}

// "B", "W"; old files write 1 and 2, or words.
std::optional<Player> read_player(std::string_view value) {
  const auto first = value.find_first_not_of(" \t\r\n");
  if (first == std::string_view::npos) return std::nullopt;
  const char letter = value[first];
  if (letter == 'B' || letter == 'b' || letter == '1') return Player::first;
  if (letter == 'W' || letter == 'w' || letter == '2') return Player::second;
  return std::nullopt;
}

std::uint32_t count_branches(const SgfTree& tree, const SgfGame& game) {
  std::uint32_t branches = 0;
  for (std::size_t n = game.main_nodes; n < game.nodes.size(); ++n) {
    const auto parent = static_cast<std::uint32_t>(tree.nodes[game.nodes[n]].parent);
    branches += n == game.main_nodes || parent != game.nodes[n - 1];
  }
  return branches;
}

}  // namespace

void Compiler::run(const SgfTree& tree, const SgfGame& game, Lines lines, ReplayScript& out,
                   std::vector<PositionKey>* keys) {
  tree_ = &tree;
  game_ = &game;
  out_ = &out;
  keys_ = keys;
  size_ = game.info.size;
  plies_ = moves_ = 0;
  setup_points_ = ply_first_op_ = 0;
  const std::size_t end = lines == Lines::all ? game.nodes.size() : game.main_nodes;
  keeps_lines_ = end > game.main_nodes;
  board_.reset(size_);
  if (keeps_lines_) {
    board_.keep_journal();
    keeper_.clear();
    forget_parents();
  }
  out.branches = count_branches(tree, game);
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
    if (keeps_lines_) ply_of_node_[id] = plies_ == 0 ? 0 : keeper_.current();
    if (n < game.main_nodes) {
      out.main_positions = plies_;
      out.moves = moves_;
    }
  }
  out.total_positions = plies_;
}

void Compiler::forget_parents() {
  if (ply_of_node_.size() < tree_->nodes.size()) ply_of_node_.resize(tree_->nodes.size());
  for (const std::uint32_t id : game_->nodes) {
    const std::int32_t parent = tree_->nodes[id].parent;
    if (parent >= 0) ply_of_node_[static_cast<std::size_t>(parent)] = 0;
  }
}

void Compiler::start_line(std::uint32_t parent_node) {
  const std::uint32_t ply = ply_of_node_[parent_node];  // ply 0 for a parent of another game
  keeper_.go_to(ply, out_->ops);
  out_->ops.push_back(mark_op(script::branch));
  out_->ops.push_back(static_cast<std::uint16_t>(ply));
  out_->ops.push_back(static_cast<std::uint16_t>(ply >> 16));
  ply_first_op_ = out_->ops.size();
}

// A node that is nothing but a move: nearly all are.
bool Compiler::add_plain_move(const SgfNode& node) {
  if (node.property_count != 1) return false;
  const SgfProperty& property = tree_->properties[node.first_property];
  const bool is_move = property.id == SgfId::B || property.id == SgfId::W;
  if (!is_move || property.value_count != 1) return false;
  const Player player = property.id == SgfId::B ? Player::first : Player::second;
  if (add_move(player, tree_->values[property.first_value], node, false)) end_ply();
  return true;
}

void Compiler::add_node(const SgfNode& node, bool is_root) {
  if (!is_root && add_plain_move(node)) return;
  NodeEffect effect = set_up(node);
  if (effect.moves != 0) {
    if (play_moves(node, is_root, effect)) return;
  } else if (effect.to_play) {
    const auto mark =
        *effect.to_play == Player::first ? script::first_to_play : script::second_to_play;
    push_inside_ply(mark_op(mark));
    board_.set_to_play(*effect.to_play);
  }
  if (!effect.changed && !is_root) return;
  if (!is_root || !out_->ops.empty()) out_->ops.push_back(mark_op(script::position));
  end_ply();
}

Compiler::NodeEffect Compiler::set_up(const SgfNode& node) {
  NodeEffect effect;
  for (const SgfProperty& property : tree_->properties_of(node)) {
    switch (property.id) {
      case SgfId::B:
      case SgfId::W:
        effect.moves += property.value_count;
        break;
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
          effect.to_play = read_player(tree_->values[property.first_value]);
        }
        break;
      default:
        break;
    }
  }
  return effect;
}

void Compiler::set_points(const SgfProperty& property, std::uint8_t cell, const SgfNode& node,
                          NodeEffect& effect) {
  effect.has_setup = true;
  for (const std::string_view value : tree_->values_of(property)) {
    if (is_full()) return;
    const auto rect = find_rect(value, size_);
    if (!rect) note(ProblemKind::bad_point, node);
    const PointRect points = rect.value_or(PointRect{});
    for (int y = points.top; y <= points.bottom; ++y) {
      for (int x = points.left; x <= points.right; ++x) {
        const auto point = static_cast<std::uint16_t>(y * size_.width + x);
        ++setup_points_;
        if (!board_.set(point, cell)) continue;
        push_inside_ply(setup_op(cell, point));
        effect.changed = true;
      }
    }
  }
}

// Returns whether the node's ply has ended; otherwise a position may still be due.
bool Compiler::play_moves(const SgfNode& node, bool is_root, NodeEffect& effect) {
  if (effect.has_setup) note_illegal(ProblemKind::setup_and_move, node);
  if (effect.moves > 1) note_illegal(ProblemKind::several_moves, node);
  std::uint32_t left = effect.moves;
  for (const SgfProperty& property : tree_->properties_of(node)) {
    if (property.id != SgfId::B && property.id != SgfId::W) continue;
    const Player player = property.id == SgfId::B ? Player::first : Player::second;
    for (const std::string_view value : tree_->values_of(property)) {
      const bool is_quiet = is_root || --left != 0;
      if (!add_move(player, value, node, is_quiet)) continue;
      if (!is_quiet) {
        end_ply();
        return true;
      }
      effect.changed = true;
    }
  }
  return false;
}

// Returns whether the value was a move; a resignation is none.
bool Compiler::add_move(Player player, std::string_view value, const SgfNode& node, bool is_quiet) {
  const bool is_first = player == Player::first;
  const auto point = find_point(value, size_);
  const WrittenMove move =
      point ? WrittenMove{WrittenMove::Kind::stone, *point, true} : read_move(value, size_);
  if (move.kind == WrittenMove::Kind::resignation) return false;
  if (is_quiet) push_inside_ply(mark_op(script::quiet));
  ++moves_;
  switch (move.kind) {
    case WrittenMove::Kind::stone:
      play_stone(player, move.point, node);
      break;
    case WrittenMove::Kind::pass:
      out_->ops.push_back(mark_op(is_first ? script::first_pass : script::second_pass));
      board_.pass(player);
      break;
    default:
      out_->ops.push_back(mark_op(is_first ? script::first_null : script::second_null));
      board_.no_move(player);
      note_illegal(move.kind == WrittenMove::Kind::off_board ? ProblemKind::off_board
                                                             : ProblemKind::bad_point,
                   node);
      return true;
  }
  if (!move.is_standard) note(ProblemKind::bad_point, node);
  return true;
}

void Compiler::play_stone(Player player, std::uint16_t point, const SgfNode& node) {
  out_->ops.push_back(script::op(move_kind(player), point));
  const Faults faults = board_.play(player, point);
  if (faults == 0) return;
  if ((faults & kOccupied) != 0) note_illegal(ProblemKind::occupied_point, node);
  if ((faults & kSuicide) != 0) note_illegal(ProblemKind::suicide, node);
  if ((faults & kKo) != 0) note_illegal(ProblemKind::ko, node);
}

// An empty root is implied only where a move follows: before anything else it is written out.
void Compiler::push_inside_ply(std::uint16_t operation) {
  if (plies_ == 1 && out_->ops.empty()) out_->ops.push_back(mark_op(script::position));
  out_->ops.push_back(operation);
}

void Compiler::end_ply() {
  if (keys_ != nullptr) keys_->push_back(board_.key());
  if (keeps_lines_) {
    keeper_.end_ply(ply_first_op_, out_->ops.size());
    ply_first_op_ = out_->ops.size();
  }
  ++plies_;
}

void Compiler::note(ProblemKind kind, const SgfNode& node) {
  if (out_->problems.size() >= kMaxProblems && kind != ProblemKind::too_many_plies) return;
  out_->problems.push_back({kind, static_cast<std::int32_t>(plies_), node.offset_bytes, {}});
}

void Compiler::note_illegal(ProblemKind kind, const SgfNode& node) {
  note(kind, node);
  if (out_->first_illegal_ply < 0) out_->first_illegal_ply = static_cast<std::int32_t>(plies_);
}

bool Compiler::is_full() const { return plies_ >= kMaxPlies || setup_points_ >= kMaxSetupPoints; }

}  // namespace ludex::go

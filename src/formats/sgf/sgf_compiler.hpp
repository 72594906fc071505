#pragma once

#include "core/position_key.hpp"
#include "formats/sgf/sgf.hpp"
#include "formats/sgf/sgf_hooks.hpp"
#include "formats/sgf/sgf_rules.hpp"
#include "games/api/captures.hpp"
#include "games/api/line_keeper.hpp"
#include "games/api/replay_script.hpp"
#include "games/api/written_move.hpp"

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <optional>
#include <string_view>
#include <type_traits>
#include <utility>
#include <vector>

namespace ludex {

/// Beyond these a replay stops with ProblemKind::too_many_plies: they bound its memory to some
/// 100 MB for a hostile record. The longest games known have below 1000 moves, the largest opening
/// trees below 200,000 nodes.
inline constexpr std::uint32_t kMaxPlies = 1U << 20;
inline constexpr std::size_t kMaxSetupPoints = std::size_t{1} << 22;  // named by AB, AW and AE
/// How many of these may change their point, beside a few for each value: a rectangle is short
/// text, but each of its points is stored, and the scripts of 256 games in one block. A tree of
/// problems names most of its points one by one.
inline constexpr std::size_t kMaxSetupChanges = std::size_t{1} << 14;
inline constexpr std::size_t kSetupChangesPerValue = 4;
inline constexpr std::size_t kMaxProblems = 100;  // of one game; later ones are counted only

/// Turns the nodes of a game into a script while playing it on a board. Reused from game to game.
///
/// \tparam Game  a final class, derived from SgfHooks
template <class Game>
class SgfCompiler {
 public:
  SgfCompiler() : keeper_(board_) {}

  /// \param keys  gets the key of each ply appended; may be null
  void run(const SgfTree& tree, const SgfGame& game, Lines lines, ReplayScript& out,
           std::vector<PositionKey>* keys) {
    tree_ = &tree;
    game_ = &game;
    out_ = &out;
    keys_ = keys;
    size_ = game.info.size;
    plies_ = moves_ = 0;
    setup_points_ = ply_first_op_ = last_capture_end_ = 0;
    setup_changes_ = 0;
    most_setup_changes_ = kMaxSetupChanges;
    out.knows_captures = Board::kFeatures.takes_chains;
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

 private:
  using Board = typename Game::Board;
  static_assert(std::is_final_v<Game> && std::is_base_of_v<SgfHooks<Board>, Game>);

  /// The effects of a node besides its moves.
  struct NodeEffect {
    bool has_setup = false;
    bool changed = false;  // since the last ply, so that a position is due
    std::uint32_t moves = 0;
    std::optional<Player> to_play;
    std::optional<std::uint32_t> bookmark;
  };

  void add_node(const SgfNode& node, bool is_root) {
    if (!is_root && add_plain_move(node)) return;
    NodeEffect effect = set_up(node, is_root);
    carry_out(node, is_root, effect);
    if (effect.bookmark) out_->bookmarks.push_back({*effect.bookmark, current_ply()});
  }

  void carry_out(const SgfNode& node, bool is_root, NodeEffect& effect) {
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

  // A node that is nothing but a move: nearly all are.
  bool add_plain_move(const SgfNode& node) {
    if (node.property_count != 1) return false;
    const SgfProperty& property = tree_->properties[node.first_property];
    const std::optional<Player> player = game_of_.mover(property);
    if (!player || property.value_count != 1) return false;
    const WrittenMove move = game_of_.read_move(tree_->values[property.first_value], size_);
    if (move.kind == WrittenMove::Kind::part) return false;
    if (add_move(*player, move, node, false)) end_ply();
    return true;
  }

  void forget_parents() {
    if (ply_of_node_.size() < tree_->nodes.size()) ply_of_node_.resize(tree_->nodes.size());
    for (const std::uint32_t id : game_->nodes) {
      const std::int32_t parent = tree_->nodes[id].parent;
      if (parent >= 0) ply_of_node_[static_cast<std::size_t>(parent)] = 0;
    }
  }

  void start_line(std::uint32_t parent_node) {
    const std::uint32_t ply = ply_of_node_[parent_node];  // ply 0 for a parent of another game
    keeper_.go_to(ply, out_->ops);
    append_mark(script::branch, out_->ops);
    out_->ops.push_back(static_cast<std::uint16_t>(ply));
    out_->ops.push_back(static_cast<std::uint16_t>(ply >> 16));
    ply_first_op_ = out_->ops.size();
  }

  [[nodiscard]] NodeEffect set_up(const SgfNode& node, bool is_root) {
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

  void set_points(const SgfProperty& property, std::uint8_t cell, const SgfNode& node,
                  NodeEffect& effect) {
    effect.has_setup = true;
    for (const std::string_view value : tree_->values_of(property)) {
      if (is_full()) return;
      most_setup_changes_ += kSetupChangesPerValue;
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

  void set_point(Point point, std::uint8_t cell, NodeEffect& effect) {
    ++setup_points_;
    if (!board_.set(point, cell)) return;
    ++setup_changes_;
    begin_inside_ply();
    append_op(sgf::setup_kind(cell), point, out_->ops);
    effect.changed = true;
  }

  [[nodiscard]] Player mover_of(Player written, Point point, const SgfNode& node) {
    const Player mover = game_of_.mover_of(written, point, board_);
    if (mover != written && !std::exchange(noted_wrong_player_, true)) {
      note(ProblemKind::wrong_player, node);
    }
    return mover;
  }

  /// Shows `visit` the moves of a node as written, up to one for which it returns true.
  template <class Visit>
  bool any_move(const SgfNode& node, const Visit& visit) {
    for (const SgfProperty& property : tree_->properties_of(node)) {
      const std::optional<Player> player = game_of_.mover(property);
      if (!player) continue;
      for (const std::string_view value : tree_->values_of(property)) {
        if (visit(*player, value)) return true;
      }
    }
    return false;
  }

  // Returns whether the node's ply has ended; otherwise a position may still be due.
  bool play_moves(const SgfNode& node, bool is_root, NodeEffect& effect) {
    if (game_of_.moves_are_plies()) return play_plies(node, is_root, effect);
    if (effect.has_setup && is_root && game_of_.root_may_move()) {
      note(ProblemKind::setup_and_move, node);
    } else if (effect.has_setup) {
      note_illegal(ProblemKind::setup_and_move, node);
    }
    if constexpr (Board::kFeatures.has_links) {
      if (has_part(node)) return play_turn(node, is_root, effect);
    }
    if (effect.moves > 1) note_illegal(ProblemKind::several_moves, node);
    std::uint32_t left = effect.moves;
    return any_move(node, [&](Player player, std::string_view value) {
      const bool is_quiet = is_root || --left != 0;
      if (!add_move(player, game_of_.read_move(value, size_), node, is_quiet)) return false;
      if (is_quiet) {
        effect.changed = true;
      } else {
        end_ply();
      }
      return !is_quiet;
    });
  }

  // What stands before the moves of a node is a position of its own. The parser joins repeated
  // properties; the order of their values in the text is that of the moves.
  bool play_plies(const SgfNode& node, bool is_root, const NodeEffect& effect) {
    if (effect.changed) append_mark(script::position, out_->ops);
    if (effect.changed || is_root) end_ply();
    std::vector<std::pair<std::string_view, Player>> moves;
    any_move(node, [&](Player player, std::string_view value) {
      moves.emplace_back(value, player);
      return false;
    });
    std::stable_sort(moves.begin(), moves.end(), [](const auto& a, const auto& b) {
      return std::less<>{}(a.first.data(), b.first.data());
    });
    for (const auto& [value, player] : moves) {
      if (is_full()) break;
      if (add_move(player, game_of_.read_move(value, size_), node, false)) end_ply();
    }
    return true;
  }

  void begin_variant() {
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

  [[nodiscard]] bool has_part(const SgfNode& node) {
    return any_move(node, [&](Player, std::string_view value) {
      return game_of_.read_move(value, size_).kind == WrittenMove::Kind::part;
    });
  }

  // A turn of several values is always one ply. A turn that only changes links ends like a pass;
  // the changes before it distinguish them.
  bool play_turn(const SgfNode& node, bool is_root, NodeEffect& effect) {
    if constexpr (Board::kFeatures.has_links) {
      std::optional<Player> changer;
      TurnSoFar turn;
      bool has_move = false;
      any_move(node, [&](Player player, std::string_view value) {
        const WrittenMove move = game_of_.read_move(value, size_);
        if (move.kind != WrittenMove::Kind::part) {
          const bool is_peg = move.kind == WrittenMove::Kind::stone;
          if (is_peg && turn.peg) note_illegal(ProblemKind::several_moves, node);
          if (is_peg) turn.peg = move.point;
          has_move |= add_move(player, move, node, true);
          return false;
        }
        begin_inside_ply();
        const auto problem = game_of_.play_part(player, value, turn, board_, out_->ops);
        if (problem) note_illegal(*problem, node);
        changer = player;
        return false;
      });
      if (turn.lifted && turn.peg != turn.lifted) note_illegal(ProblemKind::illegal_move, node);
      effect.changed |= has_move || changer;
      if (has_move || !changer || is_root) return false;
      const bool is_first = *changer == Player::first;
      append_mark(is_first ? script::first_pass : script::second_pass, out_->ops);
      board_.end_links(*changer);
      ++moves_;
      end_ply();
      return true;
    }
    return false;
  }

  // Returns whether a ply is due; a resignation moves nothing, and a change of seats neither.
  bool add_move(Player player, const WrittenMove& move, const SgfNode& node, bool is_quiet) {
    using Kind = WrittenMove::Kind;
    const bool is_first = player == Player::first;
    if (move.kind == Kind::resignation || move.kind == Kind::forfeit) {
      end_ = sgf::result_of_end(player, move.kind);
      return false;
    }
    if (move.kind == Kind::draw) end_ = sgf::kAgreedDraw;
    if (move.kind == Kind::draw || move.kind == Kind::draw_offer) return false;
    if (move.kind == Kind::swap_pieces || move.kind == Kind::swap_sides) {
      return swap(player, move, node, is_quiet);
    }
    end_.reset();
    if (is_quiet) {
      begin_inside_ply();
      append_mark(script::quiet, out_->ops);
    }
    ++moves_;
    switch (move.kind) {
      case WrittenMove::Kind::stone:
        play_stone(mover_of(player, move.point, node), move.point, node);
        break;
      case WrittenMove::Kind::pass:
        append_mark(is_first ? script::first_pass : script::second_pass, out_->ops);
        board_.pass(player);
        break;
      default:
        append_mark(is_first ? script::first_null : script::second_null, out_->ops);
        board_.no_move(player);
        note_illegal(move.kind == WrittenMove::Kind::off_board ? ProblemKind::off_board
                                                               : ProblemKind::bad_point,
                     node);
        return true;
    }
    if (!move.is_standard) note(ProblemKind::bad_point, node);
    return true;
  }

  void play_stone(Player player, Point point, const SgfNode& node) {
    append_op(player == Player::first ? script::first_move : script::second_move, point, out_->ops);
    const int allowed = game_of_.allowed_faults(player, point, board_);
    const int faults = board_.play(player, point) & ~allowed;
    if constexpr (Board::kFeatures.takes_chains) {
      const std::uint8_t sides = on_main_line_ ? board_.taken_sides() : 0;
      if (sides != 0) append_capture(out_->ops.size(), last_capture_end_, sides, out_->captures);
    }
    if (faults == 0) return;
    for (const auto& [fault, kind] : sgf::kFaultKinds) {
      if ((faults & fault) != 0) note_illegal(kind, node);
    }
  }

  // An empty root is implied only where a move follows: before anything else it is written out.
  void begin_inside_ply() {
    if (plies_ == 1 && out_->ops.size() == header_ops_) append_mark(script::position, out_->ops);
  }

  // The keyword alone does not say which; all known writers agree with the colour of the next move:
  // the other one's means that the stone was mirrored, the same one's that the players changed
  // seats. Returns whether the board changed.
  bool swap(Player player, const WrittenMove& move, const SgfNode& node, bool is_quiet) {
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

  [[nodiscard]] std::optional<Player> next_mover(const SgfNode& node) const {
    for (std::int32_t id = node.first_child; id >= 0;) {
      const SgfNode& next = tree_->nodes[static_cast<std::size_t>(id)];
      for (const SgfProperty& property : tree_->properties_of(next)) {
        if (const auto mover = game_of_.mover(property)) return mover;
      }
      id = next.first_child;
    }
    return std::nullopt;
  }

  void note_swap(SwapKind kind) {
    if (on_main_line_) out_->swap = kind;
  }

  // What stands on the board counts more than a word. Where the seats have changed, a colour is the
  // other seat's.
  void end_main_line() {
    std::optional<GameResult> result = game_of_.result(board_);
    if (!result) result = end_;
    const bool changed = (out_->swap == SwapKind::sides) != game_of_.has_other_seats();
    if (result && changed) result = sgf::with_seats_changed(*result);
    out_->result = result;
    on_main_line_ = false;
  }

  void end_ply() {
    if (keys_ != nullptr) append(*keys_, board_.key());
    if (keeps_lines_) {
      keeper_.end_ply(ply_first_op_, out_->ops.size());
      ply_first_op_ = out_->ops.size();
    }
    ++plies_;
  }

  void note(ProblemKind kind, const SgfNode& node) {
    if (out_->problems.size() >= kMaxProblems && kind != ProblemKind::too_many_plies) {
      ++out_->problems_left_out;
      return;
    }
    out_->problems.push_back({kind, static_cast<std::int32_t>(plies_), node.offset_bytes, {}});
  }

  void note_illegal(ProblemKind kind, const SgfNode& node) {
    note(kind, node);
    if (out_->first_illegal_ply < 0) out_->first_illegal_ply = static_cast<std::int32_t>(plies_);
  }

  [[nodiscard]] bool is_full() const {
    return plies_ >= kMaxPlies || setup_points_ >= kMaxSetupPoints ||
           setup_changes_ >= most_setup_changes_;
  }

  [[nodiscard]] std::uint32_t current_ply() const {
    if (plies_ == 0) return 0;
    return keeps_lines_ ? keeper_.current() : plies_ - 1;
  }

  const SgfTree* tree_ = nullptr;
  const SgfGame* game_ = nullptr;
  ReplayScript* out_ = nullptr;
  std::vector<PositionKey>* keys_ = nullptr;
  BoardSize size_;
  std::uint32_t plies_ = 0;
  std::uint32_t moves_ = 0;
  std::size_t setup_points_ = 0;
  std::size_t setup_changes_ = 0, most_setup_changes_ = 0;
  std::size_t ply_first_op_ = 0;
  std::size_t last_capture_end_ = 0;  // of the last move that took something
  std::size_t header_ops_ = 0;        // before the first ply
  bool keeps_lines_ = false;
  bool noted_wrong_player_ = false;
  bool on_main_line_ = false;
  std::optional<GameResult> end_;  // of the line so far: a resignation, and no move after it
  Game game_of_;
  Board board_;
  LineKeeper<Board> keeper_;
  std::vector<std::uint32_t> ply_of_node_;  // by node of the tree; set for the game's own nodes
};

}  // namespace ludex

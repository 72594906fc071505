#pragma once

#include "ludex/core/position_key.hpp"
#include "ludex/parse/sgf_game.hpp"
#include "ludex/parse/sgf_tree.hpp"
#include "ludex/replay/orientation.hpp"
#include "ludex/replay/replay_script.hpp"
#include "ludex/replay/sgf_rules.hpp"
#include "replay/line_keeper.hpp"
#include "replay/script_op.hpp"
#include "replay/turn.hpp"
#include "replay/written_move.hpp"

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <optional>
#include <string_view>
#include <utility>
#include <vector>

namespace ludex {

namespace sgf {

[[nodiscard]] constexpr script::Kind setup_kind(std::uint8_t cell) {
  constexpr script::Kind kKinds[] = {script::clear, script::add_first, script::add_second};
  return kKinds[cell];
}

/// "B", "W"; old files write 1 and 2, or words.
[[nodiscard]] std::optional<Player> read_player(std::string_view value);

inline constexpr GameResult kAgreedDraw{Winner::draw, WinBy::unknown, std::nullopt,
                                        ResultFrom::end_mark};
/// What a resignation or a forfeit of `loser` says of the result.
[[nodiscard]] GameResult result_of_end(Player loser, WrittenMove::Kind kind);
/// The same where each player has the other one's colour.
[[nodiscard]] GameResult with_seats_changed(GameResult result);

/// The lines of a game beside the main one.
[[nodiscard]] std::uint32_t count_branches(const SgfTree& tree, const SgfGame& game);

/// The kind of the gravest of some faults, and then of the others.
inline constexpr std::array kFaultKinds = {
    std::pair{kOccupied, ProblemKind::occupied_point},
    std::pair{kSuicide, ProblemKind::suicide},
    std::pair{kKo, ProblemKind::ko},
    std::pair{kNoFlip, ProblemKind::illegal_move},
    std::pair{kWrongBorder, ProblemKind::illegal_move},
};

}  // namespace sgf

/// Beyond these a replay stops with ProblemKind::too_many_plies: they bound its memory to some
/// 100 MB for a hostile record. The longest games known have below 1000 moves, the largest opening
/// trees below 200,000 nodes.
inline constexpr std::uint32_t kMaxPlies = 1U << 20;
inline constexpr std::size_t kMaxSetupPoints = std::size_t{1} << 22;  // named by AB, AW and AE
inline constexpr std::size_t kMaxProblems = 100;  // of one game; later ones are counted only

/// Turns the nodes of a game into a script while playing it on a board. Reused from game to game.
///
/// A Game has a Board (see ScriptReader; play() gives Faults), and says how SGF writes the game:
///   void start(tree, game)                      before each game
///   std::optional<Player> mover(property)       whose move a property is; none: it is no move
///   WrittenMove read_move(value, size)          what the value of a move asks for
///   std::optional<PointRect> find_rect(value, size)   the points that AB, AW, AE name
/// and, where the game needs it:
///   void lay_out(size, set)                     before the root: set(point, cell), as setup does
///   bool moves_are_plies()                      each move of a node is a ply, in the root too
///   bool root_may_move()                        setup beside a move in the root is nothing illegal
///   Player mover_of(written, point, board)      who makes a move that `written` is said to make
///   std::optional<GameResult> result(board)     whose colour has won where the main line ends
///   constexpr bool kKnowsSwap                   a player may take over the other one's first move
///   bool has_other_seats()                      Black's stones are the second seat's
///   bool may_swap()                             the rules of this game allow it
///   Point variant()                             which rules, see script::variant; 0: the usual
///   std::optional<ProblemKind> play_part(player, value, board, ops)
///                                               carries out a value that is part of a turn, but no
///                                               move, and appends its operations
template <class Game>
class SgfCompiler {
 public:
  SgfCompiler() : keeper_(board_) {}

  /// \param keys  gets the key of each ply appended; may be null
  void run(const SgfTree& tree, const SgfGame& game, Lines lines, ReplayScript& out,
           std::vector<PositionKey>* keys);

 private:
  using Board = typename Game::Board;

  /// What a node did besides its moves.
  struct NodeEffect {
    bool has_setup = false;
    bool changed = false;  // since the last ply, so that a position is due
    std::uint32_t moves = 0;
    std::optional<Player> to_play;
    std::optional<std::uint32_t> bookmark;
  };

  void add_node(const SgfNode& node, bool is_root);
  void carry_out(const SgfNode& node, bool is_root, NodeEffect& effect);
  bool add_plain_move(const SgfNode& node);
  void forget_parents();
  void start_line(std::uint32_t parent_node);
  [[nodiscard]] NodeEffect set_up(const SgfNode& node, bool is_root);
  void lay_out(NodeEffect& effect);
  void set_points(const SgfProperty& property, std::uint8_t cell, const SgfNode& node,
                  NodeEffect& effect);
  void set_point(Point point, std::uint8_t cell, NodeEffect& effect);
  [[nodiscard]] bool moves_are_plies() const;
  [[nodiscard]] bool root_may_move() const;
  [[nodiscard]] Player mover_of(Player written, Point point, const SgfNode& node);
  bool play_moves(const SgfNode& node, bool is_root, NodeEffect& effect);
  bool play_plies(const SgfNode& node, bool is_root, const NodeEffect& effect);
  static constexpr bool kTurnsHaveParts =
      requires(Game game, Board board, std::vector<std::uint16_t> ops) {
    game.play_part(Player::first, std::string_view{}, board, ops);
  };

  void begin_variant();
  [[nodiscard]] bool has_part(const SgfNode& node) const;
  bool play_turn(const SgfNode& node, bool is_root, NodeEffect& effect);
  bool add_move(Player player, const WrittenMove& move, const SgfNode& node, bool is_quiet);
  void play_stone(Player player, Point point, const SgfNode& node);
  void begin_inside_ply();
  bool swap(Player player, const WrittenMove& move, const SgfNode& node, bool is_quiet);
  [[nodiscard]] std::optional<Player> next_mover(const SgfNode& node) const;
  [[nodiscard]] bool may_swap() const;
  void note_swap(SwapKind kind);
  void end_main_line();
  void end_ply();
  void note(ProblemKind kind, const SgfNode& node);
  void note_illegal(ProblemKind kind, const SgfNode& node);
  [[nodiscard]] bool is_full() const;
  [[nodiscard]] std::uint32_t current_ply() const;

  const SgfTree* tree_ = nullptr;
  const SgfGame* game_ = nullptr;
  ReplayScript* out_ = nullptr;
  std::vector<PositionKey>* keys_ = nullptr;
  BoardSize size_;
  std::uint32_t plies_ = 0;
  std::uint32_t moves_ = 0;
  std::size_t setup_points_ = 0;
  std::size_t ply_first_op_ = 0;
  std::size_t header_ops_ = 0;  // before the first ply
  bool keeps_lines_ = false;
  bool noted_wrong_player_ = false;
  bool on_main_line_ = false;
  std::optional<GameResult> end_;  // of the line so far: a resignation, and no move behind it
  Game game_of_;
  Board board_;
  LineKeeper<Board> keeper_;
  std::vector<std::uint32_t> ply_of_node_;  // by node of the tree; set for the game's own nodes
};

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
  if constexpr (requires { Game::kKnowsSwap; }) out.swap = SwapKind::none;
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
    if (n + 1 == game.main_nodes) end_main_line();
  }
  out.total_positions = plies_;
}

// What stands on the board counts more than a word. Where the seats have changed, a colour is the
// other seat's.
template <class Game>
void SgfCompiler<Game>::end_main_line() {
  std::optional<GameResult> result;
  if constexpr (requires { game_of_.result(board_); }) result = game_of_.result(board_);
  if (!result) result = end_;
  bool changed = out_->swap == SwapKind::sides;
  if constexpr (requires { game_of_.has_other_seats(); }) changed ^= game_of_.has_other_seats();
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
typename SgfCompiler<Game>::NodeEffect SgfCompiler<Game>::set_up(const SgfNode& node,
                                                                 bool is_root) {
  NodeEffect effect;
  if (is_root) lay_out(effect);
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
          effect.to_play = sgf::read_player(tree_->values[property.first_value]);
        }
        break;
      case SgfId::N:
        if (property.value_count != 0) {
          effect.bookmark = read_bookmark(tree_->values[property.first_value]);
        }
        break;
      default:
        break;
    }
  }
  return effect;
}

template <class Game>
void SgfCompiler<Game>::lay_out(NodeEffect& effect) {
  const auto set = [&](Point point, std::uint8_t cell) { set_point(point, cell, effect); };
  if constexpr (requires { game_of_.lay_out(size_, set); }) game_of_.lay_out(size_, set);
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

template <class Game>
bool SgfCompiler<Game>::moves_are_plies() const {
  if constexpr (requires { game_of_.moves_are_plies(); }) return game_of_.moves_are_plies();
  return false;
}

template <class Game>
bool SgfCompiler<Game>::root_may_move() const {
  if constexpr (requires { game_of_.root_may_move(); }) return game_of_.root_may_move();
  return false;
}

template <class Game>
Player SgfCompiler<Game>::mover_of(Player written, Point point, const SgfNode& node) {
  if constexpr (requires { game_of_.mover_of(written, point, board_); }) {
    const Player mover = game_of_.mover_of(written, point, board_);
    if (mover != written && !std::exchange(noted_wrong_player_, true)) {
      note(ProblemKind::wrong_player, node);
    }
    return mover;
  }
  return written;
}

// Returns whether the node's ply has ended; otherwise a position may still be due.
template <class Game>
bool SgfCompiler<Game>::play_moves(const SgfNode& node, bool is_root, NodeEffect& effect) {
  if (moves_are_plies()) return play_plies(node, is_root, effect);
  if (effect.has_setup && is_root && root_may_move()) {
    note(ProblemKind::setup_and_move, node);
  } else if (effect.has_setup) {
    note_illegal(ProblemKind::setup_and_move, node);
  }
  if constexpr (kTurnsHaveParts) {
    if (has_part(node)) return play_turn(node, is_root, effect);
  }
  if (effect.moves > 1) note_illegal(ProblemKind::several_moves, node);
  std::uint32_t left = effect.moves;
  for (const SgfProperty& property : tree_->properties_of(node)) {
    const std::optional<Player> player = game_of_.mover(property);
    if (!player) continue;
    for (const std::string_view value : tree_->values_of(property)) {
      const bool is_quiet = is_root || --left != 0;
      const WrittenMove move = game_of_.read_move(value, size_);
      if (!add_move(*player, move, node, is_quiet)) continue;
      if (!is_quiet) {
        end_ply();
        return true;
      }
      effect.changed = true;
    }
  }
  return false;
}

// What stands before the moves of a node is a position of its own. The parser joins repeated
// properties; where their values stand in the text tells the order of the moves.
template <class Game>
bool SgfCompiler<Game>::play_plies(const SgfNode& node, bool is_root, const NodeEffect& effect) {
  if (effect.changed) append_mark(script::position, out_->ops);
  if (effect.changed || is_root) end_ply();
  std::vector<std::pair<std::string_view, Player>> moves;
  for (const SgfProperty& property : tree_->properties_of(node)) {
    const std::optional<Player> player = game_of_.mover(property);
    if (!player) continue;
    for (const std::string_view value : tree_->values_of(property)) {
      moves.emplace_back(value, *player);
    }
  }
  std::stable_sort(moves.begin(), moves.end(), [](const auto& a, const auto& b) {
    return std::less<>{}(a.first.data(), b.first.data());
  });
  for (const auto& [value, player] : moves) {
    if (is_full()) break;
    if (add_move(player, game_of_.read_move(value, size_), node, false)) end_ply();
  }
  return true;
}

// Returns whether a ply is due; a resignation moves nothing, and a change of seats neither.
template <class Game>
bool SgfCompiler<Game>::add_move(Player player, const WrittenMove& move, const SgfNode& node,
                                 bool is_quiet) {
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

template <class Game>
void SgfCompiler<Game>::play_stone(Player player, Point point, const SgfNode& node) {
  append_op(player == Player::first ? script::first_move : script::second_move, point, out_->ops);
  const Faults faults = board_.play(player, point);
  if (faults == 0) return;
  for (const auto& [fault, kind] : sgf::kFaultKinds) {
    if ((faults & fault) != 0) note_illegal(kind, node);
  }
}

// The keyword alone does not tell; all known writers agree with the colour of the next move: the
// other one's means that the stone was mirrored, the same one's that the players changed seats.
// Returns whether the board changed.
template <class Game>
bool SgfCompiler<Game>::swap(Player player, const WrittenMove& move, const SgfNode& node,
                             bool is_quiet) {
  if constexpr (requires { board_.swap_pieces(player); }) {
    const std::optional<Player> next = next_mover(node);
    const bool is_sides = move.kind == WrittenMove::Kind::swap_sides || next == player ||
                          (!next && move.is_sides_without_next) || !size_.is_square();
    if (!may_swap()) note_illegal(ProblemKind::bad_swap, node);
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
bool SgfCompiler<Game>::may_swap() const {
  if constexpr (requires { game_of_.may_swap(); }) return game_of_.may_swap();
  return true;
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

template <class Game>
void SgfCompiler<Game>::begin_variant() {
  header_ops_ = 0;
  if constexpr (requires { game_of_.variant(); }) {
    const Point variant = game_of_.variant();
    if (variant == 0) return;
    append_mark(script::variant, out_->ops);
    out_->ops.push_back(static_cast<std::uint16_t>(variant));
    board_.set_variant(variant);
    header_ops_ = ply_first_op_ = out_->ops.size();
  }
}

template <class Game>
bool SgfCompiler<Game>::has_part(const SgfNode& node) const {
  for (const SgfProperty& property : tree_->properties_of(node)) {
    if (!game_of_.mover(property)) continue;
    for (const std::string_view value : tree_->values_of(property)) {
      if (game_of_.read_move(value, size_).kind == WrittenMove::Kind::part) return true;
    }
  }
  return false;
}

// A turn of several values is one ply, whatever they are; without any stone it is a pass.
template <class Game>
bool SgfCompiler<Game>::play_turn(const SgfNode& node, bool is_root, NodeEffect& effect) {
  if constexpr (kTurnsHaveParts) {
    std::optional<Player> changer;
    bool has_stone = false;
    for (const SgfProperty& property : tree_->properties_of(node)) {
      const std::optional<Player> player = game_of_.mover(property);
      if (!player) continue;
      for (const std::string_view value : tree_->values_of(property)) {
        const WrittenMove move = game_of_.read_move(value, size_);
        if (move.kind != WrittenMove::Kind::part) {
          has_stone |= add_move(*player, move, node, true);
          continue;
        }
        begin_inside_ply();
        const auto problem = game_of_.play_part(*player, value, board_, out_->ops);
        if (problem) note_illegal(*problem, node);
        changer = player;
      }
    }
    effect.changed |= has_stone || changer;
    if (has_stone || !changer || is_root) return false;
    const bool is_first = *changer == Player::first;
    append_mark(is_first ? script::first_pass : script::second_pass, out_->ops);
    board_.pass(*changer);
    ++moves_;
    end_ply();
    return true;
  }
  return false;
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

template <class Game>
std::uint32_t SgfCompiler<Game>::current_ply() const {
  if (plies_ == 0) return 0;
  return keeps_lines_ ? keeper_.current() : plies_ - 1;
}

}  // namespace ludex

#pragma once

#include "core/position_key.hpp"
#include "formats/sgf/sgf_game.hpp"
#include "formats/sgf/sgf_hooks.hpp"
#include "formats/sgf/sgf_rules.hpp"
#include "formats/sgf/sgf_tree.hpp"
#include "formats/sgf/sgf_words.hpp"
#include "games/api/line_keeper.hpp"
#include "games/api/replay_script.hpp"
#include "games/api/written_move.hpp"

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string_view>
#include <type_traits>
#include <vector>

namespace ludex {

/// Beyond these a replay stops with ProblemKind::too_many_plies: they bound its memory to some
/// 100 MB for a hostile record. The longest games known have below 1000 moves, the largest opening
/// trees below 200,000 nodes.
inline constexpr std::uint32_t kMaxPlies = 1U << 20;
inline constexpr std::size_t kMaxSetupPoints = std::size_t{1} << 22;  // named by AB, AW and AE
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
           std::vector<PositionKey>* keys);

 private:
  using Board = typename Game::Board;
  static_assert(std::is_final_v<Game> && std::is_base_of_v<SgfHooks<Board>, Game>);

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
  void set_points(const SgfProperty& property, std::uint8_t cell, const SgfNode& node,
                  NodeEffect& effect);
  void set_point(Point point, std::uint8_t cell, NodeEffect& effect);
  [[nodiscard]] Player mover_of(Player written, Point point, const SgfNode& node);
  bool play_moves(const SgfNode& node, bool is_root, NodeEffect& effect);
  bool play_plies(const SgfNode& node, bool is_root, const NodeEffect& effect);
  void begin_variant();
  [[nodiscard]] bool has_part(const SgfNode& node);
  bool play_turn(const SgfNode& node, bool is_root, NodeEffect& effect);
  bool add_move(Player player, const WrittenMove& move, const SgfNode& node, bool is_quiet);
  void play_stone(Player player, Point point, const SgfNode& node);
  void begin_inside_ply();
  bool swap(Player player, const WrittenMove& move, const SgfNode& node, bool is_quiet);
  [[nodiscard]] std::optional<Player> next_mover(const SgfNode& node) const;
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

}  // namespace ludex

#include "formats/sgf/sgf_compiler_lines.hpp"
#include "formats/sgf/sgf_compiler_moves.hpp"
#include "formats/sgf/sgf_compiler_setup.hpp"
#include "formats/sgf/sgf_compiler_swap.hpp"

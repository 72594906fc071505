#pragma once

#include "ludex/core/position_key.hpp"
#include "ludex/parse/sgf_game.hpp"
#include "ludex/parse/sgf_tree.hpp"
#include "ludex/replay/replay_script.hpp"
#include "ludex/replay/sgf_rules.hpp"
#include "replay/go/board.hpp"
#include "replay/go/line_keeper.hpp"
#include "replay/go/points.hpp"

#include <cstddef>
#include <cstdint>
#include <optional>
#include <vector>

namespace ludex::go {

/// Beyond these a replay stops with ProblemKind::too_many_plies: they bound its memory to some
/// 100 MB for a hostile record. The longest games known have below 1000 moves, the largest opening
/// trees below 200,000 nodes.
inline constexpr std::uint32_t kMaxPlies = 1U << 20;
inline constexpr std::size_t kMaxSetupPoints = std::size_t{1} << 22;  // named by AB, AW and AE
inline constexpr std::size_t kMaxProblems = 1000;  // of one game; later ones are not listed

/// Turns the nodes of a game into a script while playing it on a board. Reused from game to game.
class Compiler {
 public:
  Compiler() : keeper_(board_) {}

  /// \param keys  gets the key of each ply appended; may be null
  void run(const SgfTree& tree, const SgfGame& game, Lines lines, ReplayScript& out,
           std::vector<PositionKey>* keys);

 private:
  /// What a node did besides its moves.
  struct NodeEffect {
    bool has_setup = false;
    bool changed = false;  // since the last ply, so that a position is due
    std::uint32_t moves = 0;
    std::optional<Player> to_play;
  };

  void add_node(const SgfNode& node, bool is_root);
  bool add_plain_move(const SgfNode& node);
  void forget_parents();
  void start_line(std::uint32_t parent_node);
  [[nodiscard]] NodeEffect set_up(const SgfNode& node);
  void set_points(const SgfProperty& property, std::uint8_t cell, const SgfNode& node,
                  NodeEffect& effect);
  bool play_moves(const SgfNode& node, bool is_root, NodeEffect& effect);
  bool add_move(Player player, std::string_view value, const SgfNode& node, bool is_quiet);
  void play_stone(Player player, std::uint16_t point, const SgfNode& node);
  void push_inside_ply(std::uint16_t operation);
  void end_ply();
  void note(ProblemKind kind, const SgfNode& node);
  void note_illegal(ProblemKind kind, const SgfNode& node);
  [[nodiscard]] bool is_full() const;

  const SgfTree* tree_ = nullptr;
  const SgfGame* game_ = nullptr;
  ReplayScript* out_ = nullptr;
  std::vector<PositionKey>* keys_ = nullptr;
  BoardSize size_;
  std::uint32_t plies_ = 0;
  std::uint32_t moves_ = 0;
  std::size_t setup_points_ = 0;
  std::size_t ply_first_op_ = 0;
  bool keeps_lines_ = false;
  Board board_;
  LineKeeper keeper_;
  std::vector<std::uint32_t> ply_of_node_;  // by node of the tree; set for the game's own nodes
};

}  // namespace ludex::go

#pragma once

#include "formats/sgf/sgf_game.hpp"
#include "formats/sgf/sgf_page_checks.hpp"
#include "formats/sgf/sgf_tree.hpp"
#include "games/api/game_rules.hpp"
#include "games/api/replay_script.hpp"

#include <cstdint>
#include <vector>

namespace ludex {

/// Which nodes of a game are replayed.
enum class Lines : std::uint8_t { main_line, all };

/// The rules of a game that SGF carries: from the nodes of a tree to a packed script.
class SgfRules : public GameRules {
 public:
  /// Replays the nodes of a game into `out` (cleared first). Never fails: what the rules forbid is
  /// executed and noted as a Problem; a board that the game cannot be played on gives no positions.
  /// `out.branches` counts the lines beside the main one whether they are replayed or not.
  /// \param keys  gets out.total_positions keys appended, that of ply n at n-th place; may be null
  virtual void compile(const SgfTree& tree, const SgfGame& game, Lines lines, ReplayScript& out,
                       std::vector<PositionKey>* keys) const = 0;
  /// The points that a value of AB, TR, ... names: one, or a compressed list (`aa:cc`); none where
  /// it is neither or reaches off the board.
  [[nodiscard]] virtual std::optional<PointRect> find_points(std::string_view value,
                                                             BoardSize size) const = 0;
  /// What the game's own page asks for beside FF[4]; empty where there is no such page.
  [[nodiscard]] virtual RuleBook page() const { return {}; }
  /// Notes what breaks that page and is neither a value's fault nor a move's.
  /// \pre the game's info is complete
  virtual void check_page(const SgfTree& /*tree*/, const SgfGame& /*game*/,
                          SgfPageProblems& /*problems*/) const {}
};

/// The rules of a game in SGF; nullptr where its positions are not replayed.
[[nodiscard]] const SgfRules* find_sgf_rules(GameType game);

}  // namespace ludex

#pragma once

#include "ludex/core/game_type.hpp"
#include "ludex/core/position_key.hpp"
#include "ludex/parse/sgf_game.hpp"
#include "ludex/parse/sgf_tree.hpp"
#include "ludex/replay/orientation.hpp"
#include "ludex/replay/position.hpp"
#include "ludex/replay/replay_script.hpp"

#include <cstdint>
#include <functional>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace ludex {

/// Which nodes of a game are replayed.
enum class Lines : std::uint8_t { main_line, all };

/// A game as the rest of the program sees it: from nodes to a packed script, and from the script to
/// positions and keys. One object per game type, without state of its own; safe from every thread.
class GameRules {
 public:
  virtual ~GameRules() = default;
  GameRules(const GameRules&) = delete;
  GameRules& operator=(const GameRules&) = delete;

  /// Replays the nodes of a game into `out` (cleared first). Never fails: what the rules forbid is
  /// executed and noted as a Problem; a board that the game cannot be played on gives no positions.
  /// `out.branches` counts the lines beside the main one whether they are replayed or not.
  virtual void compile(const SgfTree& tree, const SgfGame& game, Lines lines,
                       ReplayScript& out) const = 0;

  /// The same in one pass with the keys: appends out.total_positions of them to `keys`, key of
  /// ply n at n-th place.
  virtual void compile_with_keys(const SgfTree& tree, const SgfGame& game, Lines lines,
                                 ReplayScript& out, std::vector<PositionKey>& keys) const = 0;

  /// Appends the keys of the plies in [first_ply, end_ply), as many of them as there are.
  /// Cost: replays from the start up to `end_ply`.
  virtual void append_keys(std::span<const std::uint16_t> ops, BoardSize size,
                           std::uint32_t first_ply, std::uint32_t end_ply,
                           std::vector<PositionKey>& keys) const = 0;

  /// The key of what stands on the board. \pre cells.size() == size.area(), playable(size)
  [[nodiscard]] virtual PositionKey key_of(const Position& position) const = 0;

  /// The position after a ply; none where the script is shorter.
  [[nodiscard]] virtual std::optional<Position> find_position(std::span<const std::uint16_t> ops,
                                                              BoardSize size,
                                                              std::uint32_t ply) const = 0;

  /// Shows `visit` every position in the order of plies until it returns false.
  virtual void walk(std::span<const std::uint16_t> ops, BoardSize size,
                    const std::function<bool(const Position&)>& visit) const = 0;

  /// The symmetries under which positions share a key; identity first.
  [[nodiscard]] virtual std::span<const Orientation> symmetries(BoardSize size) const = 0;
  [[nodiscard]] virtual bool playable(BoardSize size) const = 0;
  [[nodiscard]] virtual BoardSize default_size() const = 0;

  /// A move in the game's own notation: "dd", "pass". A move that changed nothing is "none".
  [[nodiscard]] virtual std::string move_text(const Move& move, BoardSize size) const = 0;
  /// What `text` means as a move of `player`; none where it is not one.
  [[nodiscard]] virtual std::optional<Move> parse_move(std::string_view text, Player player,
                                                       BoardSize size) const = 0;
  /// The position before any move.
  [[nodiscard]] virtual Position start_position(BoardSize size) const = 0;
  /// The position that `move` leads to; executed as compile() does it.
  [[nodiscard]] virtual Position after(const Position& position, const Move& move) const = 0;

 protected:
  GameRules() = default;
};

/// The rules of a game; nullptr where its positions are not replayed.
[[nodiscard]] const GameRules* find_rules(GameType game);

}  // namespace ludex

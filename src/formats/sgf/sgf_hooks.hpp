#pragma once

#include "formats/sgf/sgf_game.hpp"
#include "formats/sgf/sgf_tree.hpp"
#include "games/api/position.hpp"
#include "games/api/turn.hpp"
#include "games/api/written_move.hpp"
#include "ludex/problem.hpp"
#include "ludex/types.hpp"

#include <cstdint>
#include <optional>
#include <string_view>
#include <utility>
#include <vector>

namespace ludex {

/// How SGF writes a game: what SgfCompiler asks the game. The defaults suit most games; a game
/// overrides the others. SgfCompiler knows the game's class, which is final, so no call is virtual.
/// \tparam BoardType  see ScriptReader; its play() gives Faults
template <class BoardType>
class SgfHooks {
 public:
  using Board = BoardType;
  virtual ~SgfHooks() = default;

  /// Before each game.
  virtual void start(const SgfTree&, const SgfGame&) {}
  /// Whose move a property is; none: it is no move.
  [[nodiscard]] virtual std::optional<Player> mover(const SgfProperty& property) const {
    if (property.id == SgfId::B) return Player::first;
    if (property.id == SgfId::W) return Player::second;
    return std::nullopt;
  }
  /// What the value of a move asks for.
  [[nodiscard]] virtual WrittenMove read_move(std::string_view value, BoardSize size) = 0;
  /// A point of setup or markup, without blanks around it; none off the board.
  [[nodiscard]] virtual std::optional<Point> find_point(std::string_view text,
                                                        BoardSize size) const = 0;
  /// The points that a value of AB, AW or AE names.
  [[nodiscard]] std::optional<PointRect> find_rect(std::string_view value, BoardSize size) const {
    return read_rect(value, size, [&](std::string_view text) { return find_point(text, size); });
  }
  /// Cells to set before the root, as setup does.
  [[nodiscard]] virtual std::vector<std::pair<Point, std::uint8_t>> layout(BoardSize) const {
    return {};
  }
  /// True if each move of a node is a ply, in the root too.
  [[nodiscard]] virtual bool moves_are_plies() const { return false; }
  /// True if setup beside a move in the root is not illegal.
  [[nodiscard]] virtual bool root_may_move() const { return false; }
  /// Who makes a move that `written` is said to make.
  [[nodiscard]] virtual Player mover_of(Player written, Point, Board&) { return written; }
  /// Which colour has won where the main line ends.
  [[nodiscard]] virtual std::optional<GameResult> result(const Board&) const {
    return std::nullopt;
  }
  /// True if Black's stones are the second seat's.
  [[nodiscard]] virtual bool has_other_seats() const { return false; }
  /// True if the rules of this game allow a swap.
  [[nodiscard]] virtual bool may_swap() const { return true; }
  /// Faults that the rules of this game allow.
  [[nodiscard]] virtual Faults allowed_faults(Player, Point, const Board&) const { return 0; }
  /// Which rules, see script::variant; 0: the usual ones. Asked of boards with links only.
  [[nodiscard]] virtual Point variant() const { return 0; }
  /// Carries out a value that is a part of a turn but no move, and appends its operations. Asked of
  /// boards with links only.
  [[nodiscard]] virtual std::optional<ProblemKind> play_part(Player, std::string_view, TurnSoFar&,
                                                             Board&,
                                                             std::vector<std::uint16_t>&) const {
    return ProblemKind::bad_point;
  }
};

}  // namespace ludex

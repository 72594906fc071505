#pragma once

#include "formats/sgf/sgf.hpp"
#include "games/api/position.hpp"
#include "games/api/script_op.hpp"
#include "games/api/turn.hpp"
#include "games/api/written_move.hpp"
#include "ludex/problem.hpp"
#include "ludex/types.hpp"

#include <array>
#include <cstdint>
#include <optional>
#include <string_view>
#include <utility>
#include <vector>

namespace ludex {

/// The parts of an SGF replay that do not depend on the game.
namespace sgf {

[[nodiscard]] constexpr script::Kind setup_kind(std::uint8_t cell) {
  constexpr script::Kind kKinds[] = {script::clear, script::add_first, script::add_second};
  return kKinds[cell];
}

/// "B", "W"; old files write 1 and 2, or words.
[[nodiscard]] std::optional<Player> read_player(std::string_view value);

inline constexpr GameResult kAgreedDraw{Winner::draw, WinBy::unknown, std::nullopt,
                                        ResultFrom::end_mark};
/// The result of a resignation or forfeit of `loser`.
[[nodiscard]] GameResult result_of_end(Player loser, WrittenMove::Kind kind);
/// The same where each player has the other one's colour.
[[nodiscard]] GameResult with_seats_changed(GameResult result);

/// The lines of a game other than the main line.
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
  /// The player whose move a property is; none if it is not a move.
  [[nodiscard]] virtual std::optional<Player> mover(const SgfProperty& property) const {
    if (property.id == SgfId::B) return Player::first;
    if (property.id == SgfId::W) return Player::second;
    return std::nullopt;
  }
  /// Parses the value of a move.
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
  /// The player of a move recorded for `written`.
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

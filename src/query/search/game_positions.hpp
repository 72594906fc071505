#pragma once

#include "formats/position_text.hpp"
#include "games/api/game_rules.hpp"
#include "ludex/types.hpp"
#include "store/facts.hpp"
#include "store/game_scripts.hpp"

#include <cstdint>
#include <functional>
#include <optional>
#include <span>
#include <string>
#include <string_view>

namespace ludex {

/// Positions of stored games, replayed from their scripts.
class GamePositions {
 public:
  explicit GamePositions(SqlConnection& sql);

  /// Nothing for a game that is no answer (any more), without positions, or shorter than `ply`.
  /// Cost: a few microseconds; games asked for in ascending order cost one read for 256 of them.
  [[nodiscard]] std::optional<Position> find(GameId game, std::uint32_t ply);

  /// Shows `visit` every position in the order of plies until it returns false.
  void walk(GameId game, const std::function<bool(const Position&)>& visit);

  /// Plies that are searched: the main line, and the variations where they were indexed too.
  [[nodiscard]] std::uint32_t searched_plies(GameId game);
  /// Whether the game may be shown: its source is complete, and it was not removed.
  [[nodiscard]] bool is_answer(GameId game);
  [[nodiscard]] GameType game_type(GameId game);
  [[nodiscard]] BoardSize size(GameId game);
  /// Valid until the next call of any member.
  [[nodiscard]] std::span<const std::uint16_t> script(GameId game) { return scripts_.script(game); }

 private:
  FactReader facts_;
  GameScripts scripts_;
};

/// parse_position(), and `@ID:PLY` for a position of a stored game. Where Hex is asked for without
/// a size, it is that of the Hex games here. \throws UsageError if it is malformed, there is no
/// such position, or Hex has several sizes here.
[[nodiscard]] QueryPosition read_position(SqlConnection& sql, std::string_view text,
                                          const PositionTextOptions& options = {});

/// Who makes the next move; where the line ends, the player to move.
[[nodiscard]] inline Player mover_of(const Position& position) {
  return position.next_move ? position.next_move->player : position.to_move;
}

/// The seat, 1 to 4, that moves the pieces of `player`: seats keep their names when the players
/// change sides, which they do after the first move, and in a server's dialect.
/// \param ply    of the position before the move
[[nodiscard]] inline std::uint32_t seat_moving(Player player, std::uint32_t ply, GameFlags flags) {
  const auto number = static_cast<std::uint32_t>(player);
  const bool by_swap = flags.has(GameFlags::sides_swapped) && ply > 0;
  const bool by_dialect = flags.has(GameFlags::first_seat_is_white);
  return by_swap != by_dialect ? 3 - number : number;
}

/// How columns show the seat that moves: `B`, `W`, or its number in games without colours.
[[nodiscard]] inline std::string mover_text(GameType game, std::uint32_t seat) {
  if (traits_of(game).has_numbered_seats) return std::to_string(seat);
  return seat == 1 ? "B" : "W";
}

}  // namespace ludex

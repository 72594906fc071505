#pragma once

#include "games/api/game_rules.hpp"
#include "ludex/types.hpp"
#include "store/facts.hpp"
#include "store/game_scripts.hpp"

#include <cstddef>
#include <cstdint>
#include <functional>
#include <optional>
#include <set>
#include <span>
#include <string>
#include <string_view>

namespace ludex {

/// Positions of stored games, replayed from their scripts.
class GamePositions {
 public:
  explicit GamePositions(SqlConnection& sql);

  /// None if the game is not visible (any more), has no positions, or is shorter than `ply`. Cost:
  /// a few microseconds; games in ascending order cost one read per 256.
  [[nodiscard]] std::optional<Position> find(GameId game, std::uint32_t ply);

  /// Visits every position in the order of plies until `visit` returns false.
  void walk(GameId game, const std::function<bool(const Position&)>& visit);

  /// Shows `take` the positions of these plies, each with its place among them; those that are not
  /// there are left out. \pre plies ascend. Cost: one replay of the game; for up to four plies, one
  /// for each, up to that ply.
  void show(GameId game, std::span<const std::uint32_t> plies,
            const std::function<void(std::size_t, const Position&)>& take);

  /// The searched plies: the main line, and variations if indexed.
  [[nodiscard]] std::uint32_t searched_plies(GameId game);
  /// True if the game is visible: its source is complete and it was not removed.
  [[nodiscard]] bool is_answer(GameId game);
  [[nodiscard]] GameType game_type(GameId game);
  [[nodiscard]] BoardSize size(GameId game);
  /// Valid until the next call of any member.
  [[nodiscard]] std::span<const std::uint16_t> script(GameId game) { return scripts_.script(game); }

 private:
  FactReader facts_;
  GameScripts scripts_;
};

/// The player of the next move; at the end of the line, the player to move.
[[nodiscard]] inline Player mover_of(const Position& position) {
  return position.next_move ? position.next_move->player : position.to_move;
}

/// The seat, 1 to 4, that moves the pieces of `player`. Seats keep their names when players change
/// sides after the first move or in the dialect of a server.
/// \param ply    of the position before the move
[[nodiscard]] inline std::uint32_t seat_moving(Player player, std::uint32_t ply, GameFlags flags) {
  const auto number = static_cast<std::uint32_t>(player);
  const bool by_swap = flags.has(GameFlags::sides_swapped) && ply > 0;
  const bool by_dialect = flags.has(GameFlags::first_seat_is_white);
  return by_swap != by_dialect ? 3 - number : number;
}

/// The seat that moves, as printed in columns: `B`, `W`, or its number in games without colors.
[[nodiscard]] inline std::string mover_text(GameType game, std::uint32_t seat) {
  if (traits_of(game).has_numbered_seats) return std::to_string(seat);
  return seat == 1 ? "B" : "W";
}

}  // namespace ludex

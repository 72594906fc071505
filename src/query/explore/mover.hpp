#pragma once

#include "games/api/game_rules.hpp"
#include "ludex/types.hpp"
#include "store/facts.hpp"

#include <cstdint>
#include <string>

namespace ludex {

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

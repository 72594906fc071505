#pragma once

#include "replay/go/board.hpp"

#include <algorithm>
#include <optional>
#include <span>

namespace ludex::go {

/// PL, else the colour of the next move, else the other than the last mover, else Black - or White
/// where several black stones and no white one are set up (handicap).
[[nodiscard]] inline Player player_to_move(const Turn& turn, const std::optional<Move>& next_move,
                                           std::span<const std::uint8_t> cells) {
  if (turn.forced != 0) return static_cast<Player>(turn.forced);
  if (next_move) return next_move->player;
  if (turn.mover != 0) return opponent(static_cast<Player>(turn.mover));
  const bool has_handicap = std::count(cells.begin(), cells.end(), cell::kFirst) >= 2 &&
                            std::count(cells.begin(), cells.end(), cell::kSecond) == 0;
  return has_handicap ? Player::second : Player::first;
}

}  // namespace ludex::go

#pragma once

#include "ludex/types.hpp"

#include <array>
#include <cstdint>

namespace ludex {

/// What is counted of the games that visit a position once and at the same moment: the same
/// position with the same next move.
struct MomentCell {
  std::uint32_t moment = 0;      ///< its number among the moments of the key in the segment
  bool seats_exchanged = false;  ///< the second seat plays the first color
  std::int64_t games = 0;
  std::array<std::int64_t, 3> wins{};  ///< of seat 1, of seat 2, of any other seat
  std::int64_t draws = 0;
  Day first_day = 0;             ///< the smallest known first day of the games; 0: none is known
  Day last_day = -1;             ///< the largest last day; 0: none is known; -1: no games
  GameId sample = GameId::none;  ///< the first of the games with that last day
  std::uint32_t sample_ply = 0;
  friend bool operator==(const MomentCell&, const MomentCell&) = default;
};

}  // namespace ludex

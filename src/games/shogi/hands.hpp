#pragma once

#include "core/shogi.hpp"
#include "games/api/position.hpp"

#include <array>
#include <cstdint>
#include <utility>

namespace ludex::shogi {

/// How many of each kind a player has in hand: pawn, lance, ..., rook.
using Hand = std::array<std::uint8_t, kHandKinds>;

/// The hands of a position, which are its Position::rest.
struct Hands {
  std::array<Hand, 2> of_seat{};
  [[nodiscard]] Hands mapped(const Match& match, BoardSize) const {
    return match.colors_swapped ? Hands{{of_seat[1], of_seat[0]}} : *this;
  }
  friend bool operator==(const Hands&, const Hands&) = default;
};

/// Empty hands where nothing is said of them.
[[nodiscard]] inline const std::array<Hand, 2>& hands_of(const Position& position) {
  static constexpr Hands kNone;
  const Hands* const hands = position.rest.find<Hands>();
  return (hands == nullptr ? kNone : *hands).of_seat;
}

}  // namespace ludex::shogi

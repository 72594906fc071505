#pragma once

#include "games/api/position.hpp"

#include <optional>
#include <string_view>

namespace ludex {

/// What Hex and Twixt call a move that puts nothing on the board: "pass", "swap-pieces"; none for
/// any other.
[[nodiscard]] constexpr std::optional<std::string_view> plain_move_word(MoveKind kind) {
  switch (kind) {
    case MoveKind::pass:
      return "pass";
    case MoveKind::no_move:
      return "none";
    case MoveKind::swap:
      return "swap-pieces";
    case MoveKind::swap_sides:
      return "swap-sides";
    default:
      return std::nullopt;
  }
}

}  // namespace ludex

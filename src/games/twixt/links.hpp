#pragma once

#include "core/game_type.hpp"

#include <array>
#include <cstdint>
#include <span>

namespace ludex::twixt {

/// The four ways a link leads from its upper hole; of two holes in one row there is no link.
/// 0: two columns right, one row down; 1: one right, two down; 2: one left, two down; 3: two left,
/// one down.
inline constexpr int kDirections = 4;
inline constexpr std::array<std::array<int, 2>, kDirections> kSteps = {
    {{2, 1}, {1, 2}, {-1, 2}, {-2, 1}}};

/// A link by its upper hole's place relative to another link's upper hole, and its direction.
struct RelativeLink {
  int dx;
  int dy;
  int direction;
};

/// The links that cross one of `direction` elsewhere than in its ends.
[[nodiscard]] std::span<const RelativeLink> crossing_links(int direction);

}  // namespace ludex::twixt

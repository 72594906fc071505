#pragma once

#include <array>
#include <bit>
#include <cstddef>
#include <cstdint>

namespace ludex::othello {

/// Sets of squares of boards of at most 8x8: bit y * 8 + x.
using Squares = std::uint64_t;

namespace detail {
using Rays = std::array<std::array<Squares, 8>, 64>;

/// From each square on, the square itself not included: four directions towards higher bits, then
/// the four opposite ones.
inline constexpr Rays kRays = [] {
  constexpr int kSteps[8][2] = {{1, 0},  {-1, 1}, {0, 1},  {1, 1},
                                {-1, 0}, {1, -1}, {0, -1}, {-1, -1}};
  Rays rays{};
  for (int square = 0; square < 64; ++square) {
    for (std::size_t direction = 0; direction < 8; ++direction) {
      int x = square % 8 + kSteps[direction][0];
      int y = square / 8 + kSteps[direction][1];
      for (; x >= 0 && x < 8 && y >= 0 && y < 8;
           x += kSteps[direction][0], y += kSteps[direction][1]) {
        rays[static_cast<std::size_t>(square)][direction] |= Squares{1} << (y * 8 + x);
      }
    }
  }
  return rays;
}();
}  // namespace detail

/// The discs that a disc of `own` on an empty square turns over. On each ray the first square
/// without an enemy decides: if it is an own one, what lies before it flips. No branches.
[[nodiscard]] inline Squares flips_of(unsigned square, Squares own, Squares enemy) {
  const auto& rays = detail::kRays[square];
  Squares flips = 0;
  for (std::size_t direction = 0; direction < 4; ++direction) {
    const Squares rest = rays[direction] & ~enemy;
    const Squares end = rest & (~rest + 1) & own;  // the lowest bit
    flips |= (end - static_cast<Squares>(end != 0)) & rays[direction];
  }
  for (std::size_t direction = 4; direction < 8; ++direction) {
    const Squares rest = rays[direction] & ~enemy;
    const Squares end = std::bit_floor(rest) & own;  // the highest bit
    flips |= (~(end << 1) + 1) & rays[direction];
  }
  return flips;
}

}  // namespace ludex::othello

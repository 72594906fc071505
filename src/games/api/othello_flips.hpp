#pragma once

#include <array>
#include <cstddef>
#include <cstdint>

namespace ludex::othello {

/// Sets of squares of boards of at most 8x8: bit y * 8 + x.
using Squares = std::uint64_t;

namespace detail {

/// A row, a column or a diagonal as eight bits.
using Line = std::uint8_t;

/// By the place of the new disc and the enemies on places 1 to 6: where own discs would enclose
/// them, at most one place to each side.
inline constexpr auto kEnds = [] {
  std::array<std::array<Line, 64>, 8> ends{};
  for (int place = 0; place < 8; ++place) {
    for (int inner = 0; inner < 64; ++inner) {
      const int enemies = inner << 1;
      int up = place + 1;
      int down = place - 1;
      while ((enemies >> up & 1) != 0) ++up;
      while (down >= 0 && (enemies >> down & 1) != 0) --down;
      const int above = up > place + 1 ? 1 << up : 0;
      const int below = down >= 0 && down < place - 1 ? 1 << down : 0;
      ends[static_cast<std::size_t>(place)][static_cast<std::size_t>(inner)] =
          static_cast<Line>(above | below);
    }
  }
  return ends;
}();

/// By the place of the new disc and the ends that are own discs: what lies between.
inline constexpr auto kBetween = [] {
  std::array<std::array<Line, 256>, 8> between{};
  for (int place = 0; place < 8; ++place) {
    for (int ends = 0; ends < 256; ++ends) {
      int flips = 0;
      for (int end = 0; end < 8; ++end) {
        if ((ends >> end & 1) == 0) continue;
        for (int at = end + 1; at < place; ++at) flips |= 1 << at;
        for (int at = place + 1; at < end; ++at) flips |= 1 << at;
      }
      between[static_cast<std::size_t>(place)][static_cast<std::size_t>(ends)] =
          static_cast<Line>(flips);
    }
  }
  return between;
}();

/// The two diagonals through a square.
struct Diagonals {
  Squares falling = 0;
  Squares rising = 0;
};
inline constexpr auto kDiagonals = [] {
  std::array<Diagonals, 64> all{};
  for (int square = 0; square < 64; ++square) {
    for (int x = 0; x < 8; ++x) {
      auto& lines = all[static_cast<std::size_t>(square)];
      const int falling = square / 8 + x - square % 8;
      const int rising = square / 8 - x + square % 8;
      if (falling >= 0 && falling < 8) lines.falling |= Squares{1} << (falling * 8 + x);
      if (rising >= 0 && rising < 8) lines.rising |= Squares{1} << (rising * 8 + x);
    }
  }
  return all;
}();

[[nodiscard]] inline Squares flips_of_line(unsigned place, Squares inner, Squares own) {
  return kBetween[place][kEnds[place][inner] & own];
}

}  // namespace detail

/// The discs that a disc of `own` on an empty square turns over. Each of the four lines through it
/// is brought together in eight bits, by a multiplication where it is no row, and looked up: no
/// branches, 3 KiB of tables.
[[nodiscard]] inline Squares flips_of(unsigned square, Squares own, Squares enemy) {
  constexpr Squares kColumn = 0x0101010101010101U;  // also: adds up the rows
  constexpr Squares kInner = 0x7E7E7E7E7E7E7E7EU;   // columns b to g
  constexpr Squares kColumnInner = kColumn & 0x00FFFFFFFFFFFF00U;
  constexpr Squares kGather = 0x0102040810204080U;   // square 8y to bit 56 + y
  constexpr Squares kScatter = 0x0002040810204081U;  // bit y to square 8y
  const unsigned x = square % 8;
  const unsigned first = square - x;  // of the row
  const detail::Diagonals& lines = detail::kDiagonals[square];
  const Squares inner = enemy & kInner;
  const auto diagonal = [&](Squares line) {
    const Squares flips =
        detail::flips_of_line(x, (inner & line) * kColumn >> 57, (own & line) * kColumn >> 56);
    return flips * kColumn & line;
  };
  const Squares row = detail::flips_of_line(x, inner >> (first + 1) & 63, own >> first & 255);
  const Squares column = detail::flips_of_line(
      first / 8, (enemy >> x & kColumnInner) * kGather >> 57, (own >> x & kColumn) * kGather >> 56);
  return row << first | (column * kScatter & kColumn) << x | diagonal(lines.falling) |
         diagonal(lines.rising);
}

}  // namespace ludex::othello

#pragma once

#include <compare>
#include <cstdint>

#include "core/position_key.hpp"

namespace ludex {

/// Bits of a PositionKey that the index keeps, from the top. Among 10^9 different positions some
/// 1,800 pairs agree in 48 bits: a hit is verified by replay.
inline constexpr int kKeyBits = 48;

/// The top `key_bits` bits of a key as a number below 2^key_bits, so that it stays positive in SQL.
[[nodiscard]] constexpr std::uint64_t key_prefix(PositionKey key, int key_bits = kKeyBits) {
  return key.bits >> (64 - key_bits);
}

/// One position of one game. Ordered by key, then by number.
struct Posting {
  std::uint64_t key = 0;     ///< key_prefix() of the position
  std::uint64_t number = 0;  ///< first posting number of the game + ply
  friend auto operator<=>(const Posting&, const Posting&) = default;
};

}  // namespace ludex

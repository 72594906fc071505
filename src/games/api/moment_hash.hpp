#pragma once

#include "games/api/position.hpp"

#include <xxhash.h>

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>

namespace ludex {

/// Gathers what makes two visits of a position the same to every query: GameRules::append_moments.
/// Never stored. Cost: some 20 ns for the cells of a 19x19 board.
class MomentHash {
 public:
  void add(std::span<const std::uint8_t> cells) {
    hash_ = mix(hash_ ^ XXH3_64bits(cells.data(), cells.size()));
  }
  void add(std::uint64_t number) { hash_ = mix(hash_ ^ number * 0x9E37'79B9'7F4A'7C15); }
  void add(const std::optional<Move>& move) {
    if (!move) return add(std::uint64_t{0});
    const auto kind = static_cast<std::uint64_t>(move->kind);
    const auto player = static_cast<std::uint64_t>(move->player);
    add(std::uint64_t{move->point} << 32 | move->from);
    add(std::uint64_t{1} << 32 | kind << 24 | player << 16 | std::uint64_t{move->piece} << 8 |
        std::uint64_t{move->promotes});
    if (!move->detail.empty()) add(move->detail.hash());
  }

  [[nodiscard]] std::uint64_t value() const { return hash_; }

 private:
  static std::uint64_t mix(std::uint64_t z) {
    z = (z ^ z >> 30) * 0xBF58'476D'1CE4'E5B9;
    z = (z ^ z >> 27) * 0x94D0'49BB'1331'11EB;
    return z ^ z >> 31;
  }

  std::uint64_t hash_ = 0;
};

}  // namespace ludex

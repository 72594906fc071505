#pragma once

#include <cstdint>

namespace ludex::bench {

/// SplitMix64: 64 random bits a call, the same on every platform (std's distributions are not).
/// Source: Steele, Lea, Flood, "Fast splittable pseudorandom number generators", 2014.
class Random {
 public:
  explicit constexpr Random(std::uint64_t seed) : state_(seed) {}

  constexpr std::uint64_t next() {
    state_ += 0x9E3779B97F4A7C15ULL;
    return mix(state_);
  }
  /// Uniform in [0, n); n in [1, 2^32).
  constexpr std::uint32_t below(std::uint32_t n) {
    return static_cast<std::uint32_t>(((next() >> 32) * n) >> 32);
  }
  /// Uniform in [first, last].
  constexpr int between(int first, int last) {
    return first + static_cast<int>(below(static_cast<std::uint32_t>(last - first + 1)));
  }
  /// True in `per_mille` of 1000 cases.
  constexpr bool chance(int per_mille) {
    return below(1000) < static_cast<std::uint32_t>(per_mille);
  }

  static constexpr std::uint64_t mix(std::uint64_t x) {
    x = (x ^ (x >> 30)) * 0xBF58476D1CE4E5B9ULL;
    x = (x ^ (x >> 27)) * 0x94D049BB133111EBULL;
    return x ^ (x >> 31);
  }

 private:
  std::uint64_t state_;
};

}  // namespace ludex::bench

#include "core/hash_seed.hpp"

#include <random>

namespace ludex {

std::uint64_t hash_seed() {
  static const std::uint64_t seed = [] {
    std::random_device source;
    return std::uint64_t{source()} << 32 | source();
  }();
  return seed;
}

}  // namespace ludex

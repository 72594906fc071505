#pragma once

#include <cstdint>

namespace ludex {

/// A random number, the same for the whole run of the program. Hash tables of texts that strangers
/// wrote begin their hashes with it: so nobody can write texts that all fall into one place.
[[nodiscard]] std::uint64_t hash_seed();

}  // namespace ludex

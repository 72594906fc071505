#pragma once

#include <compare>
#include <cstdint>

namespace ludex {

/// The 64-bit key of a position; equal for positions that a symmetry of the board maps onto each
/// other. Stored on disk: another value for the same position means a new kKeyVersion.
struct PositionKey {
  std::uint64_t bits = 0;
  friend auto operator<=>(const PositionKey&, const PositionKey&) = default;
};

inline constexpr int kKeyVersion = 1;

/// Keys from `first` to `last`, both included: what a query that knows less than the whole
/// position looks up (shogi without hands; Go always asks for one key).
struct KeyRange {
  PositionKey first;
  PositionKey last;
};

}  // namespace ludex

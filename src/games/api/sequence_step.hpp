#pragma once

#include "ludex/types.hpp"

#include <compare>
#include <cstdint>

namespace ludex {

/// One step of the main line of a script: a move, or what was set up between two moves.
struct SequenceStep {
  enum class Kind : std::uint8_t { move, setup };
  Kind kind = Kind::move;
  std::uint8_t what = 0;    ///< the operation without point and player; a tile
  std::uint8_t player = 0;  ///< 1, 2; 0: nobody's
  bool has_point = false;
  Point point = 0;  ///< or a word that no symmetry changes
  friend auto operator<=>(const SequenceStep&, const SequenceStep&) = default;
};

}  // namespace ludex

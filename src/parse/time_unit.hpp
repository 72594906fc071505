#pragma once

#include "ludex/parse/game_values.hpp"
#include "ludex/parse/sgf_tree.hpp"

namespace ludex {

/// The unit of a TM without one in this tree.
[[nodiscard]] inline TimeUnit time_unit_of(const SgfTree& tree) {
  if (!tree.ff_declared) return TimeUnit::minutes_if_small;
  return tree.ff == 1 ? TimeUnit::minutes : TimeUnit::seconds;
}

}  // namespace ludex

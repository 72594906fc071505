#pragma once

#include "formats/game_info.hpp"
#include "formats/sgf/sgf_tree.hpp"

#include <cstdint>
#include <vector>

namespace ludex {

/// One game of a tree: what it says about itself, and its nodes in the order of its plies.
/// A tree with game info on several paths gives several games, each with the shared beginning.
struct SgfGame {
  GameInfo info;
  std::vector<std::uint32_t>
      nodes;  ///< indexes into SgfTree::nodes: main line, then variations in file order
  std::uint32_t main_nodes = 0;  ///< the first main_nodes of `nodes` are the main line
};

}  // namespace ludex

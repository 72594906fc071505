#pragma once

#include "formats/sgf/sgf_game.hpp"
#include "formats/sgf/sgf_tree.hpp"

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

namespace ludex {

/// Gives out[0] all nodes of the tree: the line of first children, then the rest in file order.
void lay_out_one_game(const SgfTree& tree, SgfGame& game);

/// Lays out a game for each node of `starts`: its main line runs from the root through that node
/// and then through first children; its variations are the other nodes below that node. Nodes that
/// are neither below a start nor above one are variations of the first game. \param starts
/// ascending, none below another. \returns       how many starts got a game: at most 10,000, and
///                fewer where the paths that they share, which are written for each, come to more
///                than twice the nodes and 500,000. The nodes of the others are variations of the
///                first game.
std::size_t lay_out_games(const SgfTree& tree, std::span<const std::uint32_t> starts,
                          std::vector<SgfGame>& out);

/// Ends the main line at `node`, one of the game's: what leads to it was played, all other nodes
/// are variations in file order.
void end_main_line_at(const SgfTree& tree, std::uint32_t node, SgfGame& game);

}  // namespace ludex

#pragma once

#include "formats/shogi/shogi_game.hpp"

namespace ludex {

/// Brings ShogiGame::nodes into the order of lines that KIF has: the main line, then its variations
/// from the last ply to the first, each with its own after it. A move's first child continues its
/// line; siblings keep their order. Nodes that are neither a move nor an end go. \pre a parent
/// stands before its children
void order_shogi_nodes(ShogiGame& game);

/// What each end says, and the result of the main line. \pre the start position is known, and the
/// nodes are in order
void finish_shogi_ends(ShogiGame& game);

}  // namespace ludex

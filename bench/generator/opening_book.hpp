#pragma once

#include "play_board.hpp"
#include "random.hpp"

#include <cstdint>

namespace ludex::bench {

/// The openings that the players of an archive know: an endless tree, each node of which has a few
/// continuations, the first far more popular than the others. Nothing is stored: the moves of a
/// node follow from the moves that lead to it.
class OpeningBook {
 public:
  OpeningBook(std::uint32_t book, int board_size)
      : node_(Random::mix(book * 1000003ULL + static_cast<std::uint64_t>(board_size))) {}

  /// The next move by the book, which `random` picks among the continuations of this node; kPass
  /// where the book's move cannot be played.
  int next_move(const PlayBoard& board, Cell color, int last_point, Random& random);

 private:
  std::uint64_t node_;
};

}  // namespace ludex::bench

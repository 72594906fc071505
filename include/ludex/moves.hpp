#pragma once

#include "ludex/position.hpp"

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace ludex {

/// A position of a stored game: the move that led to it, and the notes of the record.
struct PlayedPly {
  std::uint32_t ply = 0;
  std::int64_t parent_ply = -1;  ///< the position before it on its line; -1: none
  bool on_main_line = true;
  std::string move;                   ///< in the game's own notation; empty: the board was set up
  std::uint32_t seat = 0;             ///< the seat that moved, 1 to 4; 0: none
  std::string mover;                  ///< "B", "W"; the number of a seat in crossword games
  std::vector<BoardPoint> points;     ///< the points of the move, its destination last
  std::optional<std::int32_t> score;  ///< of a crossword move
  std::string rack;                   ///< crossword: the known tiles of the player before the move
  std::string name;                   ///< of the node (SGF: N)
  std::string comment;                ///< lines separated by "\n"
  // Only for the main line:
  std::optional<double> seconds_spent, seconds_left;
  /// Evaluation of the position: SGF's V, or that of engines on floodgate.
  std::optional<double> value;
  std::string annotations;  ///< "TE[2] UC[1]"
};

/// The name and comment of a node. Nothing is derived.
struct NodeComment {
  std::uint32_t node = 0;
  std::optional<std::uint32_t> ply;  ///< the position it leads to; none: there is no such position
  std::string name;                  ///< SGF: N
  std::string comment;               ///< UTF-8, lines ended by "\n" but the last
};

}  // namespace ludex

#pragma once

#include "games/api/position.hpp"
#include "ludex/moves.hpp"

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

namespace ludex {

// A node is a place in a record where something is said: of SGF a node of the game, counted from 0
// (the root) along the main line and then through the variations in file order; of CSA and GCG 0 is
// what stands before the first move, n the n-th move or event (%MATTA too), and one more the end
// mark.

/// A value that a node adds to its position: markup, a judgement, a clock, a figure.
struct NodeMark {
  std::uint32_t node = 0;
  std::optional<std::uint32_t> ply;
  std::string_view ident;           ///< as FF[4] spells it: "TR"; of CSA "T"
  std::optional<PointRect> points;  ///< that the value names: one, or a rectangle of them
  std::optional<Point> to_point;    ///< where an arrow or a line ends
  std::string text;  ///< the value without its points; the whole value if it names none
};

/// The notes of a record on a move of the main line. Nothing is derived.
struct MoveNote {
  std::uint32_t ply = 0;                ///< of the position after the move
  std::optional<double> seconds_spent;  ///< on the move (CSA: T)
  std::optional<double> seconds_left;   ///< to its player after it (SGF: BL, WL)
  std::optional<double> value;  ///< of the position: SGF's V; what floodgate's engines say (**)
  std::string name;             ///< of the node (SGF: N)
  std::string comment;          ///< UTF-8, lines ended by "\n" but the last
  std::string annotations;      ///< SGF: BM DO IT TE, DM GB GW HO UC, CH SI, as "TE[2] UC[1]"
};

}  // namespace ludex

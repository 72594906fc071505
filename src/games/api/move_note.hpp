#pragma once

#include <cstdint>
#include <optional>
#include <string>

namespace ludex {

/// What a record says beside a move of the main line. Nothing is derived.
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

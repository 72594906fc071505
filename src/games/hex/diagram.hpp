#pragma once

#include "games/api/diagram.hpp"
#include "games/api/position.hpp"

#include <string>

namespace ludex::hex {

/// A Hex board for a terminal: each row half a cell to the right of the one above it, column
/// letters above and below, row numbers left and right, the last move between round brackets.
/// UTF-8, or ASCII (X black). Lines ended by "\n".
[[nodiscard]] std::string draw_slanted(const Position& position, const Diagram& diagram);

}  // namespace ludex::hex

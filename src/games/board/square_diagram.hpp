#pragma once

#include "games/api/diagram.hpp"
#include "games/api/position.hpp"

#include <string>

namespace ludex {

/// A board whose discs stand on squares: columns a, b, ..., rows counted from the top, the last
/// move between round brackets, marks in empty squares and before discs. Lines ended by "\n". \pre
/// at most 26 columns
[[nodiscard]] std::string draw_squares(const Position& position, const Diagram& diagram);

}  // namespace ludex

#pragma once

#include "ludex/replay/position.hpp"

#include <string>

namespace ludex {

/// A board whose discs stand on squares: columns a, b, ..., rows counted from the top, the last
/// move between round brackets. Lines ended by "\n". \pre at most 26 columns
[[nodiscard]] std::string draw_squares(const Position& position, bool ascii);

}  // namespace ludex

#pragma once

#include "ludex/replay/position.hpp"

#include <string>

namespace ludex {

/// A board whose stones stand on crossings: coordinates A, B, ... without I, rows counted from the
/// bottom, star points, the last move between round brackets. Lines ended by "\n".
[[nodiscard]] std::string draw_lines(const Position& position, bool ascii);

}  // namespace ludex

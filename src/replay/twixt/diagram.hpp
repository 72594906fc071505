#pragma once

#include "ludex/replay/diagram.hpp"
#include "ludex/replay/position.hpp"

#include <string>

namespace ludex::twixt {

/// Pegs (White O, Black X), the links between them as strokes, border rows, column letters and row
/// numbers, the last peg between round brackets.
[[nodiscard]] std::string draw_pegs(const Position& position, const Diagram& diagram);

}  // namespace ludex::twixt

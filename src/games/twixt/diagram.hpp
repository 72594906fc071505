#pragma once

#include "games/api/diagram.hpp"
#include "games/api/position.hpp"

#include <string>

namespace ludex::twixt {

/// Pegs (White O, Black X), the links between them as strokes, border rows, column letters and row
/// numbers, the last peg between round brackets.
[[nodiscard]] std::string draw_pegs(const Position& position, const Diagram& diagram);

}  // namespace ludex::twixt

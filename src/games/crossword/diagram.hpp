#pragma once

#include "games/api/position.hpp"

#include <string>

namespace ludex::crossword {

/// The board with columns A, B, ... and rows 1, 2, ... from the top, and below it score and rack of
/// each player, the one to move first, and the tiles that nobody has seen, where the set is known.
/// Empty squares show their premium, on boards known here: ' " ^ double, triple, quadruple the
/// letter, - = ~ the word. Lines ended by "\n". ASCII leaves out what is drawn, not
/// what is written on tiles.
[[nodiscard]] std::string draw_crossword(const Position& position, bool ascii);

}  // namespace ludex::crossword

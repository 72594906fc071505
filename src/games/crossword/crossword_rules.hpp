#pragma once

#include "games/api/game_rules.hpp"

namespace ludex::crossword {

/// Crossword games: what lies on the board is what a record says, words and racks are not judged.
/// Rectangular boards of up to kMaxCgpSide squares a side; scripts as crossword_script.hpp.
[[nodiscard]] const GameRules& rules();

// Parts of them:

/// The board with columns A, B, ... and rows 1, 2, ... from the top, and below it score and rack
/// of each player, the one to move first, and the tiles that nobody has seen, where the set is
/// known. Empty squares show their premium, on boards known here: ' " ^ double, triple, quadruple
/// the letter, - = ~ the word. Lines ended by "\n". ASCII leaves out what is drawn, not what is
/// written on tiles.
[[nodiscard]] std::string draw_board(const Position& position, bool ascii);

/// Whether a query lies on a stored position in this way and agrees with it in what else it says
/// (DESIGN.md section 7). Transposed boards only where both layouts are known to be symmetric.
[[nodiscard]] bool fits(const QueryPosition& query, const Position& found, const Match& match);

}  // namespace ludex::crossword

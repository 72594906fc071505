#pragma once

#include "formats/sgf/sgf_rules.hpp"
#include "games/api/game_rules.hpp"

namespace ludex::twixt {

/// Twixt as the SGF page for GM[21] and Little Golem have it, on boards of 3 to 702 a side.
[[nodiscard]] const GameRules& rules();

// Parts of them:

/// What the page of the game in SGF asks for.
[[nodiscard]] RuleBook page();
/// Notes what breaks that page: see SgfRules::check_page().
void check_page(const SgfTree& tree, const SgfGame& game, SgfPageProblems& problems);

/// Pegs (White O, Black X), the links between them as strokes, border rows, column letters and
/// row numbers, the last peg between round brackets.
[[nodiscard]] std::string draw_pegs(const Position& position, const Diagram& diagram);
/// The same as a picture; the lines between border rows are of the colour that joins them.
[[nodiscard]] PaintedBoard paint_pegs(const Position& position, const PictureView& view,
                                      PictureCanvas& canvas);

}  // namespace ludex::twixt

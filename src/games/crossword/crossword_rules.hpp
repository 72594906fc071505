#pragma once

#include "games/api/game_rules.hpp"

namespace ludex::crossword {

/// Crossword games: the board is taken from the record; words and racks are not judged. Rectangular
/// boards of up to kMaxCgpSide squares a side; scripts as crossword_script.hpp.
[[nodiscard]] const GameRules& rules();

// Parts of them:

/// The board with columns A, B, ... and rows 1, 2, ... from the top, and below it score and rack
/// of each player, the one to move first, and the tiles that nobody has seen, where the set is
/// known. Empty squares show their premium, on boards known here: ' " ^ double, triple, quadruple
/// the letter, - = ~ the word. Lines ended by "\n". ASCII leaves out what is drawn, not what is
/// written on tiles.
[[nodiscard]] std::string draw_board(const Position& position, bool ascii);
/// The same as a picture: tiles with their values where the set is known, premium squares coloured
/// and named (DL, TW), the last play's tiles brighter; names, scores and racks below.
[[nodiscard]] PaintedBoard paint_tiles(const Position& position, const PictureView& view,
                                       PictureCanvas& canvas);
/// The first square of a play, and the next one.
[[nodiscard]] std::optional<MovePlace> place_of_play(const Move& move, BoardSize size);

/// The tiles that are neither on the board nor on a rack that is known.
struct UnseenTiles {
  int count = 0;
  std::string text;  ///< "AAAA BB [CH]"
};
/// None where the set is not known, or does not hold what is there.
[[nodiscard]] std::optional<UnseenTiles> unseen_tiles(const Position& position);

/// See GameRules.
[[nodiscard]] std::vector<std::string> words_formed(const Position& position);
[[nodiscard]] bool mover_holds(const Position& position, const std::vector<std::string>& tiles);

/// True if a query lies on a stored position in this way and agrees with it in what else it says
/// (ludex-positions(7)). Transposed boards only where both layouts are known to be symmetric.
[[nodiscard]] bool fits(const QueryPosition& query, const Position& found, const Match& match);

}  // namespace ludex::crossword

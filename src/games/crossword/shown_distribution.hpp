#pragma once

#include "formats/gcg/gcg_game.hpp"
#include "games/crossword/tile_set.hpp"

namespace ludex::crossword {

/// The tiles that a game was played with: those of the distribution or the lexicon that it names.
/// Where it names neither, English ones if they give nine scores in ten, or all but one. Else those
/// of the set that holds all its tiles, does so, gives the most, and at least two more than English
/// ones do unless the tiles cannot be English. Where there is none, tiles that could be English
/// ones are. nullptr: not known here, or several sets do equally well. Cost where nothing is named:
/// once through the plays, for each set that is tried.
[[nodiscard]] const LetterDistribution* distribution_of_game(const GcgGame& game);

/// Whether the tiles are those that CGP takes where neither "ld" nor "lex" is written.
[[nodiscard]] bool is_usual(const LetterDistribution* distribution, BoardSize size);

}  // namespace ludex::crossword

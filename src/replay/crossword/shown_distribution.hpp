#pragma once

#include "ludex/parse/gcg_game.hpp"
#include "replay/crossword/letter_distribution.hpp"

namespace ludex::crossword {

/// The tiles that a game was played with: those of the distribution or the lexicon that it names.
/// Where it names neither, English ones if they give the scores of nine plays in ten, else those of
/// the only other set that holds all its tiles and does so; a game of fewer than ten plays whose
/// tiles could be English ones counts as English. nullptr: not known here.
/// Cost where nothing is named: once through the plays, for each set that is tried.
[[nodiscard]] const LetterDistribution* distribution_of_game(const GcgGame& game);

/// Whether the tiles are those that CGP takes where neither "ld" nor "lex" is written.
[[nodiscard]] bool is_usual(const LetterDistribution* distribution, BoardSize size);

}  // namespace ludex::crossword

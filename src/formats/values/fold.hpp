#pragma once

#include <string>
#include <string_view>

namespace ludex {

/// The form in which names are compared: without differences of case, of width (full, half) and of
/// Unicode form (NFKC, case folded), each run of white space one space, none at the ends.
/// Accents stay. Bytes that are no valid UTF-8 are left as they are, and then only ASCII is folded.
/// Stored: a change needs a migration. Cost: 1 ns a byte for ASCII, some 30 ns a character beyond.
[[nodiscard]] std::string fold(std::string_view utf8);

/// A folded text without the marks of Latin and Greek letters: `andré` and `bjørn` become `andre`
/// and `bjorn`. Letters of other scripts stay as they are: there a mark makes another letter.
/// \param folded  as fold() gives it. Cost: none for ASCII, some 50 ns a character beyond.
[[nodiscard]] std::string without_marks(std::string_view folded);

/// The form in which names of players are the same though a rank, a title or punctuation differs:
/// `Lee Sedol 9p`, `LEE, Sedol (9 dan)` and `Lee Se-dol` become `lee sedol`, `李世石九段` becomes
/// `李世石`, `Cho Chikun Honinbo` becomes `cho chikun`. Ranks and titles are removed only at
/// the end, and never the whole text. Words keep their order, because nothing says which is the
/// family name.
/// \param folded  as fold() gives it. Stored: a change needs a migration.
[[nodiscard]] std::string normal_player_name(std::string_view folded);

/// The same of an event or a place: punctuation is white space, nothing else is removed.
[[nodiscard]] std::string normal_title(std::string_view folded);

/// What is left of a word when the ways of romanising it are taken away: `Lee` and `Yi`, `Sedol`
/// and `Setol`, `Ohtake`, `Ootake` and `Otake`, `Ch'ing` and `Qing`, `Hyun` and `Hyeon` are the
/// same. Covers Revised Romanization, McCune-Reischauer and the usual spellings of Korean, Hepburn
/// and Kunrei of Japanese, Pinyin and Wade-Giles of Chinese; coarse: other words become the same
/// too. \param word  lower-case ASCII letters and digits, as LatinReader gives them. Digits stay.
[[nodiscard]] std::string name_sound(std::string_view word);

}  // namespace ludex

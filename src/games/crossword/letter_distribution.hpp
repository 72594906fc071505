#pragma once

#include "ludex/types.hpp"

#include <cstddef>
#include <cstdint>
#include <span>
#include <string_view>

namespace ludex::crossword {

/// A kind of tile: what is written on it, how many there are, what each is worth.
struct LetterCount {
  std::string_view text;  ///< UTF-8, upper case; "?" the blank
  std::uint8_t count = 0;
  std::uint8_t value = 0;
};

/// The tiles of a set.
struct LetterDistribution {
  std::string_view name;  ///< as programs write it: "english", "english_super"
  std::span<const LetterCount> letters;

  [[nodiscard]] int tile_count() const;
  [[nodiscard]] int value_sum() const;
  /// The kind of tile with this text, in upper case; nullptr for none.
  [[nodiscard]] const LetterCount* find(std::string_view text) const;
  /// The length in bytes of the longest tile that `text` starts with, in upper or in lower case:
  /// "CHA" starts with "CH" in Spanish. 0 for none, or one of a single character.
  [[nodiscard]] std::size_t long_tile_at(std::string_view text) const;
};

/// All sets known, by name. Source: the rules of the game's editions in each language.
[[nodiscard]] std::span<const LetterDistribution> letter_distributions();

/// By the name that files give it, whatever its case and punctuation: "english", "English",
/// "english_super"; nullptr for a name not known here.
[[nodiscard]] const LetterDistribution* find_distribution(std::string_view name);

/// The set that goes with a lexicon: "CSW21", "NWL18", "ODS8", "OSPS44", ...; nullptr where the
/// lexicon tells nothing.
[[nodiscard]] const LetterDistribution* distribution_of_lexicon(std::string_view lexicon);

/// The set of a game that names a distribution, or else a lexicon, or neither (then English; on
/// boards of 21 columns the large one, which no other language has). Empty texts: not written.
/// nullptr: not known here.
[[nodiscard]] const LetterDistribution* distribution_of(std::string_view distribution,
                                                        std::string_view lexicon, BoardSize size);

}  // namespace ludex::crossword

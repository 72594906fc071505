#pragma once

#include "formats/charset/latin_reading.hpp"

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace ludex {

/// A name, or a part of one, as names are compared.
struct NameForm {
  std::string text;                ///< normal form (normal_name()), traditional Han simplified
  std::vector<std::string> words;  ///< as read in Latin letters
  std::string letters;             ///< the words without the spaces between them
  std::string turned;              ///< the same, beginning with the word that makes it smallest
  std::string sound;               ///< turned, of name_sound() of each word
  std::string digits;
  bool is_latin = false;  ///< written in Latin letters
  bool has_han = false;
  bool has_hangul = false;
  bool is_part = false;  ///< of a name in two scripts
};

/// A player's name without the titles that stand after Korean ones and that its normal form keeps:
/// `이정우` of `이정우선수`, "player".
[[nodiscard]] std::string_view without_korean_titles(std::string_view normal);

/// The forms of one name: itself first, then, where it is written in Latin letters and another
/// script side by side (`藤泽秀行 Fujisawa Shuko`), each of the two that is long enough to mean
/// something.
/// \param normal  its normal form.
[[nodiscard]] std::vector<NameForm> name_forms(std::string_view normal, LatinReader& reader);

inline constexpr std::size_t kMostShortened = 16;  ///< words; no person has more names
inline constexpr std::size_t kFewestTyped = 6;  ///< letters; shorter names are near too many others
inline constexpr std::size_t kFewestTwice = 10;  ///< letters in which two may be wrong

/// The reason why two names look alike. The first one that applies is reported.
enum class Likeness : std::uint8_t {
  spelling,      ///< one normal form: case, width, rank, title, punctuation
  spacing,       ///< the same letters without accents and spaces
  script,        ///< the same Han characters, traditional and simplified
  order,         ///< the same words, family name first or last
  reading,       ///< two scripts, one the other's reading in Latin letters
  part,          ///< one is part of a name that has both scripts
  romanisation,  ///< equal after removing differences of romanization
  initials,      ///< given names cut down to their first letters
  typing,        ///< a letter or two differ
  homophone,     ///< other Han characters of the same reading
};

struct LikeNames {
  Likeness likeness{};
  double score = 0;  ///< 0..1, by the names alone
};

/// What two names of other normal forms have in common, that their turned(), their sound, or
/// their letters but for `edits` show; nothing if that is not enough to mention.
/// \param of_people  of players; names of events and places are compared in letters alone.
[[nodiscard]] std::optional<LikeNames> compare_names(const NameForm& one, const NameForm& other,
                                                     bool of_people);

/// `J. Smith` and `John Smith`: all words but initials are the other's, and initials begin the
/// words of the other that are left, in their order. Not of more than kMostShortened words.
[[nodiscard]] bool is_shortened(const NameForm& brief, const NameForm& whole);

/// Letters inserted, removed, replaced or exchanged with their neighbor to make one the other
/// (optimal string alignment); more than `limit` is limit + 1. Cost: length times limit.
[[nodiscard]] int letter_edits(std::string_view one, std::string_view other, int limit);

}  // namespace ludex

#pragma once

#include "query/names/name_form.hpp"

#include <cstdint>
#include <optional>

namespace ludex {

inline constexpr std::size_t kFewestTyped = 6;  ///< letters; shorter names are near too many others
inline constexpr std::size_t kFewestTwice = 10;  ///< letters in which two may be wrong

/// What makes two names look like one. The first that holds is named.
enum class Likeness : std::uint8_t {
  spelling,      ///< one normal form: case, width, rank, title, punctuation
  spacing,       ///< the same letters without accents and spaces
  script,        ///< the same Han characters, traditional and simplified
  order,         ///< the same words, family name first or last
  reading,       ///< two scripts, one the other's reading in Latin letters
  part,          ///< one is written beside another name in another script
  romanisation,  ///< what is left without the ways of romanising is the same
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
/// words of the other that are left, in their order.
[[nodiscard]] bool is_shortened(const NameForm& brief, const NameForm& whole);

/// Letters inserted, removed, replaced or exchanged with their neighbour to make one the other
/// (optimal string alignment); more than `limit` is limit + 1. Cost: length times limit.
[[nodiscard]] int letter_edits(std::string_view one, std::string_view other, int limit);

}  // namespace ludex

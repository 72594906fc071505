#pragma once

#include "ludex/error.hpp"
#include "ludex/types.hpp"

#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

namespace ludex {

/// What a name belongs to. Stored: never renumber.
enum class NameKind : int { player = 1, event = 2, place = 3, round = 4 };

/// A name of a person, event or place. Names are equal if their normal forms are equal (without
/// case, width, punctuation, ranks and titles): an alias `Lee Sedol` also covers `Lee Se-dol 9p`.
struct Alias {
  std::string person;
  std::string name;
  friend bool operator==(const Alias&, const Alias&) = default;
};

/// The person in one seat of one game, regardless of the name in the record.
struct SeatedPerson {
  GameId game;
  std::int64_t seat = 1;
  std::string person;
  friend bool operator==(const SeatedPerson&, const SeatedPerson&) = default;
};

/// One of the given aliases or seats is wrong.
struct AliasError : UsageError {
  AliasError(const std::string& message, std::size_t place_given)
      : UsageError(message), place(place_given) {}
  std::size_t place;  ///< its index among those given
};

/// One side of a suggestion.
struct SuggestedName {
  std::string name;  ///< the most frequent spelling, or the name of the person
  std::int64_t games = 0;
  int first_year = 0, last_year = 0;  ///< 0 if no game has a date
};

/// Two names that may mean the same person.
struct NameSuggestion {
  std::string person;    ///< the person, or the name with the most games in its group
  SuggestedName name;    ///< the proposed alias
  SuggestedName like;    ///< the similar name: that of the person, or another of its names
  std::string evidence;  ///< `order, same years, 3 opponents shared`: kinds of similarity first
  double score = 0;      ///< 0..1: ranks suggestions; not a probability
  std::int64_t shared_opponents = 0;
};

struct NameSuggestions {
  std::vector<NameSuggestion> rows;    ///< grouped by person, best first
  std::int64_t played_each_other = 0;  ///< pairs left out because they met in a game
};

}  // namespace ludex

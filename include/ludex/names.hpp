#pragma once

#include "ludex/error.hpp"
#include "ludex/types.hpp"

#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

namespace ludex {

/// What names are of. Stored: never renumber.
enum class NameKind : int { player = 1, event = 2, place = 3, round = 4 };

/// That a name means a person; of events and places too. Names are the same if their normal forms
/// are (case, width, punctuation, ranks and titles aside): an alias of `Lee Sedol` holds for `Lee
/// Se-dol 9p`.
struct Alias {
  std::string person;
  std::string name;
  friend bool operator==(const Alias&, const Alias&) = default;
};

/// Who sits on one seat of one game, whatever name is written there.
struct SeatedPerson {
  GameId game;
  std::int64_t seat = 1;
  std::string person;
  friend bool operator==(const SeatedPerson&, const SeatedPerson&) = default;
};

/// What is wrong with one of the aliases or seats given.
struct AliasError : UsageError {
  AliasError(const std::string& message, std::size_t place_given)
      : UsageError(message), place(place_given) {}
  std::size_t place;  ///< of it among those given
};

/// One side of a suggestion.
struct SuggestedName {
  std::string name;  ///< as written most often; of a person what it goes by
  std::int64_t games = 0;
  int first_year = 0, last_year = 0;  ///< 0 where no game has a date
};

/// That a name may mean the same person as another one.
struct NameSuggestion {
  std::string person;    ///< who has the most games of all that belong together, or is a person
  SuggestedName name;    ///< what would be its alias
  SuggestedName like;    ///< whom it looks like: the person, or another of its names
  std::string evidence;  ///< `order, same years, 3 opponents shared`: words of likeness first
  double score = 0;      ///< 0..1: an order among suggestions, no probability
  std::int64_t shared_opponents = 0;
};

struct NameSuggestions {
  std::vector<NameSuggestion> rows;    ///< those of one person together, the surest first
  std::int64_t played_each_other = 0;  ///< pairs left out, since they met in a game
};

}  // namespace ludex

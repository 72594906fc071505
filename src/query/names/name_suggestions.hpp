#pragma once

#include "store/database.hpp"
#include "store/text_ids.hpp"

#include <cstdint>
#include <string>
#include <vector>

namespace ludex {

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

/// What names are likely one person's, event's or place's; decides and changes nothing. Names that
/// mean one person already, and two persons, are no suggestion. A name is in one row at most, a
/// person in no row as a name: rows (person, name) may be given to add_aliases() in any order.
/// \param least_score  what scores less is left out.
/// Cost: some 30 microseconds a name and 100 ns a game. Memory: some 1.2 KB a name, 64 MiB, and
/// 16 bytes for each opponent of a name that looks like another one.
[[nodiscard]] NameSuggestions suggest_names(Database& database, NameKind kind, double least_score);

}  // namespace ludex

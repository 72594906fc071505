#pragma once

#include "ludex/names.hpp"
#include "store/database.hpp"
#include "store/text_ids.hpp"

namespace ludex {

/// Suggests names that probably mean the same person, event or place; changes nothing. Names that
/// mean one person already, and two persons, are no suggestion. A name is in one row at most, a
/// person in no row as a name: rows (person, name) may be given to add_aliases() in any order.
/// \param least_score  what scores less is left out. Cost: about 30 microseconds per name and 100
/// ns per game. Memory: about 1.2 KB per name, 64 MiB, and 16 bytes for each opponent of a name
/// that looks like another one.
[[nodiscard]] NameSuggestions suggest_names(Database& database, NameKind kind, double least_score);

}  // namespace ludex

#pragma once

#include "ludex/names.hpp"
#include "ludex/types.hpp"
#include "store/database.hpp"
#include "store/text_ids.hpp"

#include <cstdint>
#include <span>
#include <string>
#include <vector>

namespace ludex {

/// Joins names to persons, all of them in one transaction or none. A person comes to be with its
/// first name; its own name means it too. Records and facts stay as they are.
/// \returns how many of them were new.
/// \throws AliasError for an empty name, and for a name that means another person already.
std::int64_t add_aliases(Database& database, NameKind kind, std::span<const Alias> aliases);

/// Takes aliases of these names away; a person goes with its last one.
/// \returns how many there were.
std::int64_t remove_aliases(Database& database, NameKind kind, std::span<const std::string> names);
/// Takes a person away with all that was said of it. \returns false if there is none.
bool remove_person(Database& database, NameKind kind, const std::string& person);

/// Says who sits there, in place of what was said before; all in one transaction.
/// \throws AliasError where there is no such game or seat.
void seat_people(Database& database, std::span<const SeatedPerson> seated);
/// \returns false if nothing was said of that seat.
bool unseat_person(Database& database, GameId game, std::int64_t seat);

/// All aliases by person and name, without those of a person's own name.
[[nodiscard]] std::vector<Alias> list_aliases(Database& database, NameKind kind);
/// By person, game and seat.
[[nodiscard]] std::vector<SeatedPerson> list_seated_people(Database& database);

}  // namespace ludex

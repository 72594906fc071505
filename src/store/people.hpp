#pragma once

#include "ludex/names.hpp"
#include "ludex/types.hpp"
#include "store/database.hpp"
#include "store/text_ids.hpp"

#include <cstdint>
#include <functional>
#include <span>
#include <string>
#include <vector>

namespace ludex {

/// Adds aliases in one transaction. A person is created with its first name; its own name means it
/// too. Records and facts do not change. \returns how many were new.
/// \throws AliasError for an empty name, and for a name that already means another person.
std::int64_t add_aliases(Database& database, NameKind kind, std::span<const Alias> aliases);

/// The persons of one database that another has learned.
struct PeopleJoin {
  std::int64_t aliases = 0, seats = 0;  ///< new ones
  std::vector<std::string> conflicts;   ///< one line each: what the other database keeps instead
};
/// Joins the persons, aliases and seated people of `from` to those of `to`. What `to` already knows
/// stays. Within a transaction of `to`.
/// \param game_of  the id of a game of `from` in `to`; GameId::none if it is not there
[[nodiscard]] PeopleJoin join_people(SqlConnection& from, SqlConnection& to,
                                     const std::function<GameId(GameId)>& game_of);

/// Removes aliases, and persons that have no alias left.
/// \returns how many aliases were removed.
std::int64_t remove_aliases(Database& database, NameKind kind, std::span<const std::string> names);
/// Removes a person with all aliases and seats. \returns false if there is none.
bool remove_person(Database& database, NameKind kind, const std::string& person);

/// Sets the person in each seat and replaces earlier settings, in one transaction.
/// \throws AliasError if the game or the seat does not exist.
void seat_people(Database& database, std::span<const SeatedPerson> seated);
/// \returns false if the seat has no person set.
bool unseat_person(Database& database, GameId game, std::int64_t seat);

/// All aliases, ordered by person and name, except the person's own name.
[[nodiscard]] std::vector<Alias> list_aliases(Database& database, NameKind kind);
/// Ordered by person, game and seat.
[[nodiscard]] std::vector<SeatedPerson> list_seated_people(Database& database);

}  // namespace ludex

#pragma once

#include "query/filter/filters.hpp"
#include "query/filter/id_set.hpp"
#include "store/database.hpp"

#include <cstdint>
#include <optional>
#include <unordered_set>

namespace ludex {

/// Whether a filter is about players: player, opponent, outcome, black, white, rank or rating.
[[nodiscard]] bool asks_for_players(const GameFilters& filters);

/// The filters about games alone: a player's rating depends on everybody else's games, too.
[[nodiscard]] GameFilters without_players(GameFilters filters);

/// Those whom the filters about players mean in one of the games at least, by the codes of People:
/// the player (both, where two play each other), who has the rank or rating, Black, White.
/// \param pool  the games; nobody is meant in others.
[[nodiscard]] std::unordered_set<std::int64_t> players_meant(Database& database,
                                                             const GameFilters& filters,
                                                             const IdSet& pool);

}  // namespace ludex

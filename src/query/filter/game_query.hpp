#pragma once

#include "ludex/game.hpp"
#include "query/filter/filters.hpp"
#include "query/filter/id_set.hpp"
#include "query/search/position_search.hpp"
#include "store/database.hpp"

#include <cstdint>
#include <limits>
#include <span>
#include <vector>

namespace ludex {

/// What filters found.
struct FoundGames : LeftOut {
  IdSet games;
  /// All hits of the first position asked for in these games, by game and ply.
  std::vector<PositionHit> hits;

  [[nodiscard]] std::span<const PositionHit> hits_of(GameId game) const;
};

/// Finds the games that filters mean; with `unique` one of each cluster (find_duplicates()) that
/// all other filters, positions too, leave: the longest of them, then the lowest id.
/// \param max_games  the search may stop when it has so many, those with the smallest ids.
/// Reads in one ReadTransaction, which has ended when it returns.
/// \throws UsageError for filters that make no sense (check(), `where`, words).
/// Cost: filters are evaluated over columns, 1 M games in some 10 ms; external ids, `where` and
/// some properties read a row for each game that the other filters leave.
[[nodiscard]] FoundGames find_games(Database& database, const GameFilters& filters,
                                    std::int64_t max_games = kAllGames);

}  // namespace ludex

#include "query/filter/game_query.hpp"

#include "query/duplicates/duplicates.hpp"
#include "query/filter/game_selection.hpp"
#include "store/sql/sql_connection.hpp"

#include <algorithm>
#include <utility>

namespace ludex {
namespace {

/// Keeps the games that hold every position, and the hits of the first one.
void narrow_by_positions(SqlConnection& sql, const GameFilters& filters,
                         const GameSelection& selection, std::int64_t max_games,
                         FoundGames& found) {
  PositionSearch search(sql);
  IdSet candidates = selection.matched;
  candidates |= selection.undated;
  candidates |= selection.silent;
  for (std::size_t i = filters.positions.size(); i-- > 1;) {
    candidates = search.games_with(filters.positions[i], &candidates);
  }
  std::int64_t games = 0;
  search.for_each_game(filters.positions[0], &candidates, [&](std::span<const PositionHit> hits) {
    const std::int64_t game = raw(hits.front().game);
    if (selection.undated.contains(game)) {
      ++found.undated;
      return true;
    }
    if (selection.silent.contains(game)) {
      ++found.silent;
      return true;
    }
    found.games.insert(game);
    found.hits.insert(found.hits.end(), hits.begin(), hits.end());
    return ++games < max_games || !filters.dates.empty() || filters.handicap;
  });
}

/// One game of each cluster among those found.
void leave_out_copies(SqlConnection& sql, FoundGames& found) {
  found.copies = keep_one_of_each(sql, found.games);
  std::erase_if(found.hits,
                [&](const PositionHit& hit) { return !found.games.contains(raw(hit.game)); });
}

}  // namespace

std::span<const PositionHit> FoundGames::hits_of(GameId game) const {
  const auto range = std::equal_range(
      hits.begin(), hits.end(), PositionHit{.game = game},
      [](const PositionHit& a, const PositionHit& b) { return raw(a.game) < raw(b.game); });
  return {range.first, range.second};
}

FoundGames find_games(Database& database, const GameFilters& filters, std::int64_t max_games) {
  check(filters);
  SqlConnection& sql = database.sql();
  const ReadTransaction transaction(sql);
  GameSelection selection = select_games(sql, filters);
  FoundGames found;
  if (filters.positions.empty()) {
    found.games = std::move(selection.matched);
    found.undated = selection.undated.count();
    found.silent = selection.silent.count();
  } else {
    narrow_by_positions(sql, filters, selection, filters.unique ? kAllGames : max_games, found);
  }
  if (filters.unique) leave_out_copies(sql, found);
  return found;
}

}  // namespace ludex

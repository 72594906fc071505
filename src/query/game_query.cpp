#include "ludex/query/game_query.hpp"

#include "ludex/store/read_transaction.hpp"
#include "query/game_scan.hpp"
#include "query/property_columns.hpp"
#include "query/text_matches.hpp"
#include "query/where_clause.hpp"

#include <algorithm>
#include <utility>

namespace ludex {
namespace {

/// Those of `ids` that games may have: a set must not grow with a mistyped number.
IdSet set_of(SQLite::Database& sql, const std::vector<GameId>& ids) {
  const std::int64_t last = FactReader(sql).chunk_count() * kFactChunkGames;
  IdSet set;
  for (const GameId id : ids) {
    if (raw(id) > 0 && raw(id) <= last) set.insert(raw(id));
  }
  return set;
}

IdSet games_with_external_id(SQLite::Database& sql, const std::string& external_id) {
  IdSet games;
  SQLite::Statement select(sql, "SELECT id FROM game WHERE external_id = ?");
  select.bind(1, external_id);
  while (select.executeStep()) games.insert(select.getColumn(0).getInt64());
  return games;
}

/// Filters that facts cannot answer, the cheap ones first.
void narrow_by_rows(SQLite::Database& sql, const GameFilters& filters, GameSelection& selection) {
  const auto candidates = [&] {
    IdSet either = selection.matched;
    return either |= selection.undated;
  };
  if (filters.ids) selection.narrow(set_of(sql, *filters.ids));
  if (filters.text) selection.narrow(matching_texts(sql, *filters.text));
  if (filters.external_id) selection.narrow(games_with_external_id(sql, *filters.external_id));
  for (const PropertyFilter& filter : filters.properties) {
    if (!column_of(filter.ident).needs_rows()) continue;
    selection.narrow(games_with_property(sql, filter, candidates()));
  }
  if (filters.where) selection.narrow(games_where(sql, *filters.where, candidates()));
}

/// Keeps the games that hold every position, and the hits of the first one.
void narrow_by_positions(SQLite::Database& sql, const GameFilters& filters,
                         const GameSelection& selection, std::int64_t max_games,
                         FoundGames& found) {
  PositionSearch search(sql);
  IdSet candidates = selection.matched;
  candidates |= selection.undated;
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
    found.games.insert(game);
    found.hits.insert(found.hits.end(), hits.begin(), hits.end());
    return ++games < max_games || !filters.dates.empty();
  });
}

}  // namespace

std::span<const PositionHit> FoundGames::hits_of(GameId game) const {
  const auto range = std::equal_range(
      hits.begin(), hits.end(), PositionHit{game, 0, {}, {}},
      [](const PositionHit& a, const PositionHit& b) { return raw(a.game) < raw(b.game); });
  return {range.first, range.second};
}

FoundGames find_games(Database& database, const GameFilters& filters, std::int64_t max_games) {
  check(filters);
  SQLite::Database& sql = database.sql();
  const ReadTransaction transaction(sql);
  GameSelection selection = scan_facts(sql, filters);
  narrow_by_rows(sql, filters, selection);
  FoundGames found;
  if (filters.positions.empty()) {
    found.games = std::move(selection.matched);
    found.undated = selection.undated.count();
  } else {
    narrow_by_positions(sql, filters, selection, max_games, found);
  }
  return found;
}

}  // namespace ludex

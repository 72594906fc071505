#include "query/game_selection.hpp"

#include "query/property_columns.hpp"
#include "query/text_matches.hpp"
#include "query/where_clause.hpp"

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

}  // namespace

GameSelection select_games(SQLite::Database& sql, const GameFilters& filters) {
  GameSelection selection = scan_facts(sql, filters);
  narrow_by_rows(sql, filters, selection);
  return selection;
}

}  // namespace ludex

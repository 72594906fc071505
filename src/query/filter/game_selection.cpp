#include "query/filter/game_selection.hpp"

#include "query/filter/property_columns.hpp"
#include "query/filter/text_matches.hpp"
#include "query/filter/where_clause.hpp"
#include "query/search/game_positions.hpp"

#include <utility>

namespace ludex {
namespace {

/// Those of `ids` that games may have: a set must not grow with a mistyped number.
IdSet set_of(SqlConnection& sql, const std::vector<GameId>& ids) {
  const std::int64_t last = FactReader(sql).chunk_count() * kFactChunkGames;
  IdSet set;
  for (const GameId id : ids) {
    if (raw(id) > 0 && raw(id) <= last) set.insert(raw(id));
  }
  return set;
}

IdSet games_with_external_id(SqlConnection& sql, const std::string& external_id) {
  IdSet games;
  SqlStatement select(sql, "SELECT id FROM game WHERE external_id = ?");
  select.bind(1, external_id);
  while (select.step()) games.insert(select.integer(0));
  return games;
}

/// Filters that facts cannot answer, the cheap ones first.
void narrow_by_rows(SqlConnection& sql, const GameFilters& filters, GameSelection& selection) {
  const auto candidates = [&] {
    IdSet any = selection.matched;
    any |= selection.undated;
    return any |= selection.silent;
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

/// Whether a game begins with the board before any move, or with a move on it in the root node.
bool begins_as_usual(const Position& first) {
  const GameRules& rules = *find_rules(first.game);
  Position start = rules.start_position(first.size);
  if (first.last_move) start = rules.after(start, *first.last_move).value_or(start);
  return rules.stands_alike(first, start);
}

/// Games without HA match if nothing is set up. Those stay silent that have no positions.
void judge_by_setup(SqlConnection& sql, GameSelection& selection) {
  const IdSet not_understood = games_with_property(sql, {"HA", {}}, selection.silent);
  GamePositions positions(sql);
  IdSet unknown;
  for (std::int64_t id = selection.silent.next(0); id >= 0; id = selection.silent.next(id + 1)) {
    if (not_understood.contains(id)) continue;
    const auto first = positions.find(GameId{id}, 0);
    if (!first) {
      unknown.insert(id);
    } else if (begins_as_usual(*first)) {
      selection.matched.insert(id);
    }
  }
  selection.silent = std::move(unknown);
}

}  // namespace

GameSelection select_games(SqlConnection& sql, const GameFilters& filters) {
  GameSelection selection = scan_facts(sql, filters);
  narrow_by_rows(sql, filters, selection);
  if (filters.handicap && filters.handicap->or_none_set_up) judge_by_setup(sql, selection);
  return selection;
}

}  // namespace ludex

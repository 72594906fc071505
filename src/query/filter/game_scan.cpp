#include "query/filter/game_scan.hpp"

namespace ludex {
namespace {

void insert_marked(const GameMask& mask, std::int64_t first_game, IdSet& games) {
  for (std::size_t i = 0; i < mask.size(); ++i) {
    if (mask[i] != 0) games.insert(first_game + static_cast<std::int64_t>(i));
  }
}

/// The games of a chunk, all of them.
GameMask whole(FactChunk& chunk) {
  GameMask mask{};
  const std::size_t games = chunk.size();
  for (std::size_t i = 0; i < games; ++i) mask[i] = 1;
  return mask;
}

/// The games of `mask` whose fact has the value that stands for unknown.
void insert_unknown(Fact fact, std::int64_t unknown, FactChunk& chunk, GameMask mask,
                    IdSet& games) {
  fact_in_range(fact, {unknown, unknown})->narrow(chunk, mask);
  if (!is_empty(mask)) insert_marked(mask, chunk.first_game(), games);
}

/// Leaves the games of this handicap; `silent` gets those that match the dates but say none.
void narrow_by_handicap(NumberRange stones, const FactCondition& dates, FactChunk& chunk,
                        GameMask& mask, IdSet& silent) {
  GameMask dated = mask;
  dates.narrow(chunk, dated);
  insert_unknown(Fact::handicap, kNoFact, chunk, dated, silent);
  fact_in_range(Fact::handicap, stones)->narrow(chunk, mask);
}

}  // namespace

GameSelection scan_facts(SqlConnection& sql, const GameFilters& filters) {
  const FactConditionPtr condition = all_of(fact_conditions(sql, filters));
  const bool dated = !filters.dates.empty();
  const FactConditionPtr date_condition = all_of(date_conditions(filters));
  GameSelection selection;
  FactChunk chunk(sql);
  for (std::int64_t c = 0; c < chunk.chunk_count(); ++c) {
    chunk.go_to(c);
    GameMask mask = whole(chunk);
    condition->narrow(chunk, mask);
    if (is_empty(mask)) continue;
    if (filters.handicap) {
      narrow_by_handicap(filters.handicap->stones, *date_condition, chunk, mask, selection.silent);
    }
    if (dated) insert_unknown(Fact::date_from, 0, chunk, mask, selection.undated);
    date_condition->narrow(chunk, mask);
    if (!is_empty(mask)) insert_marked(mask, chunk.first_game(), selection.matched);
  }
  return selection;
}

}  // namespace ludex

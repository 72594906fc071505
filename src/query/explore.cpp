#include "ludex/query/explore.hpp"

#include "ludex/core/error.hpp"
#include "ludex/query/position_search.hpp"
#include "ludex/replay/game_rules.hpp"
#include "ludex/store/read_transaction.hpp"
#include "query/game_selection.hpp"
#include "query/move_tally.hpp"

#include <span>
#include <utility>
#include <vector>

namespace ludex {
namespace {

bool is_answer(std::int64_t flags) { return (flags & (kFactAlive | kFactHidden)) == kFactAlive; }

Coverage read_coverage(FactReader& facts, const IdSet& searched) {
  Coverage coverage;
  std::vector<std::int64_t> flags;
  for (std::int64_t chunk = 0; chunk < facts.chunk_count(); ++chunk) {
    facts.read(Fact::flags, chunk, flags);
    std::int64_t id = chunk * kFactChunkGames;
    for (const std::int64_t value : flags) {
      ++id;
      if (!is_answer(value)) continue;
      ++coverage.games;
      if (!searched.contains(id)) continue;
      ++coverage.searched;
      if ((value & kFactNoPositions) != 0) ++coverage.without_positions;
    }
  }
  return coverage;
}

/// Leaves the visits on the main line.
std::span<const PositionHit> on_main_line(std::span<const PositionHit> hits, FactReader& facts) {
  const std::int64_t plies = facts.value(Fact::main_positions, hits.front().game);
  std::size_t count = 0;
  while (count < hits.size() && hits[count].ply < plies) ++count;
  return hits.first(count);
}

}  // namespace

Exploration explore(Database& database, const GameFilters& filters, bool with_variations) {
  check(filters);
  if (filters.positions.empty()) throw UsageError("there is no position to explore");
  SQLite::Database& sql = database.sql();
  const ReadTransaction transaction(sql);
  const QueryPosition& query = filters.positions.front();
  GameSelection selection = select_games(sql, filters);
  FactReader facts(sql);
  Exploration answer;
  answer.coverage = read_coverage(facts, selection.matched);

  IdSet candidates = selection.matched;
  candidates |= selection.undated;
  PositionSearch search(sql);
  for (std::size_t i = filters.positions.size(); i-- > 1;) {
    candidates = search.games_with(filters.positions[i], &candidates);
  }
  MoveTally tally(sql, query);
  search.for_each_game(query, &candidates, [&](std::span<const PositionHit> hits) {
    if (!with_variations) hits = on_main_line(hits, facts);
    if (hits.empty()) return true;
    if (selection.undated.contains(raw(hits.front().game))) {
      ++answer.coverage.undated;
    } else {
      tally.add(hits);
    }
    return true;
  });
  answer.visits = tally.visits();
  answer.games = tally.games();
  answer.moves = tally.take();
  return answer;
}

std::optional<QueryPosition> query_after(const QueryPosition& query, const Move& move) {
  const GameRules* const rules = find_rules(query.position.game);
  if (rules == nullptr) return std::nullopt;
  auto position = rules->after(query.position, move);
  if (!position) return std::nullopt;
  QueryPosition next = query;
  next.position = std::move(*position);
  return next;
}

}  // namespace ludex

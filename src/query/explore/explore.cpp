#include "query/explore/explore.hpp"

#include "games/api/game_rules.hpp"
#include "ludex/error.hpp"
#include "query/duplicates/duplicates.hpp"
#include "query/explore/move_tally.hpp"
#include "query/filter/game_selection.hpp"
#include "query/search/position_search.hpp"
#include "store/sql/sql_connection.hpp"

#include <span>
#include <utility>
#include <vector>

namespace ludex {
namespace {

Coverage read_coverage(FactReader& facts, const IdSet& searched) {
  Coverage coverage;
  std::vector<std::int64_t> flags;
  for (std::int64_t chunk = 0; chunk < facts.chunk_count(); ++chunk) {
    facts.read(Fact::flags, chunk, flags);
    std::int64_t id = chunk * kFactChunkGames;
    for (const std::int64_t bits : flags) {
      const GameFlags game(bits);
      ++id;
      if (!game.is_answer()) continue;
      ++coverage.games;
      if (!searched.contains(id)) continue;
      ++coverage.searched;
      if (game.has(GameFlags::no_positions)) ++coverage.without_positions;
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

/// The visits to the position explored, game by game.
class Visits {
 public:
  Visits(SqlConnection& sql, const QueryPosition& query, bool with_variations)
      : search_(sql), facts_(sql), query_(query), with_variations_(with_variations) {}

  /// Those of the candidates that hold all other positions of the filters too.
  void keep_games_with_others(const GameFilters& filters, IdSet& candidates) {
    for (std::size_t i = filters.positions.size(); i-- > 1;) {
      candidates = search_.games_with(filters.positions[i], &candidates);
    }
  }

  template <class Visit>
  void for_each_game(const IdSet& candidates, Visit visit) {
    search_.for_each_game(query_, &candidates, [&](std::span<const PositionHit> hits) {
      if (!with_variations_) hits = on_main_line(hits, facts_);
      if (!hits.empty()) visit(hits);
      return true;
    });
  }

 private:
  PositionSearch search_;
  FactReader facts_;
  const QueryPosition& query_;
  bool with_variations_;
};

/// One game of each cluster among the candidates that were visited. \returns how many were left
/// out.
std::int64_t keep_one_of_each_visited(SqlConnection& sql, Visits& visits, IdSet& candidates) {
  IdSet visited;
  visits.for_each_game(candidates, [&](std::span<const PositionHit> hits) {
    visited.insert(raw(hits.front().game));
  });
  candidates = std::move(visited);
  return keep_one_of_each(sql, candidates);
}

}  // namespace

Exploration explore(Database& database, const GameFilters& filters, bool with_variations) {
  check(filters);
  if (filters.positions.empty()) throw UsageError("there is no position to explore");
  SqlConnection& sql = database.sql();
  const ReadTransaction transaction(sql);
  const QueryPosition& query = filters.positions.front();
  const GameSelection selection = select_games(sql, filters);
  FactReader facts(sql);
  Exploration answer;
  answer.coverage = read_coverage(facts, selection.matched);

  Visits visits(sql, query, with_variations);
  IdSet candidates = selection.matched;
  if (filters.unique) {
    visits.keep_games_with_others(filters, candidates);
    answer.coverage.copies = keep_one_of_each_visited(sql, visits, candidates);
    answer.one_of_each = candidates;
  }
  candidates |= selection.undated;
  candidates |= selection.silent;
  visits.keep_games_with_others(filters, candidates);
  MoveTally tally(sql, query);
  visits.for_each_game(candidates, [&](std::span<const PositionHit> hits) {
    if (selection.undated.contains(raw(hits.front().game))) {
      ++answer.coverage.undated;
    } else if (selection.silent.contains(raw(hits.front().game))) {
      ++answer.coverage.silent;
    } else {
      tally.add(hits);
    }
  });
  answer.visits = tally.visits();
  answer.games = tally.games();
  answer.moves = tally.take();
  return answer;
}

std::optional<QueryPosition> query_after(const QueryPosition& query, const Move& move) {
  const GameRules* const rules = find_rules(query.position.game);
  if (rules == nullptr) return std::nullopt;
  if (move.kind == MoveKind::links && !query.known.rest) return std::nullopt;
  auto position = rules->after(query.position, move);
  if (!position) return std::nullopt;
  QueryPosition next = query;
  next.position = std::move(*position);
  return next;
}

}  // namespace ludex

#include "query/explore/explore.hpp"

#include "games/api/game_rules.hpp"
#include "ludex/error.hpp"
#include "query/duplicates/duplicates.hpp"
#include "query/explore/moment_counter.hpp"
#include "query/filter/game_query.hpp"
#include "query/search/game_positions.hpp"
#include "store/sql/sql_connection.hpp"

#include <algorithm>
#include <utility>

namespace ludex {
namespace {

/// The visits to the explored position, game by game.
class Visits {
 public:
  Visits(SqlConnection& sql, const QueryPosition& query, bool with_variations)
      : sql_(sql), search_(sql), facts_(sql), query_(query), with_variations_(with_variations) {}

  /// The candidates that also contain all other positions of the filters.
  void keep_games_with_others(const GameFilters& filters, IdSet& candidates) {
    for (std::size_t i = filters.positions.size(); i-- > 1;) {
      candidates = search_.games_with(filters.positions[i], &candidates);
    }
  }

  template <class Visit>
  void for_each_game(const IdSet& candidates, Visit visit) {
    search_.for_each_game(query_, &candidates, showing(visit));
  }

  /// Counts the candidates by moment where possible. \param one_by_one  those that are all shown
  /// \param all  every visible game that visits the position is a candidate
  template <class Count, class Visit>
  void count(const IdSet& candidates, const IdSet& one_by_one, bool all, Count count, Visit visit) {
    MomentCounter(sql_, query_, with_variations_)
        .run({candidates, one_by_one, all, search_, count, showing(visit)});
  }

 private:
  template <class Visit>
  PositionSearch::GameVisitor showing(Visit& visit) {
    return [&](std::span<const PositionHit> hits) {
      if (!with_variations_) hits = on_main_line(hits, facts_);
      if (!hits.empty()) visit(hits);
      return true;
    };
  }

  SqlConnection& sql_;
  PositionSearch search_;
  FactReader facts_;
  const QueryPosition& query_;
  bool with_variations_;
};

/// True if no visible game that may visit the position is missing among the candidates.
bool are_all(SqlConnection& sql, const Position& position, const Coverage& coverage,
             const IdSet& candidates) {
  if (candidates.count() == coverage.games) return true;
  const auto game = static_cast<std::int64_t>(position.game);
  const std::int64_t size = packed_size(position.size);
  const FactCondition may_visit = all_of(
      {is_answer(), fact_in_range(Fact::game, {game, game}),
       any_of({fact_in_range(Fact::size, {size, size}), fact_in_range(Fact::size, {0, 0})})});
  FactChunk chunk(sql);
  for (std::int64_t c = 0; c < chunk.chunk_count(); ++c) {
    chunk.go_to(c);
    GameMask mask = whole(chunk);
    may_visit(chunk, mask);
    for (std::size_t i = 0, games = chunk.size(); i < games; ++i) {
      const auto id = chunk.first_game() + static_cast<std::int64_t>(i);
      if (mask[i] && !candidates.contains(id)) return false;
    }
  }
  return true;
}

/// Keeps one game of each cluster among the visited candidates. \returns how many were left out.
std::int64_t keep_one_of_each_visited(SqlConnection& sql, Visits& visits, IdSet& candidates) {
  IdSet visited;
  visits.for_each_game(candidates, [&](std::span<const PositionHit> hits) {
    visited.insert(raw(hits.front().game));
  });
  candidates = std::move(visited);
  return keep_one_of_each(sql, candidates);
}

}  // namespace

Coverage read_coverage(SqlConnection& sql, const IdSet& searched) {
  Coverage coverage;
  coverage.searched = searched.count();
  const FactCondition answers = is_answer();
  const FactCondition holds_nothing = is_without_positions();
  IdSet without_positions;
  FactChunk chunk(sql);
  for (std::int64_t c = 0; c < chunk.chunk_count(); ++c) {
    chunk.go_to(c);
    GameMask mask = whole(chunk);
    answers(chunk, mask);
    coverage.games += mask.count();
    holds_nothing(chunk, mask);
    mask.insert_into(without_positions, chunk.first_game());
  }
  coverage.without_positions = (without_positions &= searched).count();
  return coverage;
}

std::span<const PositionHit> on_main_line(std::span<const PositionHit> hits, FactReader& facts) {
  if (!facts.flags(hits.front().game).has(GameFlags::variations_indexed)) return hits;
  const std::int64_t plies = facts.value(Fact::main_positions, hits.front().game);
  std::size_t count = 0;
  while (count < hits.size() && hits[count].ply < plies) ++count;
  return hits.first(count);
}

Exploration explore(Database& database, const GameFilters& filters, bool with_variations) {
  check(filters);
  if (filters.positions.empty()) throw UsageError("there is no position to explore");
  SqlConnection& sql = database.sql();
  const ReadTransaction transaction(sql);
  const QueryPosition& query = filters.positions.front();
  GameSelection selection = select_games(sql, filters);
  Exploration answer;
  answer.coverage = read_coverage(sql, selection.matched);
  answer.coverage.root_text = selection.root_text;

  Visits visits(sql, query, with_variations);
  IdSet candidates = std::move(selection.matched);
  if (filters.unique) {
    visits.keep_games_with_others(filters, candidates);
    keep_games_with_patterns(sql, filters, 0, candidates);
    answer.coverage.copies = keep_one_of_each_visited(sql, visits, candidates);
    answer.one_of_each = candidates;
  }
  candidates |= selection.undated;
  candidates |= selection.silent;
  visits.keep_games_with_others(filters, candidates);
  keep_games_with_patterns(sql, filters, 0, candidates);
  MoveTally tally(query);
  CountedGames counted(sql);
  IdSet one_by_one = selection.undated;
  one_by_one |= selection.silent;
  const auto count = [&](const PositionHit& hit, const MomentCell& cell) { tally.add(hit, cell); };
  const bool all = one_by_one.empty() && are_all(sql, query.position, answer.coverage, candidates);
  visits.count(candidates, one_by_one, all, count, [&](std::span<const PositionHit> hits) {
    if (selection.undated.contains(raw(hits.front().game))) {
      ++answer.coverage.undated;
    } else if (selection.silent.contains(raw(hits.front().game))) {
      ++answer.coverage.silent;
    } else {
      tally.add(counted.read(hits.front().game), hits);
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

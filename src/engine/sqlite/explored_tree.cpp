#include "engine/sqlite/empty_answer.hpp"
#include "engine/sqlite/sqlite_engine.hpp"

#include "ludex/error.hpp"
#include "query/explore/explore.hpp"
#include "query/explore/move_tree.hpp"
#include "query/pattern/pattern_explore.hpp"

namespace ludex {

ExploreAnswer SqliteEngine::explore(const Query& query, const ExploreOptions& options,
                                    const ExploreVisitor& visit, const Call& call) {
  const CallWatch watch(database_.sql(), call);
  check_call();
  if (query.positions.empty() && query.patterns.empty()) {
    throw UsageError(
        "explore needs `position` or `pattern`; 'moves:' is the position before the first move");
  }
  ExploreAnswer answer;
  GameFilters filters = read_query(query, answer.notes);
  filters.variations = options.variations;
  if (filters.shows_pattern()) {
    explore_pattern(database_, filters, options, visit, answer);
    return answer;
  }
  const auto explore_one = [&](const GameFilters& one) {
    return ludex::explore(database_, one, options.variations);
  };
  visit_move_tree(filters, options, explore_one, visit, answer);
  if (answer.games == 0) note_why_nothing(database_, query, filters, answer.notes);
  return answer;
}

}  // namespace ludex

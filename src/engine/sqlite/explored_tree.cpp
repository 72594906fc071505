#include "engine/explored_query.hpp"
#include "engine/sqlite/board_sizes.hpp"
#include "engine/sqlite/sqlite_engine.hpp"

#include "query/explore/explore.hpp"
#include "query/explore/move_tree.hpp"
#include "query/pattern/pattern_explore.hpp"

namespace ludex {

ExploreAnswer SqliteEngine::explore(const Query& query, const ExploreOptions& options,
                                    const ExploreVisitor& visit, const Call& call) {
  const CallWatch watch(database_.sql(), call);
  check_call();
  require_explored(query);
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
  if (answer.games == 0) {
    explain_empty_answer(query, filters, board_sizes(database_), answer.notes);
  }
  return answer;
}

}  // namespace ludex

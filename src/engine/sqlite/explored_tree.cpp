#include "engine/sqlite/sqlite_engine.hpp"

#include "games/api/game_rules.hpp"
#include "ludex/error.hpp"
#include "query/explore/explore.hpp"
#include "query/pattern/pattern_explore.hpp"
#include "query/search/game_positions.hpp"

#include <utility>

namespace ludex {
namespace {

/// Shows the next moves of a position, and below each what came after it.
class TreeWalk {
 public:
  TreeWalk(Database& database, const GameFilters& filters, const ExploreOptions& options,
           const ExploreVisitor& visit)
      : database_(database),
        filters_(filters),
        options_(options),
        visit_(visit),
        game_(filters.positions.front().position.game) {}

  void run(ExploreAnswer& answer) {
    const Exploration first = ludex::explore(database_, filters_, options_.variations);
    answer.has_colors = !traits_of(game_).has_numbered_seats;
    answer.visits = first.visits;
    answer.games = first.games;
    answer.coverage = first.coverage;
    if (first.one_of_each) count_among(*first.one_of_each);
    ExploredMove row;
    row.has_colors = answer.has_colors;
    show(first, 1, row);
  }

 private:
  /// Which game stands for its copies is decided once, at the root of the tree.
  void count_among(const IdSet& games) {
    filters_.unique = false;
    filters_.ids.emplace();
    for (const std::int64_t id : games.members()) filters_.ids->push_back(GameId{id});
  }

  /// \param row  holds the line that leads here
  void show(const Exploration& found, int depth, ExploredMove& row) {
    std::int64_t rows = 0;
    const QueryPosition query = filters_.positions.front();
    for (const NextMove& next : found.moves) {
      if (options_.limit != 0 && rows++ == options_.limit) break;
      row.line.push_back(fill(next, query, row));
      row.depth = depth;
      visit_(row);
      if (depth < options_.depth && next.move) go_on(query, *next.move, depth, row);
      row.line.pop_back();
    }
    filters_.positions.front() = query;
  }

  void go_on(const QueryPosition& query, const Move& move, int depth, ExploredMove& row) {
    auto after = query_after(query, move);
    if (!after) return;
    filters_.positions.front() = std::move(*after);
    show(ludex::explore(database_, filters_, options_.variations), depth + 1, row);
  }

  /// \returns the move as the line shows it.
  std::string fill(const NextMove& next, const QueryPosition& query, ExploredMove& row) const {
    static_cast<MoveCounts&>(row) = next;
    row.score = next.score();
    row.move = next.move ? find_rules(game_)->move_text(*next.move, query.position.size) : "";
    row.mover_text = next.mover == 0 ? "" : mover_text(game_, next.mover);
    return next.move ? row.move : "end";
  }

  Database& database_;
  GameFilters filters_;
  const ExploreOptions& options_;
  const ExploreVisitor& visit_;
  GameType game_;
};

}  // namespace

ExploreAnswer SqliteEngine::explore(const Query& query, const ExploreOptions& options,
                                    const ExploreVisitor& visit, const Call& call) {
  const CallWatch watch(database_.sql(), call);
  check_call();
  if (query.positions.empty() && query.patterns.empty()) {
    throw UsageError(
        "explore needs `position` or `pattern`; 'moves:' is the board before the first move");
  }
  ExploreAnswer answer;
  GameFilters filters = read_query(query, answer.notes);
  filters.variations = options.variations;
  if (filters.shows_pattern()) {
    explore_pattern(database_, filters, options, visit, answer);
    return answer;
  }
  TreeWalk(database_, filters, options, visit).run(answer);
  if (answer.games == 0) note_part_of_board(query, filters, answer.notes);
  return answer;
}

}  // namespace ludex

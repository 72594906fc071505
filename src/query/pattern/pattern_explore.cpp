#include "query/pattern/pattern_explore.hpp"

#include "query/duplicates/duplicates.hpp"
#include "query/explore/explore.hpp"
#include "query/filter/game_query.hpp"
#include "query/pattern/pattern_tally.hpp"

namespace ludex {
namespace {

/// Shows the rows of a tally, each before those below it.
class TallyWalk {
 public:
  TallyWalk(const PatternTally& tally, GameType game, const ExploreOptions& options,
            const ExploreVisitor& visit)
      : tally_(tally), game_(game), options_(options), visit_(visit) {
    row_.has_colors = !traits_of(game).has_numbered_seats;
  }

  void show(std::size_t node, int depth) {
    const std::vector<std::size_t>& below = tally_.nodes()[node].below;
    std::vector<ExploredMove> rows;
    for (const std::size_t next : below) rows.push_back(row_of(tally_.nodes()[next], depth));
    const ExploredTable table{.has_colors = row_.has_colors, .of_pattern = true};
    for (const std::size_t i : chosen_rows(rows, table, options_)) {
      visit_(rows[i]);
      row_.line = rows[i].line;
      show(below[i], depth + 1);
      row_.line.pop_back();
    }
  }

 private:
  [[nodiscard]] ExploredMove row_of(const PatternTally::Node& next, int depth) const {
    ExploredMove row = row_;
    static_cast<MoveCounts&>(row) = next;
    row.depth = depth;
    row.move = next.name;
    row.line.push_back(next.name.empty() ? "elsewhere" : next.name);
    row.points = next.points;
    row.score = score_of(next);
    row.mover_text = next.mover == 0 ? "" : mover_text(game_, next.mover);
    return row;
  }

  static std::optional<double> score_of(const PatternTally::Node& node) {
    const std::int64_t decided = node.mover_wins + node.mover_losses + node.draws;
    if (node.name.empty() || decided == 0) return std::nullopt;
    return (static_cast<double>(node.mover_wins) + static_cast<double>(node.draws) / 2) /
           static_cast<double>(decided);
  }

  const PatternTally& tally_;
  GameType game_;
  const ExploreOptions& options_;
  const ExploreVisitor& visit_;
  ExploredMove row_;  // its line is the one that leads to the rows
};

void keep_games_with_positions(SqlConnection& sql, const GameFilters& filters, IdSet& games) {
  PositionSearch search(sql);
  for (const QueryPosition& position : filters.positions) {
    games = search.games_with(position, &games);
  }
}

}  // namespace

void explore_pattern(Database& database, const GameFilters& filters, const ExploreOptions& options,
                     const ExploreVisitor& visit, ExploreAnswer& answer) {
  check(filters);
  SqlConnection& sql = database.sql();
  const ReadTransaction transaction(sql);
  const Pattern& pattern = filters.patterns.front();
  PatternSearch search(sql, pattern, filters.pattern_moment);
  const GameSelection selection = select_games(sql, filters);
  answer.coverage = read_coverage(sql, selection.matched);
  answer.coverage.root_text = selection.root_text;
  IdSet candidates = selection.matched;
  if (!filters.unique) {
    candidates |= selection.undated;
    candidates |= selection.silent;
  }
  keep_games_with_positions(sql, filters, candidates);
  keep_games_with_patterns(sql, filters, 1, candidates);
  if (filters.unique) {
    candidates = search.games_with(&candidates, filters.variations);
    answer.coverage.copies = keep_one_of_each(sql, candidates);
  }
  PatternTally tally(sql, pattern);
  const PatternWish wish{
      .all_runs = filters.all_hits, .variations = filters.variations, .depth = options.depth};
  search.for_each_game(&candidates, wish,
                       [&](GameId game, BoardSize size, std::span<const FoundPattern> hits) {
                         if (selection.undated.contains(raw(game))) {
                           ++answer.coverage.undated;
                         } else if (selection.silent.contains(raw(game))) {
                           ++answer.coverage.silent;
                         } else {
                           tally.add(game, size, hits, options.depth);
                         }
                         return true;
                       });
  tally.finish();
  answer.has_colors = !traits_of(pattern.game).has_numbered_seats;
  answer.visits = tally.nodes()[0].visits;
  answer.games = tally.nodes()[0].games;
  TallyWalk(tally, pattern.game, options, visit).show(0, 1);
}

}  // namespace ludex

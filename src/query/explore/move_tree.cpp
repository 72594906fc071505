#include "query/explore/move_tree.hpp"

#include "games/api/game_rules.hpp"
#include "query/search/game_positions.hpp"

#include <utility>

namespace ludex {
namespace {

/// Visits the next moves of a position, and below each move its own next moves.
class TreeWalk {
 public:
  TreeWalk(GameFilters filters, const ExploreOptions& options, const PositionExplorer& explore,
           const ExploreVisitor& visit)
      : filters_(std::move(filters)),
        options_(options),
        explore_(explore),
        visit_(visit),
        game_(filters_.positions.front().position.game) {}

  void run(ExploreAnswer& answer) {
    Exploration first = explore_(filters_);
    answer.has_colors = !traits_of(game_).has_numbered_seats;
    answer.visits = first.visits;
    answer.games = first.games;
    answer.coverage = first.coverage;
    if (first.one_of_each) count_among(*first.one_of_each);
    ExploredMove row;
    row.has_colors = answer.has_colors;
    show(std::move(first), 1, row);
  }

 private:
  /// Which game represents its copies is decided once, at the root of the tree.
  void count_among(const IdSet& games) {
    filters_.unique = false;
    filters_.ids.emplace();
    for (const std::int64_t id : games.members()) filters_.ids->push_back(GameId{id});
  }

  /// \param row  contains the line that leads here
  void show(Exploration found, int depth, ExploredMove& row) {
    const QueryPosition query = filters_.positions.front();
    std::vector<ExploredMove> rows;
    for (NextMove& next : found.moves) {
      if (next.move) next.move = query.first_equivalent(*next.move, options_.notation);
      row.line.push_back(fill(next, query, row));
      row.depth = depth;
      rows.push_back(row);
      row.line.pop_back();
    }
    const ExploredTable table{.has_colors = row.has_colors, .of_pattern = false};
    for (const std::size_t i : chosen_rows(rows, table, options_)) {
      visit_(rows[i]);
      const auto& move = found.moves[i].move;
      if (depth < options_.depth && move) go_on(query, *move, depth, rows[i]);
    }
    filters_.positions.front() = query;
  }

  void go_on(const QueryPosition& query, const Move& move, int depth, ExploredMove& row) {
    auto after = query_after(query, move);
    if (!after) return;
    filters_.positions.front() = std::move(*after);
    show(explore_(filters_), depth + 1, row);
  }

  /// \returns the move as it is written in the line.
  std::string fill(const NextMove& next, const QueryPosition& query, ExploredMove& row) const {
    static_cast<MoveCounts&>(row) = next;
    row.score = next.score();
    row.move = next.move ? text_of(*next.move, query.position) : "";
    row.mover_text = next.mover == 0 ? "" : mover_text(game_, next.mover);
    row.points = next.move ? points_of(*next.move, query.position.size) : std::vector<BoardPoint>();
    return next.move ? row.move : "end";
  }

  [[nodiscard]] std::string text_of(const Move& move, const Position& before) const {
    const auto last_to = before.last_move ? std::optional(before.last_move->point) : std::nullopt;
    return find_rules(game_)->move_text_at(move, before, last_to, options_.notation);
  }

  GameFilters filters_;
  const ExploreOptions& options_;
  const PositionExplorer& explore_;
  const ExploreVisitor& visit_;
  GameType game_;
};

}  // namespace

void visit_move_tree(GameFilters filters, const ExploreOptions& options,
                     const PositionExplorer& explore, const ExploreVisitor& visit,
                     ExploreAnswer& answer) {
  TreeWalk(std::move(filters), options, explore, visit).run(answer);
}

}  // namespace ludex

#include "games/api/game_rules.hpp"
#include "query/explore/move_tally.hpp"
#include "query/explore/mover.hpp"
#include "query/search/game_positions.hpp"
#include "query/search/position_search.hpp"
#include "sql/functions.hpp"

#include <cstddef>
#include <vector>

namespace ludex {
namespace {

enum Column {
  move,
  games,
  visits,
  first_wins,
  second_wins,
  draws,
  score,
  first_year,
  last_year,
  sample_game,
  sample_ply,
  mover
};

/// Variations do not count, as in `ludex explore`.
std::vector<NextMove> count_next_moves(SqlConnection& sql, const QueryPosition& query) {
  MoveTally tally(sql, query);
  FactReader facts(sql);
  PositionSearch search(sql);
  search.for_each_game(query, nullptr, [&](std::span<const PositionHit> hits) {
    const auto plies = facts.value(Fact::main_positions, hits.front().game);
    std::size_t count = 0;
    while (count < hits.size() && hits[count].ply < plies) ++count;
    if (count > 0) tally.add(hits.first(count));
    return true;
  });
  return tally.take();
}

class NextMoveRows final : public Rows {
 public:
  NextMoveRows(SqlConnection& sql, std::string_view position) {
    const QueryPosition query = read_position(sql, position);
    game_ = query.position.game;
    size_ = query.position.size;
    moves_ = count_next_moves(sql, query);
  }

  bool next() override { return ++place_ <= moves_.size(); }

  void value(int column, sqlite3_context* context) override {
    const NextMove& row = moves_[place_ - 1];
    switch (column) {
      case move:
        if (row.move) give(context, find_rules(game_)->move_text(*row.move, size_));
        return;
      case games:
        return give(context, row.games);
      case visits:
        return give(context, row.visits);
      case first_wins:
        return give(context, row.wins[0]);
      case second_wins:
        return give(context, row.wins[1]);
      case draws:
        return give(context, row.draws);
      case score:
        if (const auto rate = row.score()) sqlite3_result_double(context, *rate);
        return;
      case first_year:
        if (row.first_year) give(context, std::int64_t{*row.first_year});
        return;
      case last_year:
        if (row.last_year) give(context, std::int64_t{*row.last_year});
        return;
      case sample_game:
        return give(context, raw(row.sample));
      case sample_ply:
        return give(context, std::int64_t{row.sample_ply});
      default:
        if (row.mover != 0) give(context, mover_text(game_, row.mover));
    }
  }

 private:
  GameType game_ = kDefaultGame;
  BoardSize size_;
  std::vector<NextMove> moves_;
  std::size_t place_ = 0;
};

std::unique_ptr<Rows> open(SqlConnection& sql, StoreReaders&,
                           std::span<sqlite3_value* const> arguments) {
  return std::make_unique<NextMoveRows>(sql, text_of(arguments[0]).value_or(""));
}

}  // namespace

const TableFunction& next_moves_function() {
  static constexpr TableFunction kFunction = {
      "ludex_next_moves",
      "CREATE TABLE x(move TEXT, games INTEGER, visits INTEGER, first_wins INTEGER, "
      "second_wins INTEGER, draws INTEGER, score REAL, first_year INTEGER, last_year INTEGER, "
      "sample_game INTEGER, sample_ply INTEGER, mover TEXT, position TEXT HIDDEN)",
      12,
      1,
      1,
      open};
  return kFunction;
}

}  // namespace ludex

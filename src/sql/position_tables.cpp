#include "games/api/game_rules.hpp"
#include "query/explore/explore.hpp"
#include "query/search/game_catalog.hpp"
#include "query/search/position_search.hpp"
#include "sql/table_function.hpp"

#include <span>
#include <string>

// ludex_positions() and ludex_next_moves(): the occurrences of a position, and its next moves.

namespace ludex {
namespace {

/// All hits, found at once: about 40 bytes each.
class PositionRows final : public ListedRows<PositionHit> {
 public:
  PositionRows(SqlConnection& sql, std::string_view position) : ListedRows({}), positions_(sql) {
    PositionSearch(sql).for_each_game(read_position(sql, position), nullptr,
                                      [&](std::span<const PositionHit> hits) {
                                        rows_.insert(rows_.end(), hits.begin(), hits.end());
                                        return true;
                                      });
  }

  void value(int column, sqlite3_context* context) override {
    enum { game_id, ply, orientation, next_move };
    const PositionHit& hit = row();
    switch (column) {
      case game_id:
        return give(context, raw(hit.game));
      case ply:
        return give(context, hit.ply);
      case orientation:
        return give(context, orientation_text(hit.match));
      default:
        if (hit.next_move) give(context, move_text(hit));
    }
  }

 private:
  [[nodiscard]] std::string move_text(const PositionHit& hit) {
    const GameRules* const rules = find_rules(positions_.game_type(hit.game));
    return rules->move_text(*hit.next_move, positions_.size(hit.game));
  }

  GamePositions positions_;
};

std::unique_ptr<Rows> open_positions(SqlConnection& sql, StoreReaders&,
                                     const Arguments& arguments) {
  sqlite3_value* const position = arguments[0];
  return std::make_unique<PositionRows>(sql, text_of(position).value_or(""));
}

/// Variations do not count, as in `ludex explore`.
std::vector<NextMove> count_next_moves(SqlConnection& sql, const QueryPosition& query) {
  MoveTally tally(query);
  CountedGames counted(sql);
  FactReader facts(sql);
  PositionSearch search(sql);
  search.for_each_game(query, nullptr, [&](std::span<const PositionHit> hits) {
    hits = on_main_line(hits, facts);
    if (!hits.empty()) tally.add(counted.read(hits.front().game), hits);
    return true;
  });
  return tally.take();
}

class NextMoveRows final : public ListedRows<NextMove> {
 public:
  NextMoveRows(SqlConnection& sql, const QueryPosition& query)
      : ListedRows(count_next_moves(sql, query)),
        game_(query.position.game),
        size_(query.position.size) {}

  void value(int column, sqlite3_context* context) override {
    enum { move, games, visits, first_wins, second_wins, draws, score, first_year, last_year };
    enum { sample_game = last_year + 1, sample_ply };
    const NextMove& next = row();
    switch (column) {
      case move:
        if (next.move) give(context, find_rules(game_)->move_text(*next.move, size_));
        return;
      case games:
        return give(context, next.games);
      case visits:
        return give(context, next.visits);
      case first_wins:
        return give(context, next.wins[0]);
      case second_wins:
        return give(context, next.wins[1]);
      case draws:
        return give(context, next.draws);
      case score:
        return give(context, next.score());
      case first_year:
        return give(context, next.first_year);
      case last_year:
        return give(context, next.last_year);
      case sample_game:
        return give(context, raw(next.sample));
      case sample_ply:
        return give(context, next.sample_ply);
      default:
        if (next.mover != 0) give(context, mover_text(game_, next.mover));
    }
  }

 private:
  GameType game_;
  BoardSize size_;
};

std::unique_ptr<Rows> open_next_moves(SqlConnection& sql, StoreReaders&,
                                      const Arguments& arguments) {
  sqlite3_value* const position = arguments[0];
  return std::make_unique<NextMoveRows>(sql, read_position(sql, text_of(position).value_or("")));
}

}  // namespace

constexpr TableFunction kPositionsFunction = {
    "ludex_positions",
    "CREATE TABLE x(game_id INTEGER, ply INTEGER, orientation TEXT, next_move TEXT, "
    "position TEXT HIDDEN)",
    4, open_positions};

constexpr TableFunction kNextMovesFunction = {
    "ludex_next_moves",
    "CREATE TABLE x(move TEXT, games INTEGER, visits INTEGER, first_wins INTEGER, "
    "second_wins INTEGER, draws INTEGER, score REAL, first_year INTEGER, last_year INTEGER, "
    "sample_game INTEGER, sample_ply INTEGER, mover TEXT, position TEXT HIDDEN)",
    12, open_next_moves};

}  // namespace ludex

#include "games/api/game_rules.hpp"
#include "query/rows/game_record.hpp"
#include "query/search/game_positions.hpp"
#include "sql/table_function.hpp"

#include <cstdint>
#include <string>
#include <utility>
#include <vector>

namespace ludex {
namespace {

enum Column { ply, seat, move, seconds_spent, seconds_left, name, comment, value_of, notes, mover };

struct PlayedMove {
  std::uint32_t ply;
  std::uint32_t seat;
  std::string text;
  std::string bonus;
  MoveNote note;
};

/// The moves of a main line, in the words of the seats. A state of a crossword game that no turn
/// led to may tell the bonus of the play before it.
std::vector<PlayedMove> moves_of(StoreReaders& readers, GameId game) {
  std::vector<PlayedMove> moves;
  const auto plies = readers.facts.value(Fact::main_positions, game);
  const GameFlags flags = readers.facts.flags(game);
  const GameRules* const rules = find_rules(readers.positions.game_type(game));
  readers.positions.walk(game, [&](const Position& position) {
    if (position.ply >= plies) return false;
    if (!position.last_move) {
      if (!moves.empty() && moves.back().bonus.empty())
        moves.back().bonus = rules->late_text(position);
      return true;
    }
    const Move& last = *position.last_move;
    const std::uint32_t before = position.ply == 0 ? 0 : position.ply - 1;
    moves.push_back({position.ply,
                     seat_moving(last.player, before, flags),
                     rules->move_text(last, position.size),
                     rules->late_text(position),
                     {}});
    return true;
  });
  return moves;
}

/// Adds what the record says, where its text was kept.
void add_notes(SqlConnection& sql, StoreReaders& readers, GameId game,
               std::vector<PlayedMove>& moves) {
  const auto record = read_game_record(sql, readers.facts, readers.texts, game);
  if (!record) return;
  auto played = moves.begin();
  for (MoveNote& note : record->reader->notes(record->index)) {
    while (played != moves.end() && played->ply < note.ply) ++played;
    if (played != moves.end() && played->ply == note.ply) played->note = std::move(note);
  }
}

/// Words, clocks and values cost a parse of the record: they are read when they are asked for.
class MoveRows final : public ListedRows<PlayedMove> {
 public:
  MoveRows(SqlConnection& sql, StoreReaders& readers, GameId game)
      : ListedRows(moves_of(readers, game)),
        sql_(sql),
        readers_(readers),
        game_(game),
        game_type_(readers.positions.game_type(game)) {}

  void value(int column, sqlite3_context* context) override {
    switch (column) {
      case ply:
        return give(context, row().ply);
      case seat:
        return give(context, row().seat);
      case move:
        return give(context, row().text + row().bonus);
      case mover:
        return give(context, mover_text(game_type_, row().seat));
      default:
        return note_value(column, context);
    }
  }

 private:
  void note_value(int column, sqlite3_context* context) {
    if (!std::exchange(has_notes_, true)) add_notes(sql_, readers_, game_, rows_);
    const MoveNote& note = row().note;
    switch (column) {
      case seconds_spent:
        return give(context, note.seconds_spent);
      case seconds_left:
        return give(context, note.seconds_left);
      case name:
        return give_text(context, note.name);
      case comment:
        return give_text(context, note.comment);
      case value_of:
        return give(context, note.value);
      default:
        return give_text(context, note.annotations);
    }
  }

  SqlConnection& sql_;
  StoreReaders& readers_;
  GameId game_;
  GameType game_type_;
  bool has_notes_ = false;
};

std::unique_ptr<Rows> open_moves(SqlConnection& sql, StoreReaders& readers,
                                 sqlite3_value* game_id) {
  return std::make_unique<MoveRows>(sql, readers, GameId{sqlite3_value_int64(game_id)});
}

}  // namespace

constexpr TableFunction kMovesFunction = {
    "ludex_moves",
    "CREATE TABLE x(ply INTEGER, seat INTEGER, move TEXT, seconds_spent REAL, seconds_left REAL, "
    "name TEXT, comment TEXT, value REAL, annotations TEXT, mover TEXT, game INTEGER HIDDEN)",
    10, open_moves};

}  // namespace ludex

#include "games/api/game_rules.hpp"
#include "query/explore/mover.hpp"
#include "query/rows/game_record.hpp"
#include "sql/functions.hpp"
#include "sql/store_readers.hpp"

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <utility>
#include <vector>

namespace ludex {
namespace {

enum Column {
  ply,
  seat,
  move,
  seconds_spent,
  seconds_left,
  name,
  comment,
  value_of_position,
  annotations,
  mover
};

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

void give_number(sqlite3_context* context, const std::optional<double>& number) {
  if (number) sqlite3_result_double(context, *number);
}

/// Words, clocks and values cost a parse of the record: they are read when they are asked for.
class MoveRows final : public Rows {
 public:
  MoveRows(SqlConnection& sql, StoreReaders& readers, GameId game)
      : sql_(sql),
        readers_(readers),
        game_(game),
        game_type_(readers.positions.game_type(game)),
        moves_(moves_of(readers, game)) {}

  bool next() override { return ++place_ <= moves_.size(); }

  void value(int column, sqlite3_context* context) override {
    const PlayedMove& row = moves_[place_ - 1];
    switch (column) {
      case ply:
        return give(context, std::int64_t{row.ply});
      case seat:
        return give(context, std::int64_t{row.seat});
      case move:
        return give(context, row.text + row.bonus);
      case mover:
        return give(context, mover_text(game_type_, row.seat));
      default:
        return note_value(column, context);
    }
  }

 private:
  void note_value(int column, sqlite3_context* context) {
    if (!std::exchange(has_notes_, true)) add_notes(sql_, readers_, game_, moves_);
    const MoveNote& note = moves_[place_ - 1].note;
    switch (column) {
      case seconds_spent:
        return give_number(context, note.seconds_spent);
      case seconds_left:
        return give_number(context, note.seconds_left);
      case name:
        return give_text(context, note.name);
      case comment:
        return give_text(context, note.comment);
      case value_of_position:
        return give_number(context, note.value);
      default:
        return give_text(context, note.annotations);
    }
  }

  SqlConnection& sql_;
  StoreReaders& readers_;
  GameId game_;
  GameType game_type_;
  std::vector<PlayedMove> moves_;
  bool has_notes_ = false;
  std::size_t place_ = 0;
};

std::unique_ptr<Rows> open(SqlConnection& sql, StoreReaders& readers,
                           std::span<sqlite3_value* const> arguments) {
  const auto game = static_cast<GameId>(sqlite3_value_int64(arguments[0]));
  return std::make_unique<MoveRows>(sql, readers, game);
}

}  // namespace

const TableFunction& moves_function() {
  static constexpr TableFunction kFunction = {
      "ludex_moves",
      "CREATE TABLE x(ply INTEGER, seat INTEGER, move TEXT, seconds_spent REAL, seconds_left REAL, "
      "name TEXT, comment TEXT, value REAL, annotations TEXT, mover TEXT, game INTEGER HIDDEN)",
      10,
      1,
      1,
      open};
  return kFunction;
}

}  // namespace ludex

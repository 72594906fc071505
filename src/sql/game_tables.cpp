#include "games/api/game_rules.hpp"
#include "query/rows/game_record.hpp"
#include "query/search/game_positions.hpp"
#include "sql/table_function.hpp"

#include <cstdint>
#include <string>
#include <utility>
#include <vector>

// ludex_moves(), ludex_comments() and ludex_marks(): what a game and the nodes of its record say.

namespace ludex {
namespace {

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
  enum { ply, seat, move, seconds_spent, seconds_left, name, comment, value_of, notes, mover };
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
                                 const Arguments& arguments) {
  sqlite3_value* const game_id = arguments[0];
  return std::make_unique<MoveRows>(sql, readers, GameId{sqlite3_value_int64(game_id)});
}

class CommentRows final : public ListedRows<NodeComment> {
 public:
  using ListedRows::ListedRows;

  void value(int column, sqlite3_context* context) override {
    enum { node, ply, name, comment };
    switch (column) {
      case node:
        return give(context, row().node);
      case ply:
        return give(context, row().ply);
      case name:
        return give_text(context, row().name);
      default:
        return give_text(context, row().comment);
    }
  }
};

std::unique_ptr<Rows> open_comments(SqlConnection& sql, StoreReaders& readers,
                                    const Arguments& arguments) {
  sqlite3_value* const game_id = arguments[0];
  const auto record = find_game_record(sql, readers, game_id);
  return std::make_unique<CommentRows>(record ? record->reader->comments(record->index)
                                              : std::vector<NodeComment>());
}

/// A rectangle gives a row for each of its points, one after the other: a few bytes of a record may
/// name half a million of them.
class MarkRows final : public Rows {
 public:
  MarkRows(std::vector<NodeMark> marks, const GameRules* rules, BoardSize size)
      : marks_(std::move(marks)), rules_(rules), size_(size) {}

  bool next() override {
    if (place_ > 0 && next_point()) return true;
    if (place_ == marks_.size()) return false;
    const NodeMark& mark = marks_[place_++];
    if (mark.points) {
      x_ = mark.points->left;
      y_ = mark.points->top;
    }
    return true;
  }

  void value(int column, sqlite3_context* context) override {
    enum { node, ply, ident, point, to_point, text };
    const NodeMark& row = marks_[place_ - 1];
    switch (column) {
      case node:
        return give(context, row.node);
      case ply:
        return give(context, row.ply);
      case ident:
        return give(context, row.ident);
      case point:
        return row.points ? give(context, point_text(at(x_, y_))) : void();
      case to_point:
        return row.to_point ? give(context, point_text(*row.to_point)) : void();
      default:
        return give_text(context, row.text);
    }
  }

 private:
  [[nodiscard]] Point at(int x, int y) const { return static_cast<Point>(y * size_.width + x); }

  [[nodiscard]] std::string point_text(Point place) const {
    return rules_->move_text({MoveKind::stone, Player::first, place}, size_);
  }

  /// Row by row. \returns false behind the last point.
  bool next_point() {
    const NodeMark& mark = marks_[place_ - 1];
    if (!mark.points) return false;
    if (++x_ <= mark.points->right) return true;
    x_ = mark.points->left;
    return ++y_ <= mark.points->bottom;
  }

  std::vector<NodeMark> marks_;
  const GameRules* rules_;  // there where a mark has a point
  BoardSize size_;
  std::size_t place_ = 0;
  int x_ = 0;  // of the point of the row
  int y_ = 0;
};

std::unique_ptr<Rows> open_marks(SqlConnection& sql, StoreReaders& readers,
                                 const Arguments& arguments) {
  sqlite3_value* const game_id = arguments[0];
  const auto record = find_game_record(sql, readers, game_id);
  if (!record) return std::make_unique<MarkRows>(std::vector<NodeMark>(), nullptr, BoardSize{});
  const GameInfo& info = record->reader->info(record->index);
  return std::make_unique<MarkRows>(record->reader->marks(record->index), find_rules(info.game),
                                    info.size);
}

}  // namespace

constexpr TableFunction kMovesFunction = {
    "ludex_moves",
    "CREATE TABLE x(ply INTEGER, seat INTEGER, move TEXT, seconds_spent REAL, seconds_left REAL, "
    "name TEXT, comment TEXT, value REAL, annotations TEXT, mover TEXT, game INTEGER HIDDEN)",
    10, open_moves};

constexpr TableFunction kCommentsFunction = {
    "ludex_comments",
    "CREATE TABLE x(node INTEGER, ply INTEGER, name TEXT, comment TEXT, of_game INTEGER HIDDEN)", 4,
    open_comments};

constexpr TableFunction kMarksFunction = {
    "ludex_marks",
    "CREATE TABLE x(node INTEGER, ply INTEGER, ident TEXT, point TEXT, to_point TEXT, text TEXT, "
    "of_game INTEGER HIDDEN)",
    6, open_marks};

}  // namespace ludex

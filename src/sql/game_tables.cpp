#include "games/api/game_rules.hpp"
#include "query/rows/game_moves.hpp"
#include "query/rows/game_record.hpp"
#include "query/search/game_positions.hpp"
#include "sql/table_function.hpp"

#include <cstdint>
#include <string>
#include <utility>
#include <vector>

// ludex_moves(), ludex_comments() and ludex_marks(): the contents of a game and of the nodes of its
// record.

namespace ludex {
namespace {

/// Comments, clocks and values need a parse of the record, so they are read only on demand.
class MoveRows final : public ListedRows<PlayedPly> {
 public:
  MoveRows(SqlConnection& sql, StoreReaders& readers, GameId game, std::vector<PlayedPly> plies)
      : ListedRows(std::move(plies)), sql_(sql), readers_(readers), game_(game) {}

  void value(int column, sqlite3_context* context) override {
    switch (column) {
      case ply:
        return give(context, row().ply);
      case seat:
        return give(context, row().seat);
      case move:
        return give(context, row().move);
      case mover:
        return give(context, row().mover);
      case points:
        return give(context, row().score);
      case rack:
        return give_text(context, row().rack);
      default:
        return note_value(column, context);
    }
  }

 private:
  enum {
    ply,
    seat,
    move,
    seconds_spent,
    seconds_left,
    name,
    comment,
    value_of,
    notes,
    mover,
    points,
    rack
  };
  void note_value(int column, sqlite3_context* context) {
    if (!std::exchange(has_notes_, true)) add_notes();
    const PlayedPly& note = row();
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

  void add_notes() {
    const auto record = read_game_record(sql_, readers_.facts, readers_.texts, game_);
    if (record) add_move_notes(*record, rows_);
  }

  SqlConnection& sql_;
  StoreReaders& readers_;
  GameId game_;
  bool has_notes_ = false;
};

std::unique_ptr<Rows> open_moves(SqlConnection& sql, StoreReaders& readers,
                                 const Arguments& arguments) {
  const GameId game{sqlite3_value_int64(arguments[0])};
  const auto read = [&](std::uint32_t last) {
    return read_plies(readers.positions, readers.facts, game, PliesWanted::moves_of_main_line,
                      last);
  };
  if (arguments[1] == nullptr) {
    return std::make_unique<MoveRows>(sql, readers, game, read(kLastPly));
  }
  std::vector<PlayedPly> plies;
  const std::int64_t ply = sqlite3_value_int64(arguments[1]);
  if (ply >= 0 && ply < kLastPly) plies = read(static_cast<std::uint32_t>(ply));
  std::erase_if(plies, [&](const PlayedPly& one) { return one.ply != ply; });
  return std::make_unique<MoveRows>(sql, readers, game, std::move(plies));
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

/// A rectangle gives one row per point, produced one at a time, because a few bytes of a record can
/// name half a million points.
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

  /// Moves to the next row. \returns false after the last point.
  bool next_point() {
    const NodeMark& mark = marks_[place_ - 1];
    if (!mark.points) return false;
    if (++x_ <= mark.points->right) return true;
    x_ = mark.points->left;
    return ++y_ <= mark.points->bottom;
  }

  std::vector<NodeMark> marks_;
  const GameRules* rules_;  // set if a mark has a point
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
    "name TEXT, comment TEXT, value REAL, annotations TEXT, mover TEXT, points INTEGER, rack TEXT, "
    "game INTEGER HIDDEN, at_ply INTEGER HIDDEN)",
    12, open_moves, 2};

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

#include "games/api/game_rules.hpp"
#include "sql/table_function.hpp"

#include <string>

// ludex_comments() and ludex_marks(): what the nodes of a game's record say.

namespace ludex {
namespace {

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
                                    sqlite3_value* game_id) {
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
                                 sqlite3_value* game_id) {
  const auto record = find_game_record(sql, readers, game_id);
  if (!record) return std::make_unique<MarkRows>(std::vector<NodeMark>(), nullptr, BoardSize{});
  const GameInfo& info = record->reader->info(record->index);
  return std::make_unique<MarkRows>(record->reader->marks(record->index), find_rules(info.game),
                                    info.size);
}

}  // namespace

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

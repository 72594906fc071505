#include "query/rows/game_record.hpp"
#include "sql/functions.hpp"
#include "sql/store_readers.hpp"

#include <cstddef>
#include <vector>

namespace ludex {
namespace {

enum Column { node, ply, name, comment };

class CommentRows final : public Rows {
 public:
  explicit CommentRows(std::vector<NodeComment> comments) : comments_(std::move(comments)) {}

  bool next() override { return ++place_ <= comments_.size(); }

  void value(int column, sqlite3_context* context) override {
    const NodeComment& row = comments_[place_ - 1];
    switch (column) {
      case node:
        return give(context, std::int64_t{row.node});
      case ply:
        return row.ply ? give(context, std::int64_t{*row.ply}) : void();
      case name:
        return give_text(context, row.name);
      default:
        return give_text(context, row.comment);
    }
  }

 private:
  std::vector<NodeComment> comments_;
  std::size_t place_ = 0;
};

std::unique_ptr<Rows> open(SqlConnection& sql, StoreReaders& readers,
                           std::span<sqlite3_value* const> arguments) {
  const auto record = find_game_record(sql, readers, arguments[0]);
  return std::make_unique<CommentRows>(record ? record->reader->comments(record->index)
                                              : std::vector<NodeComment>());
}

}  // namespace

const TableFunction& comments_function() {
  static constexpr TableFunction kFunction = {
      "ludex_comments",
      "CREATE TABLE x(node INTEGER, ply INTEGER, name TEXT, comment TEXT, of_game INTEGER HIDDEN)",
      4,
      1,
      1,
      open};
  return kFunction;
}

}  // namespace ludex

#include "games/api/game_rules.hpp"
#include "games/api/orientation.hpp"
#include "query/search/game_positions.hpp"
#include "query/search/position_search.hpp"
#include "sql/functions.hpp"

#include <cstddef>
#include <vector>

namespace ludex {
namespace {

enum Column { game_id, ply, orientation, next_move };

/// All hits, found at once: some 40 bytes each.
class PositionRows final : public Rows {
 public:
  PositionRows(SqlConnection& sql, std::string_view position) : positions_(sql) {
    PositionSearch search(sql);
    search.for_each_game(read_position(sql, position), nullptr,
                         [&](std::span<const PositionHit> hits) {
                           hits_.insert(hits_.end(), hits.begin(), hits.end());
                           return true;
                         });
  }

  bool next() override { return ++place_ <= hits_.size(); }

  void value(int column, sqlite3_context* context) override {
    const PositionHit& hit = hits_[place_ - 1];
    switch (column) {
      case game_id:
        return give(context, raw(hit.game));
      case ply:
        return give(context, std::int64_t{hit.ply});
      case orientation:
        return give(context, orientation_text(hit.match));
      default:
        if (hit.next_move) give(context, move_text(hit));
    }
  }

 private:
  [[nodiscard]] static std::string orientation_text(const Match& match) {
    std::string text(orientation_name(match.orientation));
    return match.colors_swapped ? text + "+swap-colors" : text;
  }

  [[nodiscard]] std::string move_text(const PositionHit& hit) {
    const GameRules* const rules = find_rules(positions_.game_type(hit.game));
    return rules->move_text(*hit.next_move, positions_.size(hit.game));
  }

  GamePositions positions_;
  std::vector<PositionHit> hits_;
  std::size_t place_ = 0;
};

std::unique_ptr<Rows> open(SqlConnection& sql, StoreReaders&,
                           std::span<sqlite3_value* const> arguments) {
  return std::make_unique<PositionRows>(sql, text_of(arguments[0]).value_or(""));
}

}  // namespace

const TableFunction& positions_function() {
  static constexpr TableFunction kFunction = {
      "ludex_positions",
      "CREATE TABLE x(game_id INTEGER, ply INTEGER, orientation TEXT, next_move TEXT, "
      "position TEXT HIDDEN)",
      4,
      1,
      1,
      open};
  return kFunction;
}

}  // namespace ludex

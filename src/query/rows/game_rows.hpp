#pragma once

#include "ludex/game.hpp"
#include "ludex/types.hpp"
#include "query/filter/game_query.hpp"
#include "store/database.hpp"
#include "store/sql/sql_statement.hpp"

#include <cstdint>
#include <memory>
#include <string>
#include <variant>
#include <vector>

namespace ludex {

[[nodiscard]] inline bool is_null(const Value& value) {
  return std::holds_alternative<std::monostate>(value);
}

/// Less than 0, 0 or more: numbers by value, text bytewise, numbers before text, NULL last either
/// way.
[[nodiscard]] int compare_values(const Value& a, const Value& b, bool descending = false);

/// Reads rows of the view `games`, without the view: its joins cost some 20 us a row. Rows come
/// from blocks of 32 games; names that repeat are read once.
class GameRows {
 public:
  /// \throws UsageError for a column that the view does not have.
  GameRows(Database& database, std::vector<std::string> columns);
  ~GameRows();

  [[nodiscard]] const std::vector<std::string>& columns() const { return columns_; }
  /// Fills `row` with one value a column; false if there is no such game. Cost: some 3 us for all
  /// columns of scattered games; least with ids that ascend and with a `row` that held another one
  /// before.
  bool read(GameId game, std::vector<Value>& row);
  /// The same, but goes on from the block of the last row. Within a ReadTransaction, before whose
  /// end release() is called.
  bool read_on(GameId game, std::vector<Value>& row);
  void release();

 private:
  class Reader;
  std::vector<std::string> columns_;
  std::unique_ptr<Reader> reader_;
};

/// Shows the rows of found games one after the other. No lock is held while `visit` works.
/// Memory: some 100 rows, and the sort columns of all of them, if they are sorted. \throws
/// UsageError for an unknown column.
void list_games(Database& database, const FoundGames& found, const Listing& listing,
                const RowVisitor& visit);

/// The same, row by row. `database` and `found` must outlive it.
[[nodiscard]] std::unique_ptr<GameRange::Rows> open_listing(Database& database,
                                                            const FoundGames& found,
                                                            Listing listing);

/// The ids of found games in the order of `sort`, ties by id: the first `count` of them. Beside the
/// columns of the view, games found by a position have `ply`, of the first hit, and `hits`.
/// Cost: days, moves and other numbers are read from facts; other columns from a row a game.
[[nodiscard]] std::vector<GameId> sorted_games(Database& database, const FoundGames& found,
                                               const std::vector<SortKey>& sort,
                                               std::int64_t count);

}  // namespace ludex

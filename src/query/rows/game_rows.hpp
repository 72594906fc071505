#pragma once

#include "core/ids.hpp"
#include "query/filter/game_query.hpp"
#include "store/database.hpp"
#include "store/sql/sql_statement.hpp"

#include <cstdint>
#include <functional>
#include <limits>
#include <memory>
#include <span>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

namespace ludex {

/// A value of a view: NULL, a whole number, a real one, or text.
using Value = std::variant<std::monostate, std::int64_t, double, std::string>;

[[nodiscard]] inline bool is_null(const Value& value) {
  return std::holds_alternative<std::monostate>(value);
}

/// The columns of the view `games`, in its order.
[[nodiscard]] std::vector<std::string> game_columns();

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

/// `--sort`: a column of the view, or `ply` or `hits`. NULL comes last, either way; text is
/// compared bytewise.
struct SortKey {
  std::string column;
  bool descending = false;
  friend bool operator==(const SortKey&, const SortKey&) = default;
};

/// `date_from,-moves`. \throws UsageError
[[nodiscard]] std::vector<SortKey> parse_sort(std::string_view text);

/// Which rows are listed, and how.
struct Listing {
  std::vector<std::string> columns;  ///< of the view; empty: all
  std::vector<SortKey> sort;         ///< none: by id
  std::int64_t offset = 0;           ///< rows left out at the beginning
  std::int64_t limit = std::numeric_limits<std::int64_t>::max();
  bool with_hits = false;  ///< the columns of kHitColumns too
  bool all_hits = false;   ///< a row for each hit, not only for the first of a game
};

/// Behind the columns of the view where positions were asked for: ply, orientation (of the query on
/// the game), next_move (as on the query's board; NULL at the end of the line), and how often the
/// position occurs in the game.
inline constexpr std::string_view kHitColumns[] = {"ply", "orientation", "next_move", "hits"};

/// Gets a row: the columns asked for, then those of kHitColumns. Returns false for no more.
using RowVisitor = std::function<bool(std::span<const Value>)>;

/// Shows the rows of found games one after the other. No lock is held while `visit` works.
/// Memory: some 100 rows, and the sort columns of all of them, if they are sorted. \throws
/// UsageError for an unknown column.
void list_games(Database& database, const FoundGames& found, const Listing& listing,
                const RowVisitor& visit);

/// The ids of found games in the order of `sort`, ties by id: the first `count` of them. Beside the
/// columns of the view, games found by a position have `ply`, of the first hit, and `hits`.
/// Cost: days, moves and other numbers are read from facts; other columns from a row a game.
[[nodiscard]] std::vector<GameId> sorted_games(Database& database, const FoundGames& found,
                                               const std::vector<SortKey>& sort,
                                               std::int64_t count);

}  // namespace ludex

#pragma once

#include "ludex/game.hpp"
#include "ludex/row_text.hpp"
#include "ludex/types.hpp"
#include "query/filter/game_query.hpp"
#include "store/database.hpp"
#include "store/sql/sql_statement.hpp"

#include <cstddef>
#include <cstdint>
#include <memory>
#include <span>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

namespace ludex {

[[nodiscard]] inline bool is_null(const Value& value) {
  return std::holds_alternative<std::monostate>(value);
}

/// Less than 0, 0 or more than 0: numbers by value, text bytewise, numbers before text, NULL last
/// in both directions.
[[nodiscard]] int compare_values(const Value& a, const Value& b, bool descending = false);

/// Reads rows of the view `games` without using the view, whose joins cost about 20 us per row.
/// Rows come from blocks of 32 games; repeated names are read once.
class GameRows {
 public:
  /// \throws UsageError for a column that the view does not have.
  GameRows(Database& database, std::vector<std::string> columns);
  ~GameRows();

  [[nodiscard]] const std::vector<std::string>& columns() const { return columns_; }
  /// Fills `row` with one value per column; false if the game does not exist. Cost: about 3 us for
  /// all columns of scattered games; lowest with ascending ids and a reused `row`.
  bool read(GameId game, std::vector<Value>& row);
  /// The same, but continues from the block of the last row. Within a ReadTransaction; call
  /// release() before its end.
  bool read_on(GameId game, std::vector<Value>& row);
  void release();

 private:
  class Reader;
  std::vector<std::string> columns_;
  std::unique_ptr<Reader> reader_;
};

/// Writes rows of the view `games` as lines of text, straight from what is stored.
class GameLines {
 public:
  /// \throws UsageError for a column that the view does not have.
  GameLines(Database& database, const std::vector<std::string>& columns, LineFormat format);
  ~GameLines();

  /// Appends the line of a game with its end; false if the game does not exist. Within a
  /// ReadTransaction; call release() before its end. Cost: half a microsecond for all columns of
  /// consecutive games.
  bool append(GameId game);
  /// The same without a look at the game. \pre the only column is `id`
  void append_id(GameId game);
  void release();

  /// What was appended since the last clear().
  [[nodiscard]] std::string_view text() const;
  void clear();

 private:
  class Writer;
  template <LineFormat kFormat>
  class WriterOf;
  std::unique_ptr<Writer> writer_;
};

/// The lines of found games, a batch at a time. No lock is held between batches. Memory: one batch,
/// and the sort columns of all games if they are sorted.
class LineListing {
 public:
  /// `database` and `found` must outlive it. \pre !listing.with_hits \throws UsageError for an
  /// unknown column.
  LineListing(Database& database, const FoundGames& found, const Listing& listing,
              LineFormat format);
  ~LineListing();

  /// Reads the next batch, which may be empty; false after the last.
  [[nodiscard]] bool read();
  /// The lines of the batch, and where each of them ends.
  [[nodiscard]] std::string_view text() const;
  [[nodiscard]] std::span<const std::size_t> ends() const;

 private:
  class Batches;
  std::unique_ptr<Batches> batches_;
};

/// Visits the rows of found games one by one. No lock is held while `visit` runs. Memory: about 100
/// rows, and the sort columns of all games if they are sorted. \throws UsageError for an unknown
/// column.
void list_games(Database& database, const FoundGames& found, const Listing& listing,
                const RowVisitor& visit);

/// The same as an iterator. `database` and `found` must outlive it.
[[nodiscard]] std::unique_ptr<GameRange::Rows> open_listing(Database& database,
                                                            const FoundGames& found,
                                                            Listing listing);

/// The ids of found games in the order of `sort`, ties by id: the first `count` of them. Besides
/// the columns of the view, games found by a position have `ply` (of the first hit) and `hits`.
/// Cost: days, moves and other numbers are read from facts; other columns from one row per game.
[[nodiscard]] std::vector<GameId> sorted_games(Database& database, const FoundGames& found,
                                               const std::vector<SortKey>& sort,
                                               std::int64_t count);

}  // namespace ludex

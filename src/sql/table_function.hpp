#pragma once

#include "query/rows/game_record.hpp"
#include "query/search/game_positions.hpp"
#include "store/facts.hpp"
#include "store/record_texts.hpp"
#include "store/sql/sql_statement.hpp"

#include <sqlite3ext.h>

#include <array>
#include <concepts>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <string_view>
#include <utility>
#include <vector>

SQLITE_EXTENSION_INIT3

namespace ludex {

/// The readers of games, kept between calls because preparing them costs more than an answer.
class StoreReaders {
 public:
  /// \throws DatabaseError unless this is a Ludex database of a supported version.
  explicit StoreReaders(SqlConnection& sql);

  /// True if nothing was written since, so that cached blocks are still valid.
  [[nodiscard]] bool is_current();

  GamePositions positions;
  FactReader facts;
  RecordTexts texts;

 private:
  SqlStatement select_version_;
  std::int64_t version_;
};

/// The record of the game that the argument names; none if the game does not exist or its text was
/// not stored.
[[nodiscard]] std::optional<GameRecord> find_game_record(SqlConnection& sql, StoreReaders& readers,
                                                         sqlite3_value* game_id);

/// A text argument; none for NULL.
[[nodiscard]] std::optional<std::string_view> text_of(sqlite3_value* value);

void give(sqlite3_context* context, std::integral auto number) {
  sqlite3_result_int64(context, static_cast<sqlite3_int64>(number));
}
void give(sqlite3_context* context, double number);
void give(sqlite3_context* context, std::string_view text);
/// NULL for none.
template <class T>
void give(sqlite3_context* context, const std::optional<T>& value) {
  if (value) give(context, *value);
}
/// NULL for an empty one.
void give_text(sqlite3_context* context, std::string_view text);

/// Rows of one call of a table-valued function, one after the other.
class Rows {
 public:
  virtual ~Rows() = default;
  Rows(const Rows&) = delete;
  Rows& operator=(const Rows&) = delete;
  /// Moves to the next row, initially to the first one; false after the last.
  virtual bool next() = 0;
  /// Passes a value of the current row to SQLite; if it passes none, the value is NULL.
  virtual void value(int column, sqlite3_context* context) = 0;

 protected:
  Rows() = default;
};

/// Rows that are all computed in advance.
template <class Row>
class ListedRows : public Rows {
 public:
  explicit ListedRows(std::vector<Row> rows) : rows_(std::move(rows)) {}

  bool next() override { return ++place_ <= rows_.size(); }

 protected:
  [[nodiscard]] const Row& row() const { return rows_[place_ - 1]; }

  std::vector<Row> rows_;

 private:
  std::size_t place_ = 0;
};

/// The arguments of a call; nullptr if not given.
using Arguments = std::array<sqlite3_value*, 2>;

/// `SELECT ... FROM name(argument)`: an eponymous virtual table whose hidden columns are the
/// arguments; the first must be given.
struct TableFunction {
  const char* name;
  const char* declaration;  ///< CREATE TABLE x(columns, argument HIDDEN)
  int columns;              ///< before the arguments
  /// May throw: the message becomes that of the statement.
  std::unique_ptr<Rows> (*open)(SqlConnection& sql, StoreReaders& readers,
                                const Arguments& arguments);
  int arguments = 1;
};

/// ludex_positions(P): the occurrences of a position.
extern const TableFunction kPositionsFunction;
/// ludex_next_moves(P): the next moves at a position.
extern const TableFunction kNextMovesFunction;
/// ludex_pattern(P, options): the occurrences of a pattern.
extern const TableFunction kPatternFunction;
/// ludex_moves(game_id): the moves of the main line.
extern const TableFunction kMovesFunction;
/// ludex_comments(game_id): names and comments of all nodes.
extern const TableFunction kCommentsFunction;
/// ludex_marks(game_id): the markup of nodes.
extern const TableFunction kMarksFunction;

/// \param sql  of the connection; must live as long as the function.
/// \pre `function` lives as long. \returns a status of SQLite.
int add_table_function(const std::shared_ptr<SqlConnection>& sql, const TableFunction& function);

/// These tables, ludex_cgp(game_id, ply), ludex_record(game_id) and ludex_key(P), on a connection
/// to a database of Ludex. \returns a status of SQLite.
int add_sql_functions(const std::shared_ptr<SqlConnection>& sql);

}  // namespace ludex

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

/// What reads games, kept from call to call: preparing it costs more than an answer.
class StoreReaders {
 public:
  /// \throws DatabaseError unless this is a database of Ludex, of a version known here.
  explicit StoreReaders(SqlConnection& sql);

  /// Whether nobody has written since: what is kept of blocks is what they hold.
  [[nodiscard]] bool is_current();

  GamePositions positions;
  FactReader facts;
  RecordTexts texts;

 private:
  SqlStatement select_version_;
  std::int64_t version_;
};

/// The record of the game that an argument of a function names; none where it is no answer, or its
/// text was not kept.
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
  /// Goes to the next row, at first to the first one; false behind the last.
  virtual bool next() = 0;
  /// Hands over a value of the row it stands on; nothing handed over is NULL.
  virtual void value(int column, sqlite3_context* context) = 0;

 protected:
  Rows() = default;
};

/// Rows that are all there from the beginning.
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

/// The arguments of a call; nullptr for one that is not given.
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

/// ludex_positions(P): where a position occurs.
extern const TableFunction kPositionsFunction;
/// ludex_next_moves(P): what was played there.
extern const TableFunction kNextMovesFunction;
/// ludex_pattern(P, options): where a part of a board occurs.
extern const TableFunction kPatternFunction;
/// ludex_moves(game_id): the moves of the main line.
extern const TableFunction kMovesFunction;
/// ludex_comments(game_id): names and comments of all nodes.
extern const TableFunction kCommentsFunction;
/// ludex_marks(game_id): markup and what else nodes add to their positions.
extern const TableFunction kMarksFunction;

/// \param sql  of the connection; kept as long as the function is there.
/// \pre `function` lives as long. \returns a status of SQLite.
int add_table_function(const std::shared_ptr<SqlConnection>& sql, const TableFunction& function);

/// These tables, ludex_cgp(game_id, ply), ludex_record(game_id) and ludex_key(P), on a connection
/// to a database of Ludex. \returns a status of SQLite.
int add_sql_functions(const std::shared_ptr<SqlConnection>& sql);

}  // namespace ludex

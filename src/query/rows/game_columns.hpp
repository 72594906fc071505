#pragma once

#include "query/rows/game_rows.hpp"
#include "store/game_columns.hpp"
#include "store/row_block.hpp"
#include "store/sql/sql_statement.hpp"
#include "store/text_dictionary.hpp"

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

namespace ludex {

/// The stored fields of one game, and the texts whose ids stand in them.
class GameTables {
 public:
  explicit GameTables(SqlConnection& sql);

  /// False if there is no such game, or its source is hidden.
  [[nodiscard]] bool find(GameId game);
  /// Leaves the row.
  void reset() { rows_.reset(); }

  [[nodiscard]] GameId game() const { return game_; }
  [[nodiscard]] const RowFields& row() const { return rows_.fields(); }
  /// The text whose id stands in the column's field. \pre it has a dictionary
  [[nodiscard]] std::optional<std::string_view> text(const GameColumn& column);
  /// Names of all seats, `, ` between them; nothing where there are none. For games that keep their
  /// players in the table `seat` only.
  [[nodiscard]] std::optional<std::string> seat_names();

 private:
  SqlConnection& sql_;
  GameId game_ = GameId::none;
  RowReader rows_;
  TextCache names_, phrases_, sources_, members_;
  std::optional<SqlStatement> seats_;
};

/// Makes the value of a column of the view `games` from the fields of a game.
using ColumnReader = void (*)(GameTables& tables, const GameColumn& column, Value& value);

/// They give what the view gives, value by value; a test compares them. \pre the column is shown
[[nodiscard]] ColumnReader reader_of(const GameColumn& column);

}  // namespace ludex

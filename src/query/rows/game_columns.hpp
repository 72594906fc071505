#pragma once

#include "query/rows/game_rows.hpp"
#include "query/rows/text_cache.hpp"
#include "store/row_block.hpp"
#include "store/sql/sql_statement.hpp"

#include <array>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>

namespace ludex {

/// What the columns of a game are made of: the fields of its row, and the texts whose ids stand in
/// them.
class GameTables {
 public:
  explicit GameTables(SqlConnection& sql);

  /// False if there is no such game, or its source is hidden.
  [[nodiscard]] bool step_to(GameId game);
  /// Leaves the row.
  void reset() { rows_.reset(); }

  [[nodiscard]] GameId game() const { return game_; }
  [[nodiscard]] const RowFields& row() const { return rows_.fields(); }
  [[nodiscard]] std::optional<std::string_view> name(std::size_t field) {
    return names_.find(row().integer(field));
  }
  [[nodiscard]] std::optional<std::string_view> phrase(std::size_t field) {
    return phrases_.find(row().integer(field));
  }
  [[nodiscard]] std::optional<std::string_view> source(std::size_t field) {
    return sources_.find(row().integer(field));
  }
  [[nodiscard]] std::optional<std::string_view> member(std::size_t field) {
    return members_.find(row().integer(field));
  }
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

/// Of kRowFields.
using FieldPlaces = std::array<std::size_t, 3>;

/// A column of the view `games`: the fields it needs, and what it makes of them.
struct GameColumn {
  std::string_view name;
  FieldPlaces fields;
  void (*read)(GameTables& tables, const FieldPlaces& at, Value& value);
};

/// In the order of the view. They give what the view gives, value by value; a test compares them.
[[nodiscard]] std::span<const GameColumn> all_game_columns();

}  // namespace ludex

#pragma once

#include "ludex/query/game_rows.hpp"
#include "query/row_statement.hpp"
#include "query/text_cache.hpp"

#include <SQLiteCpp/SQLiteCpp.h>

#include <array>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>

namespace ludex {

/// What the columns of a game are made of: its row of `game` (g) joined to that of `record` (r),
/// and the texts whose ids stand in them.
class GameTables {
 public:
  /// \param fields  columns of g and r, as "g.black".
  GameTables(SQLite::Database& sql, std::span<const std::string_view> fields);

  /// False if there is no such game, or its source is hidden. \pre the first field is g.source_id
  [[nodiscard]] bool step_to(std::int64_t game);
  /// Leaves the row.
  void reset() { row_.reset(); }

  [[nodiscard]] const RowStatement& row() const { return row_; }
  [[nodiscard]] std::optional<std::string_view> name(int field) {
    return names_.find(row_.integer(field));
  }
  [[nodiscard]] std::optional<std::string_view> phrase(int field) {
    return phrases_.find(row_.integer(field));
  }
  [[nodiscard]] std::optional<std::string_view> source(int field) {
    return sources_.find(row_.integer(field));
  }
  [[nodiscard]] std::optional<std::string_view> member(int field) {
    return members_.find(row_.integer(field));
  }
  /// Names of all seats, `, ` between them; nothing where there are none. For games that keep their
  /// players in the table `seat` only.
  [[nodiscard]] std::optional<std::string> seat_names(std::int64_t game);

 private:
  SQLite::Database& sql_;
  RowStatement row_;
  TextCache names_, phrases_, sources_, members_;
  std::optional<RowStatement> seats_;
};

/// Where the fields of a column stand among those of GameTables.
inline constexpr std::size_t kMostFields = 4;
using FieldPlaces = std::array<int, kMostFields>;

/// A column of the view `games`: the fields it needs, and what it makes of them.
struct GameColumn {
  std::string_view name;
  std::array<std::string_view, kMostFields> fields;
  void (*read)(GameTables& tables, const FieldPlaces& at, Value& value);
};

/// In the order of the view. They give what the view gives, value by value; a test compares them.
[[nodiscard]] std::span<const GameColumn> all_game_columns();

}  // namespace ludex

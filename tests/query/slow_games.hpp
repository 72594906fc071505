#pragma once

#include "query/rows/game_rows.hpp"
#include "store/database.hpp"

#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <vector>

namespace ludex::test {

/// A row of the view `games`, by the names of its columns, and its properties.
struct SlowGame {
  std::map<std::string, Value> columns;
  std::vector<std::pair<std::string, std::string>> properties;
  std::optional<std::int64_t> computers;  ///< of its two players, if it says it of both

  [[nodiscard]] std::int64_t id() const { return std::get<std::int64_t>(columns.at("id")); }
  [[nodiscard]] std::optional<std::string> text(const std::string& column) const {
    const auto* const value = std::get_if<std::string>(&columns.at(column));
    return value == nullptr ? std::nullopt : std::optional(*value);
  }
  [[nodiscard]] std::optional<double> number(const std::string& column) const {
    const Value& value = columns.at(column);
    if (const auto* const whole = std::get_if<std::int64_t>(&value)) {
      return static_cast<double>(*whole);
    }
    const auto* const real = std::get_if<double>(&value);
    return real == nullptr ? std::nullopt : std::optional(*real);
  }
};

/// Everything the views `games` and `properties` show, read in plain SQL.
inline std::vector<SlowGame> read_slowly(SqlConnection& sql) {
  std::vector<SlowGame> games;
  std::map<std::int64_t, std::size_t> place_of;
  SqlStatement select(sql, "SELECT * FROM games ORDER BY id");
  while (select.step()) {
    SlowGame game;
    for (int i = 0; i < select.columns(); ++i) {
      Value value;
      if (select.type(i) == SqlType::integer) value = select.integer(i);
      if (select.type(i) == SqlType::real) value = select.real(i);
      if (select.type(i) == SqlType::text) value = select.string(i);
      game.columns[select.column_name(i)] = value;
    }
    place_of[game.id()] = games.size();
    games.push_back(std::move(game));
  }
  SqlStatement properties(sql, "SELECT game_id, ident, value FROM properties");
  while (properties.step()) {
    games[place_of.at(properties.integer(0))].properties.emplace_back(properties.string(1),
                                                                      properties.string(2));
  }
  SqlStatement computers(sql,
                         "SELECT game_id, sum(is_computer) FROM game_players WHERE seat <= 2 "
                         "GROUP BY game_id HAVING count(is_computer) = 2");
  while (computers.step()) {
    games[place_of.at(computers.integer(0))].computers = computers.integer(1);
  }
  return games;
}

}  // namespace ludex::test

#include "ludex/query/game_rows.hpp"

#include "ludex/core/error.hpp"
#include "query/game_columns.hpp"

#include <fmt/format.h>

#include <algorithm>

namespace ludex {
namespace {

const GameColumn& get_column(std::string_view name) {
  const auto known = all_game_columns();
  const auto* const found = std::find_if(known.data(), known.data() + known.size(),
                                         [&](const GameColumn& one) { return one.name == name; });
  if (found == known.data() + known.size()) {
    throw UsageError(fmt::format("there is no column '{}'; the columns are {}", name,
                                 fmt::join(game_columns(), ", ")));
  }
  return *found;
}

std::vector<const GameColumn*> get_columns(const std::vector<std::string>& names) {
  std::vector<const GameColumn*> columns;
  for (const std::string& name : names) columns.push_back(&get_column(name));
  return columns;
}

/// Each field that the columns need once; the source, which says whether there is a row, first.
std::vector<std::string_view> fields_of(const std::vector<const GameColumn*>& columns) {
  std::vector<std::string_view> fields = {"g.source_id"};
  for (const GameColumn* const column : columns) {
    for (const std::string_view field : column->fields) {
      const bool known = std::find(fields.begin(), fields.end(), field) != fields.end();
      if (!field.empty() && !known) fields.push_back(field);
    }
  }
  return fields;
}

FieldPlaces places_of(const GameColumn& column, const std::vector<std::string_view>& fields) {
  FieldPlaces places{};
  for (std::size_t i = 0; i < places.size(); ++i) {
    const auto found = std::find(fields.begin(), fields.end(), column.fields[i]);
    places[i] = static_cast<int>(found - fields.begin());
  }
  return places;
}

}  // namespace

class GameRows::Reader {
 public:
  Reader(SQLite::Database& sql, const std::vector<const GameColumn*>& columns)
      : Reader(sql, columns, fields_of(columns)) {}

  bool read(GameId game, std::vector<Value>& row) {
    const bool found = tables_.step_to(raw(game));
    if (found) {
      row.resize(columns_.size());
      for (std::size_t i = 0; i < columns_.size(); ++i) {
        columns_[i].column->read(tables_, columns_[i].places, row[i]);
      }
    }
    tables_.reset();
    return found;
  }

 private:
  struct PlacedColumn {
    const GameColumn* column;
    FieldPlaces places;
  };

  Reader(SQLite::Database& sql, const std::vector<const GameColumn*>& columns,
         const std::vector<std::string_view>& fields)
      : tables_(sql, fields) {
    for (const GameColumn* const column : columns) {
      columns_.push_back({column, places_of(*column, fields)});
    }
  }

  GameTables tables_;
  std::vector<PlacedColumn> columns_;
};

std::vector<std::string> game_columns() {
  std::vector<std::string> names;
  for (const GameColumn& column : all_game_columns()) names.emplace_back(column.name);
  return names;
}

GameRows::GameRows(Database& database, std::vector<std::string> columns)
    : columns_(std::move(columns)),
      reader_(std::make_unique<Reader>(database.sql(), get_columns(columns_))) {}

GameRows::~GameRows() = default;

bool GameRows::read(GameId game, std::vector<Value>& row) { return reader_->read(game, row); }

}  // namespace ludex

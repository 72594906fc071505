#include "query/rows/game_rows.hpp"

#include "core/error.hpp"
#include "query/rows/game_columns.hpp"

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

}  // namespace

class GameRows::Reader {
 public:
  Reader(SqlConnection& sql, std::vector<const GameColumn*> columns)
      : tables_(sql), columns_(std::move(columns)) {}

  bool read(GameId game, std::vector<Value>& row) {
    if (!tables_.step_to(game)) return false;
    row.resize(columns_.size());
    for (std::size_t i = 0; i < columns_.size(); ++i) {
      columns_[i]->read(tables_, columns_[i]->fields, row[i]);
    }
    return true;
  }
  void release() { tables_.reset(); }

 private:
  GameTables tables_;
  std::vector<const GameColumn*> columns_;
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

bool GameRows::read(GameId game, std::vector<Value>& row) {
  const bool found = reader_->read(game, row);
  reader_->release();
  return found;
}

bool GameRows::read_on(GameId game, std::vector<Value>& row) { return reader_->read(game, row); }

void GameRows::release() { reader_->release(); }

}  // namespace ludex

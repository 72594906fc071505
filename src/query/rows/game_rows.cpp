#include "query/rows/game_rows.hpp"

#include "ludex/error.hpp"
#include "query/rows/game_columns.hpp"

#include <fmt/format.h>

#include <utility>

namespace ludex {
namespace {

struct Column {
  const GameColumn* is;
  ColumnReader read;
};

std::vector<Column> get_columns(const std::vector<std::string>& names) {
  std::vector<Column> columns;
  for (const std::string& name : names) {
    const GameColumn* const column = find_column(name);
    if (column == nullptr || !column->is_shown()) {
      throw UsageError(fmt::format("there is no column '{}'; the columns are {}", name,
                                   fmt::join(game_columns(), ", ")));
    }
    columns.push_back({column, reader_of(*column)});
  }
  return columns;
}

}  // namespace

class GameRows::Reader {
 public:
  Reader(SqlConnection& sql, std::vector<Column> columns)
      : tables_(sql), columns_(std::move(columns)) {}

  bool read(GameId game, std::vector<Value>& row) {
    if (!tables_.find(game)) return false;
    row.resize(columns_.size());
    for (std::size_t i = 0; i < columns_.size(); ++i) {
      columns_[i].read(tables_, *columns_[i].is, row[i]);
    }
    return true;
  }
  void release() { tables_.reset(); }

 private:
  GameTables tables_;
  std::vector<Column> columns_;
};

std::vector<std::string> game_columns() {
  std::vector<std::string> names;
  for (const GameColumn& column : kGameColumns) {
    if (column.is_shown()) names.emplace_back(column.name);
  }
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

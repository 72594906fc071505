#include "support/stored_rows.hpp"

#include "store/row_block.hpp"

#include <fmt/format.h>
#include <gtest/gtest.h>

#include <string>
#include <vector>

namespace ludex::test {
namespace {

void expect_field(const SQLite::Column& column, std::size_t field, const RowFields& fields) {
  ASSERT_EQ(fields.is_null(field), column.isNull());
  switch (kFields[field]->type) {
    case ColumnType::integer:
      EXPECT_EQ(fields.integer(field), column.getInt64());
      break;
    case ColumnType::real:
      EXPECT_EQ(fields.real(field), column.getDouble());
      break;
    case ColumnType::text:
    case ColumnType::blob:
      EXPECT_EQ(fields.bytes(field), column.getString());
      break;
  }
}

/// Ids of the games that have a row in a block.
std::vector<std::int64_t> ids_in_blocks(SQLite::Database& sql) {
  std::vector<std::int64_t> ids;
  SQLite::Statement select(sql, "SELECT id, data FROM row_block ORDER BY id");
  while (select.executeStep()) {
    const std::string data = select.getColumn(1).getString();
    const RowBlockView rows(data);
    for (std::int64_t i = 0; i < kGamesPerRowBlock; ++i) {
      if (rows.row(static_cast<std::size_t>(i)).empty()) continue;
      ids.push_back(select.getColumn(0).getInt64() * kGamesPerRowBlock + 1 + i);
    }
  }
  return ids;
}

}  // namespace

void expect_blocks_of_the_tables(Database& database) {
  std::string names;
  for (std::size_t i = 0; i < kRowFieldCount; ++i) names += ", " + sql_name(*kFields[i]);
  SQLite::Statement select(
      database.sql(),
      "SELECT game.id" + names +
          " FROM game LEFT JOIN record ON record.id = game.record_id ORDER BY game.id");
  RowReader rows(database.sql());
  std::vector<std::int64_t> ids;
  while (select.executeStep()) {
    ids.push_back(select.getColumn(0).getInt64());
    ASSERT_TRUE(rows.find(static_cast<GameId>(ids.back()))) << "game " << ids.back();
    for (std::size_t field = 0; field < kRowFieldCount; ++field) {
      SCOPED_TRACE(fmt::format("{} of game {}", kFields[field]->name, ids.back()));
      expect_field(select.getColumn(static_cast<int>(field) + 1), field, rows.fields());
    }
  }
  EXPECT_EQ(ids_in_blocks(database.sql()), ids);
}

}  // namespace ludex::test

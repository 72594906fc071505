#include "support/stored_rows.hpp"

#include "store/row_block.hpp"

#include <fmt/format.h>
#include <gtest/gtest.h>

#include <string>
#include <vector>

namespace ludex::test {
namespace {

void expect_field(const SqlStatement& row, std::size_t field, const RowFields& fields) {
  const int column = static_cast<int>(field) + 1;
  ASSERT_EQ(fields.is_null(field), row.is_null(column));
  switch (kFields[field]->type) {
    case ColumnType::integer:
      EXPECT_EQ(fields.integer(field), row.integer(column));
      break;
    case ColumnType::real:
      EXPECT_EQ(fields.real(field), row.real(column));
      break;
    case ColumnType::text:
    case ColumnType::blob:
      EXPECT_EQ(fields.bytes(field), row.bytes(column));
      break;
  }
}

/// Ids of the games that have a row in a block.
std::vector<std::int64_t> ids_in_blocks(SqlConnection& sql) {
  std::vector<std::int64_t> ids;
  SqlStatement select(sql, "SELECT id, data FROM row_block ORDER BY id");
  while (select.step()) {
    const std::string data = select.string(1);
    const RowBlockView rows(data);
    for (std::int64_t i = 0; i < kGamesPerRowBlock; ++i) {
      if (rows.row(static_cast<std::size_t>(i)).empty()) continue;
      ids.push_back(select.integer(0) * kGamesPerRowBlock + 1 + i);
    }
  }
  return ids;
}

}  // namespace

void expect_blocks_of_the_tables(Database& database) {
  std::string names;
  for (std::size_t i = 0; i < kRowFieldCount; ++i) names += ", " + sql_name(*kFields[i]);
  SqlStatement select(database.sql(),
                      "SELECT game.id" + names +
                          " FROM game LEFT JOIN record ON record.id = game.record_id "
                          "ORDER BY game.id");
  RowReader rows(database.sql());
  std::vector<std::int64_t> ids;
  while (select.step()) {
    ids.push_back(select.integer(0));
    ASSERT_TRUE(rows.find(static_cast<GameId>(ids.back()))) << "game " << ids.back();
    for (std::size_t field = 0; field < kRowFieldCount; ++field) {
      SCOPED_TRACE(fmt::format("{} of game {}", kFields[field]->name, ids.back()));
      expect_field(select, field, rows.fields());
    }
  }
  EXPECT_EQ(ids_in_blocks(database.sql()), ids);
}

}  // namespace ludex::test

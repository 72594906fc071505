#include "store/game_columns.hpp"

#include "support/made_database.hpp"
#include "support/places.hpp"

#include <gtest/gtest.h>

#include <fstream>
#include <map>
#include <set>
#include <sstream>

namespace ludex {
namespace {

std::string sql_type(const GameColumn& column) {
  switch (column.type) {
    case ColumnType::integer:
      return "INTEGER";
    case ColumnType::real:
      return "REAL";
    case ColumnType::text:
      return "TEXT";
    case ColumnType::blob:
      break;
  }
  return "BLOB";
}

/// Column and type, as the tables of a new database have them.
std::set<std::pair<std::string, std::string>> columns_of(SqlConnection& sql,
                                                         const std::string& table) {
  std::set<std::pair<std::string, std::string>> columns;
  SqlStatement select(sql, "SELECT name, type FROM pragma_table_info(?)");
  select.bind(1, table);
  while (select.step()) columns.emplace(select.string(0), select.string(1));
  return columns;
}

TEST(GameColumns, AreThoseOfTheTables) {
  test::MadeDatabase made;
  SqlConnection& sql = made.database().sql();
  const auto of_record = columns_of(sql, "record");
  std::set<std::pair<std::string, std::string>> of_game = {{"id", "INTEGER"}};
  for (const GameColumn& column : kGameColumns) {
    if (!column.is_stored()) continue;
    const std::pair one(std::string(column.stored_name()), sql_type(column));
    if (column.is_of_record()) {
      EXPECT_TRUE(of_record.contains(one)) << one.first;
    } else {
      of_game.insert(one);
    }
  }
  EXPECT_EQ(columns_of(sql, "game"), of_game);
}

TEST(GameColumns, HaveNamesFieldsFactsAndPropertiesOfTheirOwn) {
  std::set<std::string_view> names, properties;
  std::set<int> fields, facts;
  for (const GameColumn& column : kGameColumns) {
    EXPECT_TRUE(names.insert(column.name).second) << column.name;
    if (column.is_stored()) {
      EXPECT_TRUE(fields.insert(column.field).second) << column.name;
    }
    if (column.fact.exists()) {
      EXPECT_TRUE(facts.insert(static_cast<int>(column.fact.fact)).second) << column.name;
    }
    for (const std::string_view property : column.properties) {
      if (property.empty()) continue;
      EXPECT_TRUE(properties.insert(property).second) << property;
    }
  }
}

/// The cell `meaning` of each column in ludex-sql(7), view `games`.
std::map<std::string, std::string> documented_meanings() {
  std::ifstream file(test::sample_data() / "../../src/manual/ludex-sql.7.md");
  std::map<std::string, std::string> meanings;
  bool in_games = false;
  for (std::string line; std::getline(file, line);) {
    if (line.starts_with("### ")) in_games = line == "### games";
    if (!in_games || !line.starts_with("| `")) continue;
    const std::size_t end = line.find(" | ");
    std::istringstream names(line.substr(0, end));
    for (std::string name; names >> name;) {
      const std::size_t quote = name.find('`', 1);
      if (name.starts_with('`')) meanings[name.substr(1, quote - 1)] = line.substr(end + 3);
    }
  }
  return meanings;
}

TEST(GameColumns, AreDocumentedAsTheyDescribeThemselves) {
  const auto meanings = documented_meanings();
  std::size_t shown = 0;
  for (const GameColumn& column : kGameColumns) {
    if (!column.is_shown()) continue;
    ++shown;
    const auto found = meanings.find(std::string(column.name));
    ASSERT_NE(found, meanings.end()) << column.name;
    EXPECT_NE(found->second.find(column.meaning), std::string::npos)
        << column.name << ": " << found->second;
  }
  EXPECT_EQ(meanings.size(), shown);
}

TEST(GameColumns, FilteredOnesHaveAFact) {
  for (const FilteredColumn& filtered : kFilteredColumns) {
    const GameColumn* const column = find_column(filtered.column);
    ASSERT_NE(column, nullptr) << filtered.column;
    EXPECT_TRUE(column->fact.exists()) << filtered.column;
    EXPECT_EQ(filtered.kind == FilterKind::name, column->texts.table != Dictionary::Table::none);
  }
}

}  // namespace
}  // namespace ludex

// What statements of people may not do: everything that is not on a list.
#include "ludex/archive.hpp"
#include "ludex/error.hpp"
#include "support/places.hpp"
#include "support/temporary_folder.hpp"

#include <fmt/format.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <span>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

namespace ludex {
namespace {

class SqlListsTest : public testing::Test {
 protected:
  void SetUp() override {
    Archive(folder_.path("games.db"))
        .index({.sources = {(test::sample_data() / "boards").native()}, .threads = 1});
  }

  std::vector<std::string> column(const std::string& statement) {
    std::vector<std::string> values;
    archive_.sql(
        statement, [](const std::vector<std::string>&) {},
        [&](std::span<const Value> row) {
          values.push_back(std::get<std::string>(row[0]));
          return true;
        });
    return values;
  }
  /// The complaint about a statement; empty if there is none.
  std::string complaint(const std::string& statement) {
    try {
      archive_.sql(
          statement, [](const std::vector<std::string>&) {},
          [](std::span<const Value>) { return false; });
    } catch (const UsageError& error) {
      return error.what();
    }
    return {};
  }

  test::TemporaryFolder folder_;
  Archive archive_{folder_.path("games.db")};
};

TEST_F(SqlListsTest, DeniesFunctionsThatSqliteItselfDistrusts) {
  constexpr int kDirectOnly = 0x80000;
  const auto distrusted = column(fmt::format(
      "SELECT DISTINCT name FROM pragma_function_list WHERE flags & {} AND name NOT LIKE 'ludex%' "
      "AND name NOT IN ('->', '->>')",
      kDirectOnly));
  EXPECT_FALSE(distrusted.empty());
  for (const std::string& name : distrusted) {
    const std::string said = complaint(fmt::format("SELECT \"{}\"('a', 'b')", name));
    EXPECT_TRUE(said.find("not authorized") != std::string::npos ||
                said.find("wrong number of arguments") != std::string::npos)
        << name << ": " << said;
  }
}

TEST_F(SqlListsTest, DeniesFunctionsThatReachBeyondTheDatabase) {
  const auto known = column("SELECT DISTINCT name FROM pragma_function_list");
  for (const std::string_view call :
       {"load_extension('x')", "load_extension('x', 'y')", "fts3_tokenizer('simple')",
        "fts3_tokenizer('simple', x'00')", "sqlite_log(1, 'x')", "sqlite_offset(1)",
        "icu_load_collation('de_DE', 'x')", "rtreecheck('game')", "fts5(1)", "fts5_source_id()",
        "optimize('x')", "matchinfo('x')", "offsets('x')"}) {
    const std::string name(call.substr(0, call.find('(')));
    if (std::ranges::find(known, name) == known.end()) continue;  // not in this SQLite
    EXPECT_EQ(complaint(fmt::format("SELECT {}", call)),
              "sql: not authorized to use function: " + name);
  }
}

TEST_F(SqlListsTest, ReadsTablesOfTheSchemaAndOfFewModules) {
  constexpr std::array<std::string_view, 8> kAllowed = {
      "json_each",   "json_tree",        "ludex_comments", "ludex_marks",
      "ludex_moves", "ludex_next_moves", "ludex_pattern",  "ludex_positions"};
  for (const std::string& name : column("SELECT name FROM pragma_module_list")) {
    if (name.starts_with("pragma_") || std::ranges::binary_search(kAllowed, name)) continue;
    EXPECT_NE(complaint(fmt::format("SELECT * FROM {}", name)), "") << name;
  }
  EXPECT_EQ(complaint("SELECT name FROM dbstat"),
            "sql: access to dbstat.name is prohibited; only reading is allowed");
  EXPECT_NE(complaint("SELECT count(*) FROM DBSTAT"), "");
  EXPECT_NE(complaint("SELECT sql FROM sqlite_stmt"), "");
  EXPECT_EQ(complaint("SELECT * FROM games, json_each('[1]') j, json_tree('{}')"), "");
  EXPECT_EQ(complaint("WITH c(x) AS (SELECT 1) SELECT count(*) FROM c"), "");
}

TEST_F(SqlListsTest, ChangesNothingByPragmasAndTables) {
  for (const std::string_view pragma :
       {"journal_mode = OFF", "writable_schema = ON", "trusted_schema = ON", "query_only = OFF",
        "mmap_size = 0", "temp_store_directory = '/'", "hard_heap_limit = 1", "cache_spill = 0",
        "wal_checkpoint", "incremental_vacuum", "optimize", "shrink_memory", "user_version = 1",
        "key = 'x'", "case_sensitive_like = ON"}) {
    EXPECT_NE(complaint(fmt::format("PRAGMA {}", pragma)), "") << pragma;
  }
  EXPECT_NE(complaint("SELECT * FROM pragma_journal_mode('off')"), "");
  EXPECT_NE(complaint("SELECT * FROM pragma_wal_checkpoint"), "");
  for (const std::string_view statement :
       {"VACUUM INTO 'x.db'", "ATTACH 'x.db' AS x", "DETACH main", "REINDEX", "ANALYZE",
        "CREATE TEMP TABLE t (x)", "CREATE TEMP VIEW v AS SELECT 1", "SAVEPOINT s", "BEGIN",
        "CREATE VIRTUAL TABLE temp.t USING fts5vocab('main', 'game', 'row')",
        "DELETE FROM word_block", "DROP TABLE game", "DELETE FROM sqlite_sequence",
        "EXPLAIN DELETE FROM game"}) {
    EXPECT_NE(complaint(std::string(statement)), "") << statement;
  }
}

}  // namespace
}  // namespace ludex

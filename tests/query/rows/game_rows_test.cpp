#include "query/rows/game_rows.hpp"
#include "ludex/error.hpp"
#include "query/info/database_info.hpp"
#include "query/made_games.hpp"
#include "store/game_columns.hpp"
#include "store/games_view.hpp"
#include "store/row_block.hpp"
#include "support/stored_rows.hpp"

#include <gtest/gtest.h>
#include <sqlite3.h>

#include <algorithm>

namespace ludex {
namespace {

using test::MadeDatabase;
using test::Picker;

class GameRowsTest : public ::testing::Test {
 protected:
  GameRowsTest() {
    made_.add_source("games.sgf");
    std::vector<GameRow> games;
    for (int i = 0; i < 300; ++i) games.push_back(test::made_game(pick_));
    made_.add_games(std::move(games));
  }
  FoundGames all() { return find_games(made_.database(), {}); }
  std::vector<std::int64_t> listed(const Listing& listing) {
    std::vector<std::int64_t> ids;
    list_games(made_.database(), all(), listing, [&](std::span<const Value> row) {
      ids.push_back(std::get<std::int64_t>(row.front()));
      return true;
    });
    return ids;
  }

  Picker pick_{5};
  MadeDatabase made_;
};

/// The row of the view, all columns in its order.
std::vector<Value> view_row(SqlStatement& select, std::int64_t id) {
  select.reset();
  select.bind(1, id);
  if (!select.step()) return {};
  std::vector<Value> row;
  for (int i = 0; i < select.columns(); ++i) {
    Value& value = row.emplace_back();
    if (select.type(i) == SqlType::integer) value = select.integer(i);
    if (select.type(i) == SqlType::real) value = select.real(i);
    if (select.type(i) == SqlType::text) value = select.string(i);
  }
  return row;
}

/// The lines of a row, made of its values.
std::string line_of(LineFormat format, const std::vector<std::string>& columns,
                    const std::vector<Value>& row) {
  std::string line;
  if (format == LineFormat::csv) append_csv(row, line);
  if (format == LineFormat::tsv) append_tsv(row, line);
  if (format == LineFormat::json) append_json(json_strings(columns), row, line);
  return line + (format == LineFormat::csv ? "\r\n" : "\n");
}

constexpr LineFormat kLineFormats[] = {LineFormat::csv, LineFormat::tsv, LineFormat::json};

void expect_lines_of_the_rows(Database& database) {
  GameRows rows(database, game_columns());
  std::vector<Value> row;
  for (const LineFormat format : kLineFormats) {
    GameLines lines(database, game_columns(), format);
    for (std::int64_t id = 0; id <= database.next_id("game"); ++id) {
      const ReadTransaction transaction(database.sql());
      const bool exists = rows.read(static_cast<GameId>(id), row);
      lines.clear();
      ASSERT_EQ(lines.append(static_cast<GameId>(id)), exists) << "game " << id;
      EXPECT_EQ(lines.text(), exists ? line_of(format, game_columns(), row) : "");
      lines.release();
    }
  }
}

void expect_each_row_of_the_view(Database& database) {
  expect_lines_of_the_rows(database);
  SqlStatement select(database.sql(), "SELECT * FROM games WHERE id = ?");
  GameRows rows(database, game_columns());
  std::vector<Value> row;
  for (std::int64_t id = 0; id <= database.next_id("game"); ++id) {
    const std::vector<Value> expected = view_row(select, id);
    ASSERT_EQ(rows.read(static_cast<GameId>(id), row), !expected.empty()) << "game " << id;
    if (expected.empty()) continue;
    ASSERT_EQ(row.size(), expected.size());
    for (std::size_t i = 0; i < row.size(); ++i) {
      EXPECT_EQ(row[i], expected[i]) << rows.columns()[i] << " of game " << id;
    }
  }
}

/// The view of the file leaves out the games of hidden sources, whether it has a condition or not.
void expect_the_views_agree(SqlConnection& sql) {
  std::string made = games_view(true);
  made.replace(made.find("VIEW games"), 10, "TEMP VIEW made");
  sql.exec("DROP VIEW IF EXISTS made; " + made);
  for (const char* const select : {"SELECT * FROM made EXCEPT SELECT * FROM games",
                                   "SELECT * FROM games EXCEPT SELECT * FROM made"}) {
    EXPECT_FALSE(SqlStatement(sql, select).step()) << select;
  }
}

/// Rows as they are read from the tables, and from blocks that are made of them.
void expect_rows_of_the_view(Database& database) {
  expect_the_views_agree(database.sql());
  database.sql().exec("DELETE FROM row_block");
  expect_each_row_of_the_view(database);
  add_missing_row_blocks(database.sql(), database.next_id("game"));
  expect_each_row_of_the_view(database);
}

TEST_F(GameRowsTest, TheColumnsAreThoseOfTheViewInItsOrder) {
  std::vector<std::string> names;
  SqlStatement select(made_.database().sql(), "SELECT name FROM pragma_table_info('games')");
  while (select.step()) names.push_back(select.string(0));
  EXPECT_EQ(game_columns(), names);
}

TEST_F(GameRowsTest, ARowHasTheValuesOfTheView) {
  test::expect_blocks_of_the_tables(made_.database());
  expect_each_row_of_the_view(made_.database());
  expect_rows_of_the_view(made_.database());
}

TEST_F(GameRowsTest, TextsThatNeedEscapesAreThoseOfTheRows) {
  SqlConnection& sql = made_.database().sql();
  const std::vector<std::string> texts = {"char(34)",
                                          "',\"'",
                                          "'a,b'",
                                          "'a\"b'",
                                          "char(9,10,13,92)",
                                          "'\\'",
                                          "'趙治勲'",
                                          "char(1,127)",
                                          "CAST(x'61FF' AS TEXT)",
                                          "CAST(x'E8' AS TEXT)",
                                          "'exactly thirty-two bytes of text'",
                                          "'exactly forty bytes of text, and no more'",
                                          "printf('%.41c', 'y')",
                                          "printf('%.5000c', '\"')"};
  for (std::size_t i = 0; i < texts.size(); ++i) {
    const std::string which =
        " WHERE id % " + std::to_string(texts.size()) + " = " + std::to_string(i);
    sql.exec("UPDATE OR IGNORE name SET written = " + texts[i] + which);
    sql.exec("UPDATE OR IGNORE phrase SET written = " + texts[i] + which);
    sql.exec("UPDATE game SET external_id = " + texts[i] + which);
  }
  sql.exec("DELETE FROM row_block");
  expect_lines_of_the_rows(made_.database());
  add_missing_row_blocks(sql, made_.database().next_id("game"));
  expect_lines_of_the_rows(made_.database());
}

TEST_F(GameRowsTest, ALineListingHasTheLinesOfItsRows) {
  const FoundGames found = all();
  for (const std::vector<std::string>& columns :
       {std::vector<std::string>{}, {"id"}, {"white", "id", "white"}}) {
    for (const std::vector<SortKey>& sort : {std::vector<SortKey>{}, {{"black", true}}}) {
      const Listing listing{.columns = columns, .sort = sort, .offset = 3, .limit = 290};
      const std::vector<std::string> names = columns.empty() ? game_columns() : columns;
      for (const LineFormat format : kLineFormats) {
        std::string expected, text;
        list_games(made_.database(), found, listing, [&](std::span<const Value> row) {
          expected += line_of(format, names, {row.begin(), row.end()});
          return true;
        });
        LineListing lines(made_.database(), found, listing, format);
        std::size_t count = 0;
        while (lines.read()) {
          text += lines.text();
          count += lines.ends().size();
        }
        EXPECT_EQ(text, expected);
        EXPECT_EQ(count, 290u);
      }
    }
  }
}

TEST_F(GameRowsTest, AGameThatIsNoAnswerHasNoRow) {
  made_.remove(static_cast<GameId>(17));
  made_.add_source("not-yet.sgf", /*hidden=*/true);
  made_.add_games({test::made_game(pick_)});
  test::expect_blocks_of_the_tables(made_.database());
  expect_each_row_of_the_view(made_.database());
  expect_rows_of_the_view(made_.database());
}

TEST_F(GameRowsTest, EveryValueThatAColumnMayHoldIsThatOfTheView) {
  SqlConnection& sql = made_.database().sql();
  const auto set_each = [&](const std::string& column, const std::vector<std::string>& values) {
    for (std::size_t i = 0; i < values.size(); ++i) {
      sql.exec("UPDATE game SET " + column + " = " + values[i] + " WHERE id % " +
               std::to_string(values.size()) + " = " + std::to_string(i));
    }
  };
  set_each("game", {"0", "1", "2", "4", "8", "11", "21", "999", "1001"});
  set_each("kind", {"1", "2", "3"});
  set_each("width", {"NULL", "1", "19", "52"});
  set_each("height", {"19", "NULL", "7"});
  set_each("winner", {"NULL", "1", "2", "3", "4", "5"});
  set_each("win_by", {"NULL", "1", "2", "3", "4", "5", "6", "7", "8", "9", "10", "11"});
  set_each("margin", {"NULL", "0.25", "3.5", "361.0", "100000.5", "1234567.5", "1e-9", "1e300",
                      "0.0", "0.01", "0.1", "0.005", "-3.5", "9999.99", "10000.0", "10000.25"});
  set_each("result_from", {"NULL", "1", "2", "3", "4", "5"});
  set_each("result_disputed", {"NULL", "1"});
  set_each("date_precision", {"NULL", "1", "2", "3", "4", "5"});
  set_each("date_from", {"NULL", "10101", "99991231", "19960506"});
  set_each("date_to", {"NULL", "99991231", "19960507"});
  set_each("flags", {"0",  "1",  "2",  "3",  "4",  "5",  "6",  "7",  "8",  "9",
                     "10", "11", "12", "13", "14", "15", "16", "31", "32", "63"});
  set_each("black", {"NULL", "1", "2", "3"});
  set_each("white", {"1", "2", "NULL", "123456789"});
  for (const std::string phrase :
       {"black_rank", "white_rank", "rules", "time_limit", "overtime", "game_name", "annotator",
        "opening", "published_in", "entered_by", "lexicon", "variant", "board_name", "charset",
        "application"}) {
    set_each(phrase, {"NULL", "1", "2", "123456789", "3"});
  }
  for (const std::string text : {"date", "result_raw", "swap", "external_id", "declared_game"}) {
    set_each(text, {"NULL", "''", "'x'", "'名人戦'", "printf('%.5000c', 'y')"});
  }
  set_each("black_rank_order", {"NULL", "-30", "109", "0"});
  set_each("white_rank_order", {"5", "NULL"});
  set_each("komi", {"NULL", "0.0", "-3.75", "6.5"});
  set_each("first_illegal_ply", {"NULL", "0", "80"});
  set_each("record_id", {"record_id", "123456789"});
  sql.exec("UPDATE phrase SET written = printf('%.5000c', 'z') WHERE id = 3");
  sql.exec("UPDATE member SET name = 'inner.tar!a.sgf'");
  expect_rows_of_the_view(made_.database());
}

TEST_F(GameRowsTest, CrosswordGamesNameTheirPlayersBySeat) {
  SqlConnection& sql = made_.database().sql();
  sql.exec("UPDATE game SET game = 1002 WHERE id <= 20");
  sql.exec(
      "INSERT OR REPLACE INTO seat (game_id, seat, name) SELECT id, 1, 1 FROM game WHERE id <= 15 "
      "UNION ALL "
      "SELECT id, 2, 2 FROM game WHERE id <= 10 UNION ALL SELECT id, 3, 3 FROM game WHERE id <= 5");
  sql.exec("INSERT OR REPLACE INTO seat (game_id, seat) VALUES (16, 1)");
  expect_rows_of_the_view(made_.database());
}

TEST_F(GameRowsTest, MoreNamesThanAreRememberedStayThoseOfTheView) {
  SqlConnection& sql = made_.database().sql();
  sql.exec(
      "WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 300) "
      "INSERT OR REPLACE INTO name SELECT i * 4096, 1, 'name ' || i, '', '' FROM n");
  sql.exec("UPDATE game SET black = id * 4096, white = 4096 * (301 - id), event = black");
  expect_rows_of_the_view(made_.database());
}

TEST_F(GameRowsTest, NoLockIsHeldWhileRowsAreShown) {
  Listing listing;
  listing.columns = {"id", "black", "offset"};
  std::int64_t rows = 0;
  list_games(made_.database(), all(), listing, [&](std::span<const Value>) {
    EXPECT_EQ(sqlite3_txn_state(made_.database().sql().handle(), nullptr), SQLITE_TXN_NONE);
    return ++rows > 0;
  });
  EXPECT_EQ(rows, 300);
}

TEST_F(GameRowsTest, AGameRemovedMeanwhileIsLeftOut) {
  Listing listing;
  listing.columns = {"id"};
  std::vector<std::int64_t> ids;
  list_games(made_.database(), all(), listing, [&](std::span<const Value> row) {
    if (ids.empty()) made_.remove(static_cast<GameId>(290));
    ids.push_back(std::get<std::int64_t>(row.front()));
    return true;
  });
  EXPECT_EQ(ids.size(), 299u);
  EXPECT_EQ(std::count(ids.begin(), ids.end(), 290), 0);
}

TEST_F(GameRowsTest, AColumnThatIsNoneIsNamed) {
  try {
    GameRows rows(made_.database(), {"id", "blak"});
    FAIL() << "nothing was thrown";
  } catch (const UsageError& error) {
    EXPECT_TRUE(
        std::string(error.what())
            .starts_with("there is no column 'blak'; the columns are id, game, kind, size"));
  }
}

TEST_F(GameRowsTest, SortsByColumnsNullLastAndTiesById) {
  for (const auto& [key, order] : std::vector<std::pair<std::string, std::string>>{
           {"moves", "moves, id"},
           {"-id", "id DESC"},
           {"-date_to,handicap", "date_to IS NULL, date_to DESC, handicap IS NULL, handicap, id"},
           {"first_illegal_ply,-record_id",
            "first_illegal_ply IS NULL, first_illegal_ply, record_id DESC"},
           {"-komi", "komi IS NULL, komi DESC, id"},
           {"black,-date_from", "black IS NULL, black, date_from IS NULL, date_from DESC, id"},
           {"event,round,-id", "event IS NULL, event, round IS NULL, round, id DESC"}}) {
    std::vector<std::int64_t> expected;
    SqlStatement select(made_.database().sql(), "SELECT id FROM games ORDER BY " + order);
    while (select.step()) expected.push_back(select.integer(0));
    Listing listing;
    listing.columns = {"id"};
    listing.sort = parse_sort(key);
    EXPECT_EQ(listed(listing), expected) << key;
    listing.offset = 20;
    listing.limit = 7;
    EXPECT_EQ(listed(listing), std::vector(expected.begin() + 20, expected.begin() + 27)) << key;
    listing.offset = 298;
    EXPECT_EQ(listed(listing), std::vector(expected.begin() + 298, expected.end())) << key;
  }
}

TEST_F(GameRowsTest, InfoCountsWhatTheTablesHold) {
  made_.add_reject("no game");
  made_.add_source("not-yet.sgf", /*hidden=*/true);
  made_.add_games({test::made_game(pick_)});
  made_.add_reject("hidden reject");
  const DatabaseInfo info = read_info(made_.database());
  EXPECT_EQ(info.totals.sources, 1);
  EXPECT_EQ(info.totals.records, 301);
  EXPECT_EQ(info.totals.game_records, 300);
  EXPECT_EQ(info.totals.rejects, 1);
  EXPECT_EQ(info.totals.games, 300);
  EXPECT_TRUE(info.totals.reconcile());
  std::int64_t games = 0;
  for (const GameCount& count : info.games) games += count.games;
  EXPECT_EQ(games, 300);
  EXPECT_GT(info.file_bytes, 0);
  ASSERT_FALSE(info.settings.empty());
}

TEST_F(GameRowsTest, TheSignatureIsAboutGamesAndRejectsThatAreAnswers) {
  const std::string before = signature(made_.database());
  EXPECT_EQ(before.size(), 32u);
  made_.add_source("not-yet.sgf", /*hidden=*/true);
  made_.add_games({test::made_game(pick_)});
  made_.add_reject("hidden reject");
  made_.index_positions();
  EXPECT_EQ(signature(made_.database()), before);
  made_.add_source("more.sgf");
  made_.add_reject("no game");
  const std::string with_reject = signature(made_.database());
  EXPECT_NE(with_reject, before);
  made_.remove(static_cast<GameId>(17));
  EXPECT_NE(signature(made_.database()), with_reject);
}

}  // namespace
}  // namespace ludex

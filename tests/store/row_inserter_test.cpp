#include "store/row_inserter.hpp"

#include "ludex/error.hpp"
#include "store/sql/sqlite_file.hpp"

#include <fmt/format.h>
#include <gtest/gtest.h>
#include <oneapi/tbb/task_arena.h>

#include <optional>
#include <string>

namespace ludex {
namespace {

class RowInserterTest : public ::testing::Test {
 protected:
  RowInserterTest() {
    sql_.exec(
        "CREATE TABLE thing (id INTEGER PRIMARY KEY, score REAL, name TEXT, data BLOB, "
        "code INTEGER) STRICT");
  }
  static constexpr const char* kColumns = "id, score, name, data, code";

  /// Every third row has no score, every fourth no name, every fifth no code.
  template <class Rows>
  static void add(Rows& rows, std::int64_t id) {
    rows.value(id);
    rows.maybe(id % 3 == 0 ? std::nullopt : std::optional(static_cast<double>(id) / 2));
    rows.text(id % 4 == 0 ? "" : fmt::format("name {}", id));
    rows.blob(fmt::format("data {}", id));
    rows.id(id % 5);
    rows.end_row();
  }
  std::int64_t count(const std::string& where) {
    return sql_.first_integer("SELECT count(*) FROM thing WHERE " + where);
  }

  SqliteFile sql_{":memory:", SqliteFile::Mode::create};
};

TEST_F(RowInserterTest, WritesEveryRowAsGivenHoweverManyThereAre) {
  for (const std::int64_t rows_wanted : {0, 1, 31, 32, 33, 64, 1000, 2048, 2049, 5000}) {
    sql_.exec("DELETE FROM thing");
    RowInserter rows(sql_, "thing", kColumns);
    for (std::int64_t id = 1; id <= rows_wanted; ++id) add(rows, id);
    rows.flush();
    EXPECT_EQ(count("true"), rows_wanted);
    EXPECT_EQ(count("score IS CASE WHEN id % 3 = 0 THEN NULL ELSE id / 2.0 END AND "
                    "name IS CASE WHEN id % 4 = 0 THEN NULL ELSE 'name ' || id END AND "
                    "data = CAST('data ' || id AS BLOB) AND code IS nullif(id % 5, 0)"),
              rows_wanted);
  }
}

TEST_F(RowInserterTest, AscendingIdsStayAsGiven) {
  for (const std::int64_t gap_every : {1, 2, 31, 32, 33, 100, 5000}) {
    sql_.exec("DELETE FROM thing");
    RowInserter rows(sql_, "thing", kColumns, RowInserter::Ids::ascending);
    std::int64_t id = 3;
    for (int n = 1; n <= 3000; ++n) {
      add(rows, id);
      id += n % gap_every == 0 ? 2 : 1;
    }
    rows.flush();
    EXPECT_EQ(count("true"), 3000);
    EXPECT_EQ(count("score IS CASE WHEN id % 3 = 0 THEN NULL ELSE id / 2.0 END AND "
                    "data = CAST('data ' || id AS BLOB) AND code IS nullif(id % 5, 0)"),
              3000)
        << "a gap after every " << gap_every << " rows";
  }
}

/// In an arena of three threads, whatever the machine has.
template <class Work>
void with_threads(const Work& work) {
  tbb::task_arena(3).execute(work);
}

TEST_F(RowInserterTest, SharedWorkGivesTheSameRows) {
  sql_.exec("CREATE INDEX by_name ON thing (name) WHERE code = 3");
  for (const std::int64_t rows_wanted : {1, 1000, 1024, 5000, 20'000}) {
    sql_.exec("DELETE FROM thing");
    with_threads([&] {
      RowInserter rows(sql_, "thing", kColumns, RowInserter::Ids::ascending);
      rows.prepare_sharing("CREATE INDEX by_name ON thing (name) WHERE code = 3");
      rows.share_work(true);
      for (std::int64_t id = 7; id < rows_wanted + 7; ++id) {
        if (id % 700 == 0) rows.flush();
        add(rows, id);
      }
      rows.flush();
    });
    EXPECT_EQ(count("id BETWEEN 7 AND " + std::to_string(rows_wanted + 6)), rows_wanted);
    EXPECT_EQ(count("score IS CASE WHEN id % 3 = 0 THEN NULL ELSE id / 2.0 END AND "
                    "name IS CASE WHEN id % 4 = 0 THEN NULL ELSE 'name ' || id END AND "
                    "data = CAST('data ' || id AS BLOB) AND code IS nullif(id % 5, 0)"),
              rows_wanted);
    EXPECT_EQ(sql_.first_integer("SELECT count(*) FROM pragma_integrity_check WHERE "
                                 "integrity_check = 'ok'"),
              1);
  }
}

TEST_F(RowInserterTest, SharedWorkTakesRowsInPieces) {
  for (const int threads : {1, 2, 3, 4, 7}) {
    sql_.exec("DELETE FROM thing");
    tbb::task_arena(threads).execute([&] {
      RowInserter rows(sql_, "thing", kColumns, RowInserter::Ids::ascending);
      rows.prepare_sharing("CREATE INDEX by_name ON thing (name) WHERE code = 3");
      rows.share_work(true);
      RowCells piece(5);
      for (std::int64_t id = 1; id <= 9005; ++id) {
        add(piece, id);
        if (id % 32 == 0 || id == 9005) rows.take(piece);
      }
      rows.flush();
    });
    EXPECT_EQ(count("name IS CASE WHEN id % 4 = 0 THEN NULL ELSE 'name ' || id END AND "
                    "data = CAST('data ' || id AS BLOB) AND code IS nullif(id % 5, 0)"),
              9005)
        << threads << " threads";
  }
}

TEST_F(RowInserterTest, SharedWorkFillsATableThatHasMoreThanItsDefinitionSays) {
  sql_.exec(
      "CREATE TABLE copy (id); CREATE TRIGGER copying AFTER INSERT ON thing BEGIN INSERT INTO copy "
      "VALUES (new.id); END; CREATE UNIQUE INDEX unlike ON thing (data)");
  with_threads([&] {
    RowInserter rows(sql_, "thing", kColumns, RowInserter::Ids::ascending);
    rows.prepare_sharing("CREATE INDEX by_name ON thing (name) WHERE code = 3");
    rows.share_work(true);
    for (std::int64_t id = 1; id <= 3000; ++id) add(rows, id);
    rows.flush();
  });
  EXPECT_EQ(count("data = CAST('data ' || id AS BLOB)"), 3000);
}

TEST_F(RowInserterTest, SharedWorkIsUndoneWithItsTransaction) {
  with_threads([&] {
    RowInserter rows(sql_, "thing", kColumns, RowInserter::Ids::ascending);
    rows.prepare_sharing("CREATE INDEX by_name ON thing (name) WHERE code = 3");
    rows.share_work(true);
    for (const std::int64_t first : {1, 5001}) {
      std::optional<SqlTransaction> transaction;
      transaction.emplace(sql_);
      for (std::int64_t id = first; id < first + 5000; ++id) add(rows, id);
      rows.flush();
      if (first == 1) transaction->commit();
      transaction.reset();
    }
  });
  EXPECT_EQ(count("true"), 5000);
  EXPECT_EQ(sql_.first_integer("SELECT count(*) FROM pragma_database_list"), 1);
}

TEST_F(RowInserterTest, SharedWorkSaysSoIfATableIsAheadOfItsIds) {
  sql_.exec("INSERT INTO thing (id) VALUES (9000)");
  with_threads([&] {
    RowInserter rows(sql_, "thing", kColumns, RowInserter::Ids::ascending);
    rows.prepare_sharing("CREATE INDEX by_name ON thing (name) WHERE code = 3");
    rows.share_work(true);
    for (std::int64_t id = 1; id <= 2000; ++id) add(rows, id);
    EXPECT_THROW(rows.flush(), DatabaseError);
  });
}

TEST_F(RowInserterTest, SaysSoIfATableIsAheadOfItsIds) {
  sql_.exec("INSERT INTO thing (id) VALUES (1000)");
  RowInserter rows(sql_, "thing", kColumns, RowInserter::Ids::ascending);
  for (std::int64_t id = 1; id <= 32; ++id) add(rows, id);
  try {
    rows.flush();
    FAIL() << "ids 1001 to 1031 were given in place of 2 to 32";
  } catch (const DatabaseError& error) {
    EXPECT_STREQ(error.what(),
                 "the table thing holds ids above its counter; restore the database from a copy or "
                 "index the sources again");
  }
}

TEST_F(RowInserterTest, GoesOnAfterAFlush) {
  RowInserter rows(sql_, "thing", kColumns);
  for (std::int64_t id = 1; id <= 100; ++id) {
    add(rows, id);
    if (id % 7 == 0) {
      rows.flush();
      EXPECT_EQ(count("true"), id);
    }
  }
  rows.flush();
  EXPECT_EQ(count("data = CAST('data ' || id AS BLOB)"), 100);
}

TEST_F(RowInserterTest, WritesRowsOfManyKinds) {
  sql_.exec(
      "CREATE TABLE wide (id INTEGER PRIMARY KEY, a INTEGER, b INTEGER, c INTEGER, d INTEGER) "
      "STRICT");
  RowInserter rows(sql_, "wide", "id, a, b, c, d");
  for (std::int64_t id = 1; id <= 32 * 32; ++id) {  // each 32 have values in other columns
    rows.value(id);
    for (int bit = 0; bit < 4; ++bit) rows.id((id - 1) / 32 >> bit & 1);
    rows.end_row();
  }
  rows.flush();
  EXPECT_EQ(sql_.first_integer("SELECT count(*) FROM wide WHERE ifnull(a, 0) + 2 * ifnull(b, 0) + "
                               "4 * ifnull(c, 0) + 8 * ifnull(d, 0) = (id - 1) / 32 % 16"),
            32 * 32);
}

TEST_F(RowInserterTest, FillsTheNamedColumnsOnly) {
  RowInserter rows(sql_, "thing", "id, code");
  rows.value(std::int64_t{7});
  rows.value(std::int64_t{8});
  rows.end_row();
  rows.flush();
  EXPECT_EQ(count("id = 7 AND code = 8 AND name IS NULL"), 1);
}

TEST_F(RowInserterTest, KeepsAnEmptyTextApartFromNone) {
  RowInserter rows(sql_, "thing", "id, name");
  for (const auto& name : {std::optional<std::string>(""), std::optional<std::string>()}) {
    rows.value(std::int64_t{name ? 1 : 2});
    rows.maybe(name);
    rows.end_row();
  }
  rows.flush();
  EXPECT_EQ(count("id = 1 AND name = ''"), 1);
  EXPECT_EQ(count("id = 2 AND name IS NULL"), 1);
}

TEST_F(RowInserterTest, TakesRowsThatWereCollectedElsewhere) {
  RowInserter rows(sql_, "thing", kColumns, RowInserter::Ids::ascending);
  RowCells others(5);
  std::int64_t id = 0;
  for (int round = 0; round < 40; ++round) {
    for (const int count : {15, 17, 32, 32, 0, 64, 5, 40, 3}) {
      for (int n = 0; n < count; ++n) add(others, ++id);
      rows.take(others);
      EXPECT_EQ(others.rows(), 0u);
    }
    add(rows, ++id);
  }
  rows.flush();
  EXPECT_EQ(count("true"), id);
  EXPECT_EQ(count("score IS CASE WHEN id % 3 = 0 THEN NULL ELSE id / 2.0 END AND "
                  "name IS CASE WHEN id % 4 = 0 THEN NULL ELSE 'name ' || id END AND "
                  "data = CAST('data ' || id AS BLOB) AND code IS nullif(id % 5, 0)"),
            id);
}

TEST_F(RowInserterTest, HoldsFewLongTexts) {
  RowInserter rows(sql_, "thing", "id, name");
  rows.value(std::int64_t{1});
  rows.text(std::string(1'000'000, 'x'));
  rows.end_row();
  EXPECT_EQ(count("length(name) = 1000000"), 1) << "before any flush";
}

TEST_F(RowInserterTest, SaysWhatTheTableRefuses) {
  RowInserter rows(sql_, "thing", "id");
  for (int twice = 0; twice < 2; ++twice) {
    rows.value(std::int64_t{3});
    rows.end_row();
  }
  EXPECT_THROW(rows.flush(), SqlError);
}

}  // namespace
}  // namespace ludex

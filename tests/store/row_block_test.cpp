#include "store/row_block.hpp"

#include "ludex/error.hpp"
#include "query/made_games.hpp"
#include "support/stored_rows.hpp"

#include <gtest/gtest.h>

#include <bit>
#include <cmath>
#include <limits>
#include <random>

namespace ludex {
namespace {

constexpr std::int64_t kNumbers[] = {0,
                                     1,
                                     -1,
                                     63,
                                     64,
                                     -65,
                                     19960506,
                                     std::numeric_limits<std::int64_t>::max(),
                                     std::numeric_limits<std::int64_t>::min()};
constexpr double kReals[] = {0.0,

                             6.5,     3.75,    -7.5,
                             1.0 / 3, 361,     0.1 + 0.2,
                             1e300,   -1e-300, 90071992547409.93,
                             1e15,    5e-324,  std::numeric_limits<double>::infinity()};

/// Texts lie in `texts`.
RowFields random_fields(std::mt19937_64& engine, std::vector<std::string>& texts) {
  RowFields fields;
  texts.assign(kRowFieldCount, "");
  for (std::size_t i = 0; i < kRowFieldCount; ++i) {
    if (engine() % 3 == 0) continue;
    switch (kFields[i]->type) {
      case ColumnType::integer:
        fields.set(i, kNumbers[engine() % std::size(kNumbers)]);
        break;
      case ColumnType::real:
        fields.set(i, kReals[engine() % std::size(kReals)]);
        break;
      case ColumnType::text:
      case ColumnType::blob:
        texts[i].assign(engine() % 200, static_cast<char>(engine() % 256));
        fields.set(i, std::string_view(texts[i]));
        break;
    }
  }
  return fields;
}

std::string packed(const RowFields& fields) {
  std::string row;
  pack_row(fields, row);
  return row;
}

void expect_same(const RowFields& one, const RowFields& other) {
  for (std::size_t i = 0; i < kRowFieldCount; ++i) {
    ASSERT_EQ(one.is_null(i), other.is_null(i)) << kFields[i]->name;
    if (one.is_null(i)) continue;
    switch (kFields[i]->type) {
      case ColumnType::integer:
        EXPECT_EQ(one.integer(i), other.integer(i));
        break;
      case ColumnType::real:
        EXPECT_EQ(std::bit_cast<std::uint64_t>(one.real(i)),
                  std::bit_cast<std::uint64_t>(other.real(i)));
        break;
      case ColumnType::text:
      case ColumnType::blob:
        EXPECT_EQ(one.bytes(i), other.bytes(i));
        break;
    }
  }
}

TEST(RowFields, ComeBackFromAPackedRowBitForBit) {
  std::mt19937_64 engine(1);
  std::vector<std::string> texts;
  for (int run = 0; run < 2000; ++run) {
    const RowFields fields = random_fields(engine, texts);
    const std::string row = packed(fields);
    RowFields back;
    unpack_row(row, back);
    expect_same(fields, back);
  }
}

TEST(RowFields, ARowThatIsCutShortIsRefused) {
  std::mt19937_64 engine(2);
  std::vector<std::string> texts;
  const std::string row = packed(random_fields(engine, texts));
  RowFields back;
  for (std::size_t size = 0; size < row.size(); ++size) {
    EXPECT_THROW(unpack_row(std::string_view(row).substr(0, size), back), DatabaseError) << size;
  }
}

TEST(RowFields, ChangedBytesGiveOtherValuesOrAreRefused) {
  std::mt19937_64 engine(3);
  std::vector<std::string> texts;
  int refused = 0;
  for (int run = 0; run < 20'000; ++run) {
    std::string row = packed(random_fields(engine, texts));
    row[engine() % row.size()] = static_cast<char>(engine());
    RowFields back;
    try {
      unpack_row(row, back);
    } catch (const DatabaseError&) {
      ++refused;
    }
  }
  EXPECT_GT(refused, 1000);
}

TEST(RowBlock, GivesEachRowAndNothingAfterThem) {
  RowBlock block;
  for (const char* const row : {"one", "", "three"}) block.append(row);
  const std::string data = block.data();
  const RowBlockView rows(data);
  EXPECT_EQ(rows.size(), 3U);
  EXPECT_EQ(rows.row(0), "one");
  EXPECT_EQ(rows.row(1), "");
  EXPECT_EQ(rows.row(2), "three");
  EXPECT_EQ(rows.row(3), "");
  EXPECT_EQ(RowBlockView().row(0), "");
}

TEST(RowBlock, AnyChangedByteIsNoticed) {
  RowBlock block;
  for (const char* const row : {"one", "", "three"}) block.append(row);
  const std::string data = block.data();
  for (std::size_t at = 0; at < data.size(); ++at) {
    if (at == 1) continue;  // the unused byte
    std::string changed = data;
    ++changed[at];
    EXPECT_THROW((void)RowBlockView(changed), DatabaseError) << at;
    EXPECT_THROW((void)RowBlockView(std::string_view(data).substr(0, at)), DatabaseError) << at;
  }
}

class RowBlocksTest : public ::testing::Test {
 protected:
  RowBlocksTest() { made_.add_source("games.sgf"); }
  void add(int games) {
    std::vector<GameRow> rows;
    for (int i = 0; i < games; ++i) rows.push_back(test::made_game(pick_));
    made_.add_games(std::move(rows));
  }
  std::int64_t blocks() {
    return made_.database().sql().first_integer("SELECT count(*) FROM row_block");
  }

  test::Picker pick_{7};
  test::MadeDatabase made_;
};

TEST_F(RowBlocksTest, GoOnWhereTheLastRunEnded) {
  for (const int games : {1, 2, 29, 1, 31, 32, 64, 5000, 7}) {
    add(games);
    test::expect_blocks_of_the_tables(made_.database());
  }
}

TEST_F(RowBlocksTest, AGameThatIsRemovedLeavesNothing) {
  add(100);
  for (const int game : {1, 32, 33, 50, 100}) {
    made_.remove(static_cast<GameId>(game));
    test::expect_blocks_of_the_tables(made_.database());
  }
  add(40);
  test::expect_blocks_of_the_tables(made_.database());
}

TEST_F(RowBlocksTest, ABlockWithoutGamesGoes) {
  add(64);
  for (int game = 1; game <= 32; ++game) made_.remove(static_cast<GameId>(game));
  EXPECT_EQ(blocks(), 1);
}

TEST_F(RowBlocksTest, ALongRowIsReadFromTheTables) {
  std::vector<GameRow> games;
  for (int i = 0; i < 3; ++i) games.push_back(test::made_game(pick_));
  games[1].info.date_raw.assign(20'000, 'x');
  made_.add_games(std::move(games));
  RowReader rows(made_.database().sql());
  ASSERT_TRUE(rows.find(GameId{2}));
  EXPECT_EQ(rows.fields().bytes(row_field("date")).size(), 20'000U);
  SqlStatement select(made_.database().sql(), "SELECT length(data) FROM row_block");
  ASSERT_TRUE(select.step());
  EXPECT_LT(select.integer(0), 2'000);
}

TEST_F(RowBlocksTest, ADamagedOneIsMadeAnew) {
  add(70);
  SqlConnection& sql = made_.database().sql();
  sql.exec("UPDATE row_block SET data = substr(data, 1, 200) WHERE id = 1");
  EXPECT_THROW((void)RowReader(sql).find(GameId{40}), DatabaseError);
  EXPECT_EQ(add_missing_row_blocks(sql, 71), 1);
  test::expect_blocks_of_the_tables(made_.database());
}

TEST_F(RowBlocksTest, ThoseOfAnOlderDatabaseAreAddedOnce) {
  add(70);
  made_.database().sql().exec("DELETE FROM row_block WHERE id <> 1");
  EXPECT_EQ(add_missing_row_blocks(made_.database().sql(), 71), 2);
  test::expect_blocks_of_the_tables(made_.database());
  EXPECT_EQ(add_missing_row_blocks(made_.database().sql(), 71), 0);
}

}  // namespace
}  // namespace ludex

#include "ludex/error.hpp"
#include "store/facts.hpp"
#include "store/posting_tables.hpp"
#include "store/sql/sqlite_file.hpp"

#include <gtest/gtest.h>

#include <cstdint>
#include <random>
#include <vector>

namespace ludex {
namespace {

/// Games of 0 to 4 postings each, in seven chunks.
class OwnersOfPostings : public testing::Test {
 protected:
  OwnersOfPostings() : sql_(":memory:", SqliteFile::Mode::create) {
    sql_.exec(
        "CREATE TABLE fact_block (id INTEGER PRIMARY KEY, minimum INTEGER, maximum INTEGER, data "
        "BLOB)");
    FactWriter writer(sql_, 1);
    FactRow row{};
    for (std::int64_t game = 1; game <= 6 * kFactChunkGames + 100; ++game) {
      row[fact_index(Fact::first_posting)] = static_cast<std::int64_t>(owners_.size());
      owners_.insert(owners_.end(), random_() % 5, game);
      writer.append(row);
    }
    writer.flush();
  }

  void expect_owner_of(PostingOwners& owners, std::uint64_t number) {
    const auto found = owners.owner(number);
    ASSERT_EQ(raw(found.game), owners_[number]) << "posting " << number;
    const bool is_of_game = found.ply <= number && owners_[number - found.ply] == raw(found.game);
    ASSERT_TRUE(is_of_game) << "posting " << number << ", ply " << found.ply;
  }

  SqliteFile sql_;
  std::mt19937 random_{5};
  std::vector<std::int64_t> owners_;  // by posting
};

TEST_F(OwnersOfPostings, AreFoundInOrder) {
  PostingOwners owners(sql_);
  for (std::uint64_t number = 0; number < owners_.size(); ++number) {
    expect_owner_of(owners, number);
  }
}

TEST_F(OwnersOfPostings, AreFoundInNoOrder) {
  PostingOwners owners(sql_);
  for (int i = 0; i < 20'000; ++i) expect_owner_of(owners, random_() % owners_.size());
}

TEST_F(OwnersOfPostings, AreMissingWhereNoGameBegins) {
  sql_.exec("UPDATE fact_block SET minimum = 1000000, maximum = 1000000 WHERE id >> 32 = 27");
  PostingOwners owners(sql_);
  EXPECT_THROW((void)owners.owner(17), DatabaseError);
}

}  // namespace
}  // namespace ludex

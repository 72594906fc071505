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

/// Games of 0 to 4 postings each, in twenty chunks.
class OwnersOfPostings : public testing::Test {
 protected:
  OwnersOfPostings() : sql_(":memory:", SqliteFile::Mode::create) {
    sql_.exec(
        "CREATE TABLE fact_block (id INTEGER PRIMARY KEY, minimum INTEGER, maximum INTEGER, data "
        "BLOB)");
    FactWriter writer(sql_, 1);
    FactRow row{};
    for (std::int64_t game = 1; game <= 19 * kFactChunkGames + 100; ++game) {
      row[fact_index(Fact::first_posting)] = static_cast<std::int64_t>(owners_.size());
      owners_.insert(owners_.end(), random_() % 5, game);
      writer.append(row);
    }
    writer.flush();
  }

  void expect_owner_of(PostingOwners& owners, std::uint64_t number) {
    expect_owner_of(number, owners.owner(number));
  }
  void expect_owner_of(std::uint64_t number, PostingOwners::Owner found) {
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

TEST_F(OwnersOfPostings, AreFoundForManyAtOnceAsForEach) {
  PostingOwners owners(sql_);
  for (const std::size_t count : {0, 1, 2, 3, 20, 500, 30'000}) {
    std::vector<std::uint64_t> numbers(count);
    for (std::uint64_t& number : numbers) number = random_() % owners_.size();
    std::ranges::sort(numbers);
    const auto found = owners.owners(numbers);
    ASSERT_EQ(found.size(), count);
    for (std::size_t i = 0; i < count; ++i) expect_owner_of(numbers[i], found[i]);
  }
}

TEST_F(OwnersOfPostings, OfTheLastGameOfAChunkAreFoundWithOthersOfTheNext) {
  PostingOwners owners(sql_);
  std::vector<std::uint64_t> numbers;
  for (std::uint64_t number = 0; number < owners_.size(); ++number) {
    const std::int64_t place = owners_[number] % kFactChunkGames;
    if (place < 2 || place > kFactChunkGames - 2) numbers.push_back(number);
  }
  const auto found = owners.owners(numbers);
  for (std::size_t i = 0; i < numbers.size(); ++i) expect_owner_of(numbers[i], found[i]);
}

TEST_F(OwnersOfPostings, AreMissingWhereNoGameBegins) {
  sql_.exec("UPDATE fact_block SET minimum = 1000000, maximum = 1000000 WHERE id >> 32 = 27");
  PostingOwners owners(sql_);
  EXPECT_THROW((void)owners.owner(17), DatabaseError);
  EXPECT_THROW((void)owners.owners(std::vector<std::uint64_t>{17, 18}), DatabaseError);
}

}  // namespace
}  // namespace ludex

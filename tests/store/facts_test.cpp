#include "store/facts.hpp"

#include "store/sql/sqlite_file.hpp"

#include <gtest/gtest.h>

#include <cstdint>
#include <vector>

namespace ludex {
namespace {

class Facts : public testing::Test {
 protected:
  Facts() : sql_(":memory:", SqliteFile::Mode::create) {
    sql_.exec(
        "CREATE TABLE fact_block (id INTEGER PRIMARY KEY, minimum INTEGER, maximum INTEGER, data "
        "BLOB)");
  }

  /// Writes games with these flags.
  void write(std::int64_t games, std::int64_t flags) {
    FactWriter writer(sql_, next_);
    FactRow row{};
    row[fact_index(Fact::flags)] = flags;
    for (std::int64_t i = 0; i < games; ++i) writer.append(row);
    writer.flush();
    next_ += games;
  }
  std::vector<std::int64_t> visibility(std::int64_t chunk) {
    std::vector<std::int64_t> values;
    FactReader(sql_).read(Fact::visibility, chunk, values);
    return values;
  }
  /// What flags of the chunk say.
  std::vector<std::int64_t> expected(std::int64_t chunk) {
    std::vector<std::int64_t> values;
    FactReader(sql_).read(Fact::flags, chunk, values);
    for (std::int64_t& value : values) value &= kVisibilityFlags;
    return values;
  }

  SqliteFile sql_;
  std::int64_t next_ = 1;
};

TEST_F(Facts, VisibilityFollowsTheFlags) {
  using enum GameFlags::Flag;
  write(4000, alive | hidden | has_variations);
  write(200, alive | no_positions | node_text);
  for (const std::int64_t chunk : {0, 1}) {
    EXPECT_EQ(visibility(chunk), expected(chunk)) << "chunk " << chunk;
  }
  EXPECT_EQ(visibility(0)[0], alive | hidden);
  EXPECT_EQ(visibility(1), std::vector<std::int64_t>(104, alive | no_positions));
  FactWriter(sql_, next_)
      .update(Fact::flags, GameId{10}, GameId{4097},
              [](GameId, std::int64_t flags) { return flags & ~hidden; });
  EXPECT_EQ(visibility(0), expected(0));
  EXPECT_EQ(visibility(0)[8], alive | hidden);
  EXPECT_EQ(visibility(0)[9], alive);
}

TEST_F(Facts, OfOneVisibilityTakeNoRoom) {
  using enum GameFlags::Flag;
  write(4096, alive | node_text);
  const std::int64_t row = static_cast<std::int64_t>(Fact::visibility) << 32;
  EXPECT_EQ(sql_.first_integer("SELECT length(data) FROM fact_block WHERE id = ?", row), 4);
}

TEST_F(Facts, GetTheVisibilityThatOlderProgramsDidNotWrite) {
  using enum GameFlags::Flag;
  write(5000, alive | has_variations);
  sql_.exec("DELETE FROM fact_block WHERE id >> 32 = 34");
  add_visibility(sql_);
  for (const std::int64_t chunk : {0, 1}) {
    EXPECT_EQ(visibility(chunk), expected(chunk)) << "chunk " << chunk;
  }
  EXPECT_TRUE(visibility(2).empty());
}

}  // namespace
}  // namespace ludex

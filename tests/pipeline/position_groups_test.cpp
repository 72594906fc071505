#include "pipeline/indexer_fixture.hpp"

#include "generator/go_archive.hpp"
#include "pipeline/segment_keeper.hpp"
#include "store/posting_tables.hpp"
#include "store/sql/sql_statement.hpp"
#include "store/sql/sqlite_file.hpp"

#include <fmt/format.h>
#include <gtest/gtest.h>

#include <cstdint>
#include <numeric>
#include <string>
#include <vector>

namespace ludex {
namespace {

class PositionGroupsTest : public test::IndexerTest {
 protected:
  static std::string all_rows(SqlConnection& sql, const std::string& table) {
    std::string rows;
    SqlStatement select(sql, fmt::format("SELECT * FROM {} ORDER BY id", table));
    while (select.step()) {
      for (int i = 0; i < select.columns(); ++i) {
        rows.append(select.bytes(i)).append(i + 1 < select.columns() ? "|" : "\n");
      }
    }
    return rows;
  }
};

TEST_F(PositionGroupsTest, AreTheSameWhetherFactsAreInMemoryOrNot) {
  index({add_source("a.sgf", bench::go_archive(6000, 1))});
  SqliteFile sql(database().string(), SqliteFile::Mode::write);
  const std::string groups = all_rows(sql, "position_group");
  const std::string counts = all_rows(sql, "moment_counts");
  ASSERT_GT(counts.size(), 1000u);
  const SegmentInfo segment = PostingTables(sql).segments()[0];
  std::vector<std::uint32_t> blocks(segment.block_count);
  std::iota(blocks.begin(), blocks.end(), 0u);
  for (const std::uint64_t memory_bytes : {std::uint64_t{256} << 10, std::uint64_t{64} << 20}) {
    SqlTransaction transaction(sql);
    sql.exec("DELETE FROM position_group; DELETE FROM moment_counts");
    write_position_groups(sql, segment.id, blocks, memory_bytes, nullptr);
    EXPECT_EQ(all_rows(sql, "position_group"), groups) << memory_bytes;
    EXPECT_EQ(all_rows(sql, "moment_counts"), counts) << memory_bytes;
  }
}

}  // namespace
}  // namespace ludex

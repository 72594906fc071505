// Databases in which a merge left several sources of one path.
#include "engine/merge/merge.hpp"
#include "pipeline/indexer_fixture.hpp"
#include "support/piped.hpp"

#include <gtest/gtest.h>

#include <functional>
#include <string>

namespace ludex::test {
namespace {

const std::string kAnn = "(;SZ[9]PB[Ann];B[ee])\n(;SZ[9]PB[Ann];B[ef])\n";
const std::string kBob = "(;SZ[9]PB[Bob];B[cc])\n(;SZ[9]PB[Bob];B[cd])\n";
const std::string kCid = "(;SZ[9]PB[Cid];B[dd])\n";

class MergedSourceTest : public IndexerTest {
 protected:
  std::string add_file(const std::string& bytes) { return add_source("games.sgf", bytes); }
  /// Indexes both, each into a database of its own, and merges these.
  void merge_indexed(const std::function<void()>& index_first,
                     const std::function<void()>& index_second) {
    database_ = "a.db";
    index_first();
    database_ = "b.db";
    index_second();
    database_ = "games.db";
    merge_databases(database(), {.databases = {folder_.path("a.db"), folder_.path("b.db")}},
                    nullptr, nullptr, stop_);
  }
  void merge_files(const std::string& first, const std::string& second) {
    merge_indexed([&] { index({add_file(first)}); }, [&] { index({add_file(second)}); });
  }
  IndexReport index_stream(const std::string& bytes) {
    options_.stdin_name = "dump";
    const Piped stream(folder_.path("pipe"), bytes);
    return index({stream.path()});
  }
  void merge_streams(const std::string& first, const std::string& second) {
    merge_indexed([&] { index_stream(first); }, [&] { index_stream(second); });
  }
  std::string games() { return ask("SELECT id, black FROM games ORDER BY id"); }
};

TEST_F(MergedSourceTest, AFileThatIsOneOfThemIsKnown) {
  merge_files(kAnn, kBob);
  const std::string merged = games();
  ASSERT_EQ(merged, "1|Ann\n2|Ann\n3|Bob\n4|Bob\n");
  for (const std::string& bytes : {kAnn, kBob}) {
    EXPECT_EQ(index({add_file(bytes)}).known_sources, 1u);
    EXPECT_EQ(messages_, "");
    EXPECT_EQ(games(), merged);
  }
}

TEST_F(MergedSourceTest, AFileLeftAloneIsKnownWhicheverItIs) {
  merge_files(kAnn, kBob);
  const std::string merged = games();
  EXPECT_EQ(index({folder_.path("games.sgf")}).known_sources, 1u);
  EXPECT_EQ(games(), merged);
}

TEST_F(MergedSourceTest, AFileThatHasGrownContinuesItsOwn) {
  merge_files(kAnn, kBob);
  index({add_file(kAnn + kCid)});
  EXPECT_EQ(messages_, "");
  EXPECT_EQ(games(), "1|Ann\n2|Ann\n3|Bob\n4|Bob\n5|Cid\n");
  EXPECT_EQ(ask("SELECT id, games FROM sources"), "1|3\n2|2\n");
}

TEST_F(MergedSourceTest, AFileReadWithOtherOptionsReplacesItsOwn) {
  merge_files(kAnn, kBob);
  options_.charset = "UTF-8";
  index({add_file(kAnn)});
  EXPECT_EQ(games(), "3|Bob\n4|Bob\n5|Ann\n6|Ann\n");
}

TEST_F(MergedSourceTest, AnotherFileReplacesNoneOfThem) {
  merge_files(kAnn, kBob);
  const std::string file = add_file(kCid);
  index({file});
  EXPECT_EQ(messages_,
            file +
                ": the database has 2 sources with this path, and this is not one of them. It is "
                "added, and they stay; if they are out of date, remove them with 'ludex remove "
                "--source' and index again\n");
  EXPECT_EQ(games(), "1|Ann\n2|Ann\n3|Bob\n4|Bob\n5|Cid\n");
  EXPECT_EQ(index({file}).known_sources, 1u);
}

TEST_F(MergedSourceTest, AStreamThatIsOneOfThemIsKnown) {
  merge_streams(kAnn, kBob);
  const std::string merged = games();
  ASSERT_EQ(merged, "1|Ann\n2|Ann\n3|Bob\n4|Bob\n");
  for (const std::string& bytes : {kAnn, kBob}) {
    EXPECT_EQ(index_stream(bytes).known_sources, 1u);
    EXPECT_EQ(messages_, "");
    EXPECT_EQ(games(), merged);
  }
}

TEST_F(MergedSourceTest, AStreamReadWithOtherOptionsReplacesItsOwn) {
  merge_streams(kAnn, kBob);
  options_.charset = "UTF-8";
  index_stream(kAnn);
  EXPECT_EQ(messages_, "");
  EXPECT_EQ(games(), "3|Bob\n4|Bob\n5|Ann\n6|Ann\n");
}

TEST_F(MergedSourceTest, AnotherStreamReplacesNoneOfThem) {
  merge_streams(kAnn, kBob);
  index_stream(kCid);
  EXPECT_NE(messages_.find("dump: the database has 2 sources with this path"), std::string::npos);
  EXPECT_EQ(games(), "1|Ann\n2|Ann\n3|Bob\n4|Bob\n5|Cid\n");
}

}  // namespace
}  // namespace ludex::test

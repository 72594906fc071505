// The database that is written to lies among the sources, or is opened twice.
#include "pipeline/database_files.hpp"
#include "pipeline/indexer_fixture.hpp"

#include "ludex/error.hpp"
#include "support/file_locks.hpp"

#include "generator/go_archive.hpp"

#include <gtest/gtest.h>

#include <filesystem>
#include <string>

namespace ludex::test {
namespace {

namespace fs = std::filesystem;

TEST_F(IndexerTest, TheDatabaseInTheFolderIsNotOpenedAsASource) {
  const std::string folder = folder_.path("all");
  const std::string archive = bench::go_archive(3000, 1);
  add_source("all/a.sgf", archive);
  add_source("all/z.sgf", archive);
  database_ = "all/games.db";
  options_.threads = 1;  // so that the second source is not opened before the first is written
  int looked = 0;
  int locked = 0;
  progress_ = [&](const IndexProgress& progress) {
    // While games of the last source come, the database has been passed, and is being written.
    if (std::string_view(progress.phase) != "reading" || progress.games <= 3100) return;
    ++looked;
    locked += holds_write_lock(database()) ? 1 : 0;
  };
  double seconds = 0;
  for (int run = 0; run < 20 && looked == 0;
       ++run) {  // progress is reported a few times per second
    fs::remove(database());
    const IndexReport report = index({folder});
    seconds = report.seconds;
    ASSERT_EQ(report.games, 6000u);
    EXPECT_EQ(report.skipped_files, 1u);
  }
  ASSERT_GT(looked, 0);
  // Nothing is locked between two commits, which are ten seconds apart.
  EXPECT_GE(locked, looked - static_cast<int>(seconds / 10)) << "its locks were dropped";
}

TEST_F(IndexerTest, ByNameTheDatabaseIsNoSource) {
  const auto source = add_source("a.sgf", "(;SZ[9];B[ee])");
  index({source});
  fs::create_hard_link(database(), folder_.path("hard.db"));
  fs::create_symlink(database(), folder_.path("soft.db"));
  for (const char* name : {"games.db", "hard.db", "soft.db"}) {
    EXPECT_EQ(index({folder_.path(name), source}).failed_sources, 1u);
    EXPECT_EQ(messages_,
              folder_.path(name) +
                  ": is the database itself or one of its files; choose another source\n");
  }
}

TEST_F(IndexerTest, LinksToTheDatabaseInAFolderAreSkipped) {
  index({add_source("a.sgf", "(;SZ[9];B[ee])")});
  fs::create_directory(folder_.path("links"));
  fs::create_hard_link(database(), folder_.path("links/hard.db"));
  fs::create_symlink(database(), folder_.path("links/soft.db"));
  add_source("links/b.sgf", "(;SZ[9];B[cc])");
  const IndexReport report = index({folder_.path("links")});
  EXPECT_EQ(report.games, 1u);
  EXPECT_EQ(report.skipped_files, 2u);
  EXPECT_EQ(report.failed_sources, 0u);
}

bool contains(const DatabaseFiles& files, const std::string& path) {
  return files.contains(path, find_identity(path));
}

TEST(DatabaseFiles, AreKnownByNameBeforeTheyAreThere) {
  const TemporaryFolder folder;
  const std::string database = folder.add_file("games.db", "");
  const DatabaseFiles files(database);
  for (const char* name : {"games.db", "games.db-journal", "games.db-wal", "games.db-shm",
                           "games.db-spill-0", "games.db-spill-17"}) {
    EXPECT_TRUE(contains(files, folder.add_file(name, ""))) << name;
    EXPECT_TRUE(contains(files, folder.path("./") + name)) << name;
  }
  for (const char* name :
       {"games.db-journal.sgf", "games.db-spill-", "games.db-spill-x", "games.dbx", "other.db",
        "games.db.sgf", "sub/games.db", "sub/games.db-journal"}) {
    EXPECT_FALSE(contains(files, folder.add_file(name, ""))) << name;
  }
}

TEST(DatabaseFiles, OfALinkedDatabaseLieBesideBothNames) {
  const TemporaryFolder folder;
  folder.add_file("real/games.db", "");
  fs::create_symlink("real/games.db", folder.path("link.db"));
  const DatabaseFiles files(folder.path("link.db"));
  for (const char* name : {"link.db", "real/games.db"}) {
    EXPECT_TRUE(contains(files, folder.path(name))) << name;
  }
  for (const char* name : {"real/games.db-journal", "link.db-spill-0"}) {
    EXPECT_TRUE(contains(files, folder.add_file(name, ""))) << name;
  }
}

TEST_F(IndexerTest, OpeningADatabaseTwiceInOneProcessKeepsItsLocks) {
  const auto source = add_source("a.sgf", "(;SZ[9];B[ee])");
  index({source});
  Database writer = Database::open_for_writing(database(), 1 << 20);
  writer.sql().exec("BEGIN IMMEDIATE");
  ASSERT_TRUE(holds_write_lock(database()));
  (void)Database::open_for_reading(database());
  EXPECT_TRUE(holds_write_lock(database())) << "after a reader";
  EXPECT_THROW(index({source}), DatabaseError);
  EXPECT_TRUE(holds_write_lock(database())) << "after a second writer";
  writer.sql().exec("ROLLBACK");
}

}  // namespace
}  // namespace ludex::test

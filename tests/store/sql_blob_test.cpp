#include "store/sql/sql_blob.hpp"

#include "store/sql/sql_statement.hpp"
#include "store/sql/sqlite_file.hpp"
#include "support/temporary_folder.hpp"

#include <gtest/gtest.h>

#include <string>

namespace ludex {
namespace {

/// A file with one blob that fills many pages.
class MappedFileTest : public ::testing::Test {
 protected:
  MappedFileTest() {
    sql_.exec("CREATE TABLE long (id INTEGER PRIMARY KEY, data BLOB)");
    sql_.run("INSERT INTO long VALUES (1, zeroblob(300000))");
  }
  [[nodiscard]] bool is_mapped() { return sql_.first_integer("PRAGMA mmap_size") > 0; }
  [[nodiscard]] std::string tail() {
    SqlBlobReader blobs(sql_, "long", "data");
    std::string bytes(4, 'x');
    if (blobs.open(1)) blobs.read(blobs.size() - bytes.size(), bytes.data(), bytes.size());
    return bytes;
  }

  const test::TemporaryFolder folder_;
  const std::string path_ = folder_.path() + "/long.db";
  SqliteFile sql_{path_, SqliteFile::Mode::create, 0, path_};
};

TEST_F(MappedFileTest, IsMappedUntilItIsTold) {
  SqlMappedFile file(sql_);
  EXPECT_FALSE(is_mapped());
  file.map();
  EXPECT_TRUE(is_mapped());
  EXPECT_EQ(tail(), std::string(4, '\0'));
  file.unmap();
  EXPECT_FALSE(is_mapped());
  file.map();
  EXPECT_TRUE(is_mapped());
}

TEST_F(MappedFileTest, IsNotMappedAfterwards) {
  { SqlMappedFile(sql_).map(); }
  EXPECT_FALSE(is_mapped());
}

TEST_F(MappedFileTest, StaysMappedIfItWas) {
  sql_.exec("PRAGMA mmap_size = 1000000");
  {
    SqlMappedFile file(sql_);
    file.map();
    file.unmap();
  }
  EXPECT_TRUE(is_mapped());
}

TEST_F(MappedFileTest, SeesWhatItsTransactionWrites) {
  SqlMappedFile file(sql_);
  SqlTransaction transaction(sql_);
  sql_.run("UPDATE long SET data = data || x'01020304'");
  file.map();
  EXPECT_EQ(tail(), "\x01\x02\x03\x04");
}

}  // namespace
}  // namespace ludex

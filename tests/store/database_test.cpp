#include "ludex/store/database.hpp"

#include "ludex/core/error.hpp"
#include "support/temporary_folder.hpp"

#include <SQLiteCpp/SQLiteCpp.h>
#include <gtest/gtest.h>

#include <fstream>
#include <iterator>
#include <string>

namespace ludex {
namespace {

class DatabaseTest : public ::testing::Test {
 protected:
  DatabaseTest() { (void)Database::open_for_writing(path_, 1 << 20); }
  void change(const std::string& sql) { SQLite::Database(path_, SQLite::OPEN_READWRITE).exec(sql); }
  std::string bytes() {
    std::ifstream file(path_, std::ios::binary);
    return {std::istreambuf_iterator<char>(file), {}};
  }
  std::string refusal() {
    try {
      (void)Database::open_for_writing(path_, 1 << 20);
    } catch (const DatabaseError& error) {
      return error.what();
    }
    return "";
  }

  test::TemporaryFolder folder_;
  std::string path_ = folder_.path("games.db");
};

TEST_F(DatabaseTest, OneWithOtherKeysIsNotUpgradedButRefusedUntouched) {
  change("UPDATE meta SET value = '1000' WHERE key = 'key_version'; PRAGMA user_version = 2");
  const std::string before = bytes();
  EXPECT_NE(refusal().find("key_version is 1000, this program uses"), std::string::npos);
  EXPECT_TRUE(bytes() == before);
}

TEST_F(DatabaseTest, ANewerOneIsRefusedUntouched) {
  change("PRAGMA user_version = 1000");
  const std::string before = bytes();
  EXPECT_NE(refusal().find("made by a newer version (schema 1000"), std::string::npos);
  EXPECT_TRUE(bytes() == before);
}

}  // namespace
}  // namespace ludex

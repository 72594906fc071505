#include "store/database.hpp"

#include "ludex/error.hpp"
#include "store/sql/sql_statement.hpp"
#include "store/sql/sqlite_file.hpp"
#include "support/temporary_folder.hpp"

#include <gtest/gtest.h>

#include <atomic>
#include <chrono>
#include <fstream>
#include <iterator>
#include <memory>
#include <string>
#include <thread>

namespace ludex {
namespace {

class DatabaseTest : public ::testing::Test {
 protected:
  DatabaseTest() { (void)Database::open_for_writing(path_, 1 << 20); }
  void change(const std::string& sql) { SqliteFile(path_, SqliteFile::Mode::write).exec(sql); }
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

TEST_F(DatabaseTest, AStrangersTriggerIsRefusedUntouched) {
  change("CREATE TRIGGER strange AFTER INSERT ON game BEGIN DELETE FROM record; END");
  const std::string before = bytes();
  EXPECT_EQ(refusal(), path_ +
                           ": it has the trigger 'strange', which Ludex never makes; drop it with "
                           "another program: DROP TRIGGER \"strange\"");
  EXPECT_TRUE(bytes() == before);
}

TEST_F(DatabaseTest, AViewUnderTheNameOfATableIsRefused) {
  change("ALTER TABLE meta RENAME TO about; CREATE VIEW meta AS SELECT * FROM about");
  EXPECT_NE(refusal().find("'meta' is no table of Ludex; restore the database"), std::string::npos);
}

TEST_F(DatabaseTest, AMissingTableIsNamedBeforeAnythingIsRead) {
  change("DROP TABLE segment");
  EXPECT_NE(refusal().find("a table or view of Ludex is missing"), std::string::npos);
}

TEST_F(DatabaseTest, TablesOfOthersBesideOursDoNoHarm) {
  change("CREATE TABLE mine (a); CREATE VIEW yours AS SELECT 1; CREATE INDEX more ON game (moves)");
  EXPECT_EQ(refusal(), "");
}

TEST_F(DatabaseTest, IdsOutOfRangeAreRefused) {
  change("UPDATE counter SET next = 9223372036854775807 WHERE name = 'record'");
  EXPECT_NE(refusal().find("the next record id is 9223372036854775807, which is out of range"),
            std::string::npos);
}

TEST_F(DatabaseTest, MoreGamesThanTheBlocksOfFactsHoldAreRefused) {
  change("UPDATE counter SET next = 1000000000000 WHERE name = 'game'");
  EXPECT_NE(refusal().find("it counts 999999999999 games, but its blocks of facts hold 0 to 0"),
            std::string::npos);
}

TEST_F(DatabaseTest, AConnectionCannotWriteTheSchema) {
  EXPECT_THROW(change("PRAGMA writable_schema = ON; UPDATE sqlite_schema SET sql = ''"),
               DatabaseError);
  EXPECT_EQ(refusal(), "");
}

/// A program that reads the database in one transaction.
class LongReader {
 public:
  explicit LongReader(const std::string& path) : sql_(path, SqliteFile::Mode::read) {
    sql_.exec("BEGIN; SELECT count(*) FROM meta");
  }

 private:
  SqliteFile sql_;
};

TEST_F(DatabaseTest, AWriterSaysThatItWaitsForAReaderAndGivesUpAtTheLimit) {
  std::string said;
  WaitOptions wait;
  wait.limit = std::chrono::milliseconds(2'500);
  wait.say = [&](const std::string& line) { said += line + "\n"; };
  Database database = Database::open_for_writing(path_, 1 << 20, wait);
  const LongReader reader(path_);
  EXPECT_THROW(database.set_meta("key", "value"), SqlError);
  EXPECT_EQ(said,
            path_ + ": another program is reading it in a long transaction; waiting up to 2 s\n");
}

TEST_F(DatabaseTest, AWriterThatIsToStopWaitsAFewSecondsOnly) {
  const std::atomic<bool> stop = true;
  WaitOptions wait;
  wait.stop = &stop;
  Database database = Database::open_for_writing(path_, 1 << 20, wait);
  const LongReader reader(path_);
  EXPECT_THROW(database.set_meta("key", "value"), SqlError);
}

TEST_F(DatabaseTest, AWriterGoesOnOnceTheReaderIsDone) {
  std::string said;
  WaitOptions wait;
  wait.say = [&](const std::string& line) { said += line + "\n"; };
  Database database = Database::open_for_writing(path_, 1 << 20, wait);
  auto reader = std::make_unique<LongReader>(path_);
  std::jthread ends([&] {
    std::this_thread::sleep_for(std::chrono::milliseconds(100));
    reader.reset();
  });
  database.set_meta("key", "value");
  EXPECT_EQ(database.meta("key"), "value");
  EXPECT_EQ(said, "");
}

class ChangedPagesTest : public DatabaseTest {
 protected:
  void change_some() {  // more than the cache holds
    database_.sql().exec(
        "INSERT INTO text_block (id, data, size) VALUES (1, zeroblob(25000000), 0)");
  }
  bool a_reader_may_read() {
    SqliteFile reader(path_, SqliteFile::Mode::read);
    try {
      (void)reader.first_integer("SELECT count(*) FROM meta");
    } catch (const SqlError& error) {
      EXPECT_EQ(error.kind(), SqlError::Kind::busy);
      return false;
    }
    return true;
  }

  Database database_ = Database::open_for_writing(path_, 64 << 20);
};

TEST_F(ChangedPagesTest, AreWrittenAtTheCommitSoThatReadersGoOnBefore) {
  SqlTransaction transaction(database_.sql());
  change_some();
  EXPECT_TRUE(a_reader_may_read());
  transaction.commit();
  EXPECT_TRUE(a_reader_may_read());
}

TEST_F(ChangedPagesTest, AreWrittenEarlierWhereThatIsAskedFor) {
  SqlTransaction transaction(database_.sql());
  database_.set_meta("key", "value");
  {
    const EarlyWrites early(database_);
    change_some();
  }
  EXPECT_FALSE(a_reader_may_read());
  transaction.commit();
  EXPECT_TRUE(a_reader_may_read());
  SqlTransaction next(database_.sql());
  database_.sql().exec("DELETE FROM text_block");
  change_some();
  EXPECT_TRUE(a_reader_may_read());
}

class WriterBesideAReaderTest : public DatabaseTest {
 protected:
  static WaitOptions short_wait() {
    WaitOptions wait;
    wait.limit = std::chrono::milliseconds(300);
    return wait;
  }

  Database database_ = Database::open_for_writing(path_, 1 << 20, short_wait());
  LongReader reader_{path_};
  SqlTransaction transaction_{database_.sql()};
};

TEST_F(WriterBesideAReaderTest, IsRefusedEarlyWrites) {
  database_.set_meta("key", "value");
  EXPECT_THROW(EarlyWrites{database_}, SqlError);
}

TEST_F(WriterBesideAReaderTest, WaitsForItOnceInATransactionHoweverManyPagesItChanges) {
  const auto begin = std::chrono::steady_clock::now();
  for (int i = 1; i <= 300; ++i) {
    database_.sql().run("INSERT INTO text_block (id, data, size) VALUES (?, zeroblob(20000), 0)",
                        i);
  }
  EXPECT_THROW(transaction_.commit(), SqlError);
  EXPECT_LT(std::chrono::steady_clock::now() - begin, std::chrono::seconds(5));
}

TEST_F(WriterBesideAReaderTest, WaitsAgainInTheNextTransaction) {
  database_.set_meta("key", "value");
  EXPECT_THROW(transaction_.commit(), SqlError);
  database_.sql().exec("ROLLBACK");
  SqlTransaction next(database_.sql());
  database_.set_meta("key", "value");
  const auto begin = std::chrono::steady_clock::now();
  EXPECT_THROW(next.commit(), SqlError);
  EXPECT_GE(std::chrono::steady_clock::now() - begin, std::chrono::milliseconds(300));
}

TEST_F(DatabaseTest, ItsCacheGrowsWithTheFileUpToTheLimit) {
  const auto cache_mib = [&](std::uint64_t most_bytes) {
    Database database = Database::open_for_writing(path_, most_bytes);
    return -database.sql().first_integer("PRAGMA cache_size") / 1024;
  };
  EXPECT_EQ(cache_mib(8 << 20), 8);
  EXPECT_EQ(cache_mib(256 << 20), 16);
  change("INSERT INTO text_block (id, data, size) VALUES (1, zeroblob(160000000), 0)");
  EXPECT_EQ(cache_mib(8 << 20), 8);
  EXPECT_EQ(cache_mib(256 << 20), 19);
}

}  // namespace
}  // namespace ludex

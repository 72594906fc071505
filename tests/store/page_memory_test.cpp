#include "store/sql/page_memory.hpp"

#include "store/sql/sqlite_file.hpp"

#include <gtest/gtest.h>

#include <atomic>
#include <thread>
#include <vector>

namespace ludex {
namespace {

TEST(PageMemory, IsGotAheadWhilePagesAreTaken) {
  constexpr int kDatabases = 3;
  std::atomic<int> filled = 0;
  std::atomic<int> sound = 0;
  const auto fill = [&] {
    SqliteFile file(":memory:", SqliteFile::Mode::create);
    file.exec(
        "PRAGMA page_size = 16384; CREATE TABLE thing (data BLOB); "
        "WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 2000) "
        "INSERT INTO thing SELECT zeroblob(5000) FROM n");
    sound += file.first_integer(
                 "SELECT count(*) FROM pragma_integrity_check WHERE "
                 "integrity_check = 'ok'") == 1
                 ? 1
                 : 0;
    ++filled;
  };
  std::vector<std::thread> threads;
  for (int i = 0; i < kDatabases; ++i) threads.emplace_back(fill);
  for (int i = 0; i < 2; ++i) {
    threads.emplace_back([&] {
      while (filled < kDatabases) get_page_memory_ahead();
    });
  }
  for (std::thread& thread : threads) thread.join();
  EXPECT_EQ(sound, kDatabases);
}

}  // namespace
}  // namespace ludex

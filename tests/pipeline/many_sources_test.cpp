// Folders of more files than are looked at together.
#include "pipeline/indexer_fixture.hpp"
#include "support/sanitized.hpp"

#include <fcntl.h>
#include <fmt/format.h>
#include <gtest/gtest.h>
#include <sys/resource.h>
#include <unistd.h>

#include <chrono>
#include <filesystem>
#include <string>
#include <thread>
#include <vector>

namespace ludex::test {
namespace {

class ManySourcesTest : public IndexerTest {
 protected:
  static constexpr int kFiles = 2500;

  ManySourcesTest() {
    options_.threads = 8;
    for (int i = 0; i < kFiles; ++i) paths_.push_back(add_game(i, "Bob"));
  }
  std::string add_game(int number, const std::string& white) {
    return add_source(fmt::format("games/{:04}.sgf", number),
                      fmt::format("(;SZ[9]PB[{}]PW[{}]C[{:4000}];B[ee])\n", number, white, number));
  }
  IndexOptions with(int threads, std::uint64_t memory_bytes) {
    IndexOptions options;
    options.threads = threads;
    options.memory_bytes = memory_bytes;
    return options;
  }

  std::vector<std::string> paths_;
  std::string folder_of_games_ = folder_.path("games");
};

TEST_F(ManySourcesTest, GiveTheSameOnAnyNumberOfThreadsInAnyMemory) {
  const std::string one = signature_of({folder_of_games_}, with(1, 1 << 30));
  EXPECT_EQ(signature_of({folder_of_games_}, with(8, 1 << 30)), one);
  // The contents of these files do not fit the 2 MiB of plans.
  EXPECT_EQ(signature_of({folder_of_games_}, with(8, 64 << 20)), one);
}

TEST_F(ManySourcesTest, AreReadOnceHoweverOftenTheyAreNamed) {
  std::vector<std::string> names = paths_;
  names.push_back(paths_.front());
  names.push_back(folder_of_games_ + "/../games/0001.sgf");
  EXPECT_EQ(index(names).games, std::uint64_t{kFiles});
}

TEST_F(ManySourcesTest, AreKnownAgainExceptTheChangedOneAndTheMissingOne) {
  EXPECT_EQ(index(paths_).games, std::uint64_t{kFiles});
  add_game(1500, "Cay");
  std::filesystem::remove(paths_[2000]);
  const IndexReport again = index(paths_);
  EXPECT_EQ(again.known_sources, std::uint64_t{kFiles - 2});
  EXPECT_EQ(again.games, 1u);
  EXPECT_EQ(again.failed_sources, 1u);
  EXPECT_NE(messages_.find(paths_[2000]), std::string::npos) << messages_;
  EXPECT_EQ(ask("SELECT count(*) FROM games WHERE white = 'Cay'"), "1\n");
}

TEST_F(ManySourcesTest, AreFoundWhereTheyWereMovedTo) {
  index(paths_);
  const std::string moved = folder_.path("moved");
  std::filesystem::rename(folder_of_games_, moved);
  EXPECT_EQ(index({moved}).known_sources, std::uint64_t{kFiles});
  EXPECT_EQ(ask("SELECT count(*) FROM source WHERE path LIKE '%/moved/%'"), "2500\n");
}

TEST_F(ManySourcesTest, GiveTheSameAfterStopsAtAnyTime) {
  const std::string whole = signature_of({folder_of_games_}, with(8, 1 << 30));
  database_ = "stopped.db";
  for (const int milliseconds : {0, 1, 2, 5, 10, 20, 40, 80}) {
    std::thread clock([&] {
      std::this_thread::sleep_for(std::chrono::milliseconds(milliseconds));
      stop_ = true;
    });
    index({folder_of_games_});
    clock.join();
    stop_ = false;
  }
  index({folder_of_games_});
  EXPECT_EQ(signature_now(), whole);
}

/// While it lives, the process can open so many more files than it has open now.
class FewDescriptors {
 public:
  explicit FewDescriptors(std::size_t more) {
    getrlimit(RLIMIT_NOFILE, &before_);
    std::vector<int> free;
    while (free.size() < more) free.push_back(::open("/dev/null", O_RDONLY));
    rlimit few = before_;
    few.rlim_cur = static_cast<rlim_t>(free.back()) + 1;
    setrlimit(RLIMIT_NOFILE, &few);
    for (const int descriptor : free) ::close(descriptor);
  }
  ~FewDescriptors() { setrlimit(RLIMIT_NOFILE, &before_); }
  FewDescriptors(const FewDescriptors&) = delete;
  FewDescriptors& operator=(const FewDescriptors&) = delete;

 private:
  rlimit before_{};
};

TEST_F(ManySourcesTest, AreReadWithFewDescriptors) {
#ifdef LUDEX_SANITIZED
  GTEST_SKIP() << "skipped: the sanitizer opens a pipe to look at memory";
#endif
  const FewDescriptors few(5);  // the database needs four
  EXPECT_EQ(index(paths_).games, std::uint64_t{kFiles}) << messages_;
}

}  // namespace
}  // namespace ludex::test

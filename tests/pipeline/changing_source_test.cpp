#include "pipeline/indexer_fixture.hpp"

#include <gtest/gtest.h>
#include <sys/stat.h>

#include <chrono>
#include <filesystem>
#include <fstream>
#include <functional>
#include <string>
#include <thread>

namespace ludex {
namespace {

const std::string kTwoShortGames = "(;SZ[9]PB[A];B[ee])\n(;SZ[9]PB[B];B[ee])\n";
/// In a file that is too large to be read when the run looks at it.
const std::string kTwoGames = kTwoShortGames + std::string(17 << 10, ' ') + "\n";
const std::string kOtherGames = "(;SZ[9]PB[C]PW[White];B[cc])\n(;SZ[9]PB[D]PW[White];B[cc])\n";

/// Files that change between the moment when the run looks at them and the end of their reading.
class ChangingSourceTest : public test::IndexerTest {
 protected:
  /// Indexes a pipe and then `file`, and changes it while the pipe is still open.
  void change_while_read(const std::string& file, const std::function<void()>& change) {
    const std::string pipe = folder_.path("slow.sgf");
    ASSERT_EQ(::mkfifo(pipe.c_str(), 0600), 0);
    std::thread writer([&] {
      std::ofstream slow(pipe, std::ios::binary);  // waits for the reader
      std::this_thread::sleep_for(kTick);
      change();
      slow << "(;SZ[9]PB[Slow];B[aa])";
    });
    options_.threads = 1;
    index({pipe, file});
    writer.join();
    std::filesystem::remove(pipe);
  }
  std::string games_of_file() {
    return ask("SELECT id, black FROM games WHERE source NOT LIKE '%slow.sgf'");
  }

  static constexpr auto kTick = std::chrono::milliseconds(50);  // of the file system's clock
};

TEST_F(ChangingSourceTest, AFileThatIsRewrittenIsReadAgain) {
  const std::string club = add_source("club.sgf", kTwoGames);
  change_while_read(club, [&] { add_source("club.sgf", kOtherGames); });
  EXPECT_EQ(messages_, club +
                           ": changed while it was read; what was read is kept, and the next "
                           "run reads it again\n");
  EXPECT_EQ(games_of_file(), "2|C\n3|D\n");
  EXPECT_EQ(index({club}).known_sources, 0u);
  EXPECT_EQ(messages_, "");
  EXPECT_EQ(games_of_file(), "4|C\n5|D\n");
  EXPECT_EQ(index({club}).known_sources, 1u);
}

TEST_F(ChangingSourceTest, AChangeThatTheFingerprintDoesNotTellIsFound) {
  // A fingerprint looks at the first and the last MiB.
  std::string bytes = kTwoGames + "(;SZ[9]C[" + std::string(3'000'000, 'x') + "];B[ee])";
  const std::string club = add_source("club.sgf", bytes);
  change_while_read(club, [&] {
    bytes[1'500'000] = 'y';
    add_source("club.sgf", bytes);
  });
  EXPECT_NE(messages_.find("changed while it was read"), std::string::npos) << messages_;
  const std::string games = ask("SELECT min(id), max(id), count(*) FROM games");
  index({club});  // reads it, and finds what it has
  EXPECT_EQ(messages_, "");
  EXPECT_EQ(ask("SELECT count(*) FROM source WHERE substr(fingerprint, 1, 1) = '?'"), "0\n");
  EXPECT_EQ(ask("SELECT min(id), max(id), count(*) FROM games"), games);
  EXPECT_EQ(index({club}).known_sources, 1u);
}

TEST_F(ChangingSourceTest, AFileThatGrowsIsReadOnWhereTheReadingEnded) {
  const std::string club = add_source("club.sgf", kTwoGames);
  change_while_read(club, [&] { add_source("club.sgf", kTwoGames + kOtherGames); });
  EXPECT_EQ(messages_, club +
                           ": grew while it was read; what was read is kept, and the next run "
                           "reads the rest\n");
  EXPECT_EQ(games_of_file(), "2|A\n3|B\n4|C\n5|D\n");
  index({club});
  EXPECT_EQ(messages_, "");
  EXPECT_EQ(games_of_file(), "2|A\n3|B\n4|C\n5|D\n");
  EXPECT_EQ(index({club}).known_sources, 1u);
}

TEST_F(ChangingSourceTest, AFileInWhosePlaceAnotherOneComesIsReadAgain) {
  const std::string club = add_source("club.sgf", kTwoGames);
  const std::string other = add_source("other", kOtherGames);
  change_while_read(club, [&] { std::filesystem::rename(other, club); });
  EXPECT_NE(messages_.find("changed while it was read"), std::string::npos) << messages_;
  index({club});
  EXPECT_EQ(games_of_file(), "4|C\n5|D\n");
}

TEST_F(ChangingSourceTest, ASmallFileIsReadAtOnceAndTheNextRunFindsWhatChangedAfterIt) {
  const std::string club = add_source("club.sgf", kTwoShortGames);
  change_while_read(club, [&] { add_source("club.sgf", kOtherGames); });
  EXPECT_EQ(messages_, "");
  EXPECT_EQ(games_of_file(), "2|A\n3|B\n");
  EXPECT_EQ(index({club}).known_sources, 0u);
  EXPECT_EQ(messages_, "");
  EXPECT_EQ(games_of_file(), "4|C\n5|D\n");
  EXPECT_EQ(index({club}).known_sources, 1u);
}

TEST_F(ChangingSourceTest, ASmallFileThatGrowsAfterItWasReadIsReadOnByTheNextRun) {
  const std::string club = add_source("club.sgf", kTwoShortGames);
  change_while_read(club, [&] { add_source("club.sgf", kTwoShortGames + kOtherGames); });
  EXPECT_EQ(games_of_file(), "2|A\n3|B\n");
  index({club});
  EXPECT_EQ(games_of_file(), "2|A\n3|B\n4|C\n5|D\n");
  EXPECT_EQ(index({club}).known_sources, 1u);
}

TEST_F(ChangingSourceTest, AFileThatIsLeftAloneHasNotChanged) {
  const std::string club = add_source("club.sgf", kTwoGames);
  change_while_read(club, [] {});
  EXPECT_EQ(messages_, "");
  EXPECT_EQ(index({club}).known_sources, 1u);
}

}  // namespace
}  // namespace ludex

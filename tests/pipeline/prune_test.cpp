#include "ludex/error.hpp"
#include "pipeline/indexer_fixture.hpp"

#include <filesystem>

namespace ludex::test {
namespace {

namespace fs = std::filesystem;

constexpr const char* kOne = "(;GM[1]SZ[9]PB[Ann];B[ee])\n";
constexpr const char* kTwo = "(;GM[1]SZ[9]PB[Bob];B[cc])\n(;GM[1]SZ[9]PB[Cid];B[dd])\n";

class Prune : public IndexerTest {
 protected:
  Prune() {
    fs::create_directories(folder_.path("here/deep"));
    add_source("here/one.sgf", kOne);
    add_source("here/deep/two.sgf", kTwo);
    options_.prune = true;
  }
  [[nodiscard]] std::string here() const { return folder_.path("here"); }
  void remove(const std::string& name) { fs::remove_all(folder_.path(name)); }
};

TEST_F(Prune, SourcesWhoseFilesAreGoneAreRemovedWithTheirGames) {
  index({here()});
  remove("here/deep");
  const IndexReport report = index({here()});
  EXPECT_EQ(report.pruned_sources, 1U);
  EXPECT_EQ(report.pruned_games, 2U);
  EXPECT_EQ(report.known_sources, 1U);
  EXPECT_EQ(ask("SELECT black FROM games"), "Ann\n");
  const std::string pruned = signature_now();
  EXPECT_EQ(pruned, signature_of({here()}, {}));
}

TEST_F(Prune, WithoutItTheyStay) {
  options_.prune = false;
  index({here()});
  remove("here/deep");
  EXPECT_EQ(index({here()}).pruned_sources, 0U);
  EXPECT_EQ(ask("SELECT count(*) FROM games"), "3\n");
}

TEST_F(Prune, MovedFilesAreKnownUnderTheirNewPathAndStay) {
  index({here()});
  fs::rename(folder_.path("here/deep/two.sgf"), folder_.path("here/moved.sgf"));
  const IndexReport report = index({here()});
  EXPECT_EQ(report.pruned_sources, 0U);
  EXPECT_EQ(report.known_sources, 2U);
}

TEST_F(Prune, AFileThatBecameAFolderOrALinkIsGone) {
  add_source("here/three.sgf", "(;GM[1]SZ[9]PB[Dan];B[gg])");
  index({here()});
  remove("here/one.sgf");
  fs::create_directory(folder_.path("here/one.sgf"));
  remove("here/three.sgf");
  fs::create_symlink("nowhere", folder_.path("here/three.sgf"));
  EXPECT_EQ(index({here()}).pruned_sources, 2U);
  EXPECT_EQ(ask("SELECT black FROM games"), "Bob\nCid\n");
}

TEST_F(Prune, WhatLiesBehindALinkedFolderIsGone) {
  index({here()});
  fs::rename(folder_.path("here/deep"), folder_.path("big"));
  fs::create_symlink(folder_.path("big"), folder_.path("here/deep"));
  EXPECT_EQ(index({here()}).pruned_sources, 1U);
  EXPECT_EQ(ask("SELECT black FROM games"), "Ann\n");
  const std::string pruned = signature_now();
  EXPECT_EQ(pruned, signature_of({here()}, {}));
}

TEST_F(Prune, OtherFoldersAreLeftAlone) {
  fs::create_directories(folder_.path("here2"));
  add_source("here2/three.sgf", "(;GM[1]SZ[9]PB[Dan];B[gg])");
  index({here(), folder_.path("here2")});
  remove("here2/three.sgf");
  EXPECT_EQ(index({here()}).pruned_sources, 0U);
}

TEST_F(Prune, AFolderWithNoKnownFileLeftMayNotBeMounted) {
  index({here()});
  remove("here/deep");
  remove("here/one.sgf");
  const IndexReport report = index({here()});
  EXPECT_EQ(report.pruned_sources, 0U);
  EXPECT_EQ(report.failed_sources, 1U);
  EXPECT_NE(messages_.find("is it mounted?"), std::string::npos);
  EXPECT_EQ(ask("SELECT count(*) FROM games"), "3\n");
}

TEST_F(Prune, FoldersInEachOtherCountAFileOnce) {
  index({here()});
  add_source("here/deep/three.sgf", "(;GM[1]SZ[9]PB[Dan];B[gg])");
  remove("here/deep/two.sgf");
  EXPECT_EQ(index({here(), here() + "/deep"}).pruned_sources, 1U);
}

TEST_F(Prune, AFolderMustBeGiven) {
  EXPECT_THROW(index({folder_.path("here/one.sgf")}), UsageError);
}

}  // namespace
}  // namespace ludex::test

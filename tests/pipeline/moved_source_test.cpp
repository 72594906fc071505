// Files that lie elsewhere than when they were indexed.
#include "pipeline/indexer_fixture.hpp"

#include <gtest/gtest.h>

#include <filesystem>
#include <string>

namespace ludex::test {
namespace {

class MovedSourceTest : public IndexerTest {
 protected:
  std::string add_game(const std::string& name) {
    return add_source(name, "(;SZ[9]PB[Ann];B[ee])\n");
  }
  std::string sources() { return ask("SELECT source, games FROM sources ORDER BY id"); }
};

TEST_F(MovedSourceTest, AFormerPathThatCannotBeLookedAtCountsAsThere) {
  const std::string old = add_game("old/a.sgf");
  index({old});
  std::filesystem::remove_all(folder_.path("old"));
  std::filesystem::create_symlink("old", folder_.path("old"));  // a loop
  const std::string copy = add_game("copy/b.sgf");
  const std::string other = add_source("copy/c.sgf", "(;SZ[9]PB[Bob];B[cc])\n");
  EXPECT_EQ(index({folder_.path("copy")}).games, 2u);
  EXPECT_EQ(messages_, "");
  EXPECT_EQ(sources(), old + "|1\n" + copy + "|1\n" + other + "|1\n");
}

TEST_F(MovedSourceTest, AFileThatLeftALinkBehindIsKnownUnderItsNewPath) {
  const std::string old = add_game("a.sgf");
  index({old});
  const std::string moved = folder_.path("b.sgf");
  std::filesystem::rename(old, moved);
  std::filesystem::create_symlink(moved, old);
  EXPECT_EQ(index({old}).known_sources, 1u);
  EXPECT_EQ(ask("SELECT path, games FROM source"), moved + "|1\n");
}

TEST_F(MovedSourceTest, AFolderThatLeftALinkBehindIsKnownUnderItsNewPath) {
  add_game("disk/d/a.sgf");
  index({folder_.path("disk/d")});
  std::filesystem::rename(folder_.path("disk/d"), folder_.path("big"));
  std::filesystem::create_symlink("../big", folder_.path("disk/d"));
  EXPECT_EQ(index({folder_.path("disk/d")}).known_sources, 1u);
  EXPECT_EQ(ask("SELECT path, games FROM source"), folder_.path("big/a.sgf") + "|1\n");
}

TEST_F(MovedSourceTest, AHardLinkIsACopy) {
  const std::string old = add_game("a.sgf");
  index({old});
  std::filesystem::create_hard_link(old, folder_.path("b.sgf"));
  EXPECT_EQ(index({folder_.path("b.sgf")}).games, 1u);
}

}  // namespace
}  // namespace ludex::test

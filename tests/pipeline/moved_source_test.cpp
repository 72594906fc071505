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

}  // namespace
}  // namespace ludex::test

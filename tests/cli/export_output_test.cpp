#include "cli/command.hpp"

#include <gtest/gtest.h>

namespace ludex::cli {
namespace {

TEST(SplitPath, PutsTheNameWhereThePatternSays) {
  EXPECT_EQ(split_path("out/{}.sgf.gz", "1996", "sgf"), "out/1996.sgf.gz");
  EXPECT_EQ(split_path("out/", "1996", "sgf"), "out/1996.sgf");
  EXPECT_EQ(split_path("games.sgf.gz", "1996", "sgf"), "games-1996.sgf.gz");
  EXPECT_EQ(split_path("games.xz", "1996", "sgf"), "games-1996.xz");
  EXPECT_EQ(split_path("out/", "sgf", "sgf"), "out/games.sgf");
  EXPECT_EQ(split_path("games.{}.gz", "sgf", "sgf"), "games.sgf.gz");
}

TEST(SplitPath, TakesANameWithoutAnEndingForAFolder) {
  EXPECT_EQ(split_path("nowhere", "1996", "sgf"), "nowhere/1996.sgf");
  EXPECT_EQ(split_path("a.b/nowhere", "1996", "sgf"), "a.b/nowhere/1996.sgf");
  EXPECT_EQ(split_path(".nowhere", "1996", "sgf"), ".nowhere/1996.sgf");
  EXPECT_EQ(split_path(".", "1996", "sgf"), "./1996.sgf");
  EXPECT_EQ(split_path("..", "1996", "sgf"), "../1996.sgf");
}

}  // namespace
}  // namespace ludex::cli

#include "store/cluster_blocks.hpp"

#include "ludex/error.hpp"

#include <gtest/gtest.h>

#include <string>
#include <string_view>
#include <vector>

namespace ludex {
namespace {

std::vector<GameMarks> made_marks() {
  return {{},
          {GameMarks::Kind::text, 2, 0, {1, 2}},
          {GameMarks::Kind::few, 2, 0, {0xFFFF'FFFF, 0}},
          {GameMarks::Kind::many, 6, 5, {1, 2, 3, 4, 5, 6}}};
}

std::vector<ClusteredGame> made_clusters() {
  const auto id = [](std::int64_t game) { return static_cast<GameId>(game); };
  return {
      {5000,
       {.cluster = id(9000),
        .game = id(5000),
        .reason = DuplicateReason::start,
        .equal_moves = 180,
        .orientation = Orientation::anti,
        .colors_exchanged = true}},
      {4000, {.cluster = id(5001), .game = id(5001)}},
      {8192, {.cluster = id(1), .game = id(8192), .reason = DuplicateReason::same}},
  };
}

TEST(ClusterBlocks, GiveBackMarks) {
  std::vector<GameMarks> read;
  read_marks(pack_marks(made_marks()), read);
  EXPECT_EQ(read, made_marks());
}

TEST(ClusterBlocks, GiveBackClusters) {
  const std::vector<ClusteredGame> games = made_clusters();
  std::vector<ClusteredGame> read;
  read_clusters(1, pack_clusters(1, games), read);
  ASSERT_EQ(read.size(), games.size());
  for (std::size_t i = 0; i < games.size(); ++i) {
    EXPECT_EQ(read[i].group, games[i].group);
    EXPECT_EQ(read[i].game.game, games[i].game.game);
    EXPECT_EQ(read[i].game.cluster, games[i].game.cluster);
    EXPECT_EQ(read[i].game.reason, games[i].game.reason);
    EXPECT_EQ(read[i].game.equal_moves, games[i].game.equal_moves);
    EXPECT_EQ(read[i].game.orientation, games[i].game.orientation);
    EXPECT_EQ(read[i].game.colors_exchanged, games[i].game.colors_exchanged);
  }
}

TEST(ClusterBlocks, NoticeEveryChangedByteAndEveryCut) {
  std::vector<GameMarks> marks;
  std::vector<ClusteredGame> games;
  const auto expect_refused = [&](const std::string& bytes, const auto& read) {
    for (std::size_t i = 0; i < bytes.size(); ++i) {
      std::string damaged = bytes;
      damaged[i] = static_cast<char>(damaged[i] ^ 0x10);
      EXPECT_THROW(read(damaged), DatabaseError) << i;
      EXPECT_THROW(read(std::string_view(bytes).substr(0, i)), DatabaseError) << i;
    }
  };
  expect_refused(pack_marks(made_marks()),
                 [&](std::string_view bytes) { read_marks(bytes, marks); });
  expect_refused(pack_clusters(1, made_clusters()),
                 [&](std::string_view bytes) { read_clusters(1, bytes, games); });
}

TEST(ClusterBlocks, HoldGamesOfTheirOwnChunkOnly) {
  std::vector<ClusteredGame> games;
  EXPECT_THROW(read_clusters(0, pack_clusters(1, made_clusters()), games), DatabaseError);
}

}  // namespace
}  // namespace ludex

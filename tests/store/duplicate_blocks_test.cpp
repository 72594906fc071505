#include "store/duplicate_blocks.hpp"

#include "ludex/error.hpp"

#include <gtest/gtest.h>

#include <string>
#include <string_view>
#include <vector>

namespace ludex {
namespace {

std::vector<BeginningHashes> made_beginnings() {
  return {{},
          {BeginningHashes::Kind::text, 2, 0, {1, 2}},
          {BeginningHashes::Kind::few, 2, 0, {0xFFFF'FFFF, 0}},
          {BeginningHashes::Kind::many, 6, 5, {1, 2, 3, 4, 5, 6}}};
}

std::vector<GroupedGame> made_groups() {
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

TEST(DuplicateBlocks, GiveBackBeginnings) {
  std::vector<BeginningHashes> read;
  read_beginnings(pack_beginnings(made_beginnings()), read);
  EXPECT_EQ(read, made_beginnings());
}

TEST(DuplicateBlocks, GiveBackGroups) {
  const std::vector<GroupedGame> games = made_groups();
  std::vector<GroupedGame> read;
  read_groups(1, pack_groups(1, games), read);
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

TEST(DuplicateBlocks, NoticeEveryChangedByteAndEveryCut) {
  std::vector<BeginningHashes> beginnings;
  std::vector<GroupedGame> games;
  const auto expect_refused = [&](const std::string& bytes, const auto& read) {
    for (std::size_t i = 0; i < bytes.size(); ++i) {
      std::string damaged = bytes;
      damaged[i] = static_cast<char>(damaged[i] ^ 0x10);
      EXPECT_THROW(read(damaged), DatabaseError) << i;
      EXPECT_THROW(read(std::string_view(bytes).substr(0, i)), DatabaseError) << i;
    }
  };
  expect_refused(pack_beginnings(made_beginnings()),
                 [&](std::string_view bytes) { read_beginnings(bytes, beginnings); });
  expect_refused(pack_groups(1, made_groups()),
                 [&](std::string_view bytes) { read_groups(1, bytes, games); });
}

TEST(DuplicateBlocks, HoldGamesOfTheirOwnChunkOnly) {
  std::vector<GroupedGame> games;
  EXPECT_THROW(read_groups(0, pack_groups(1, made_groups()), games), DatabaseError);
}

}  // namespace
}  // namespace ludex

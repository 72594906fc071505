// A list of hits gives back what was put in, and takes little memory where hits are alike.
#include "query/search/hit_list.hpp"

#include "support/heap.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <cstdint>
#include <iterator>
#include <random>
#include <span>
#include <vector>

namespace ludex {
namespace {

using PositionHits = std::vector<PositionHit>;

PositionHit hit(std::int64_t game, std::uint32_t ply, Point next) {
  PositionHit made{.game = GameId{game}, .ply = ply};
  if (next != 0) made.next_move = Move{.point = next};
  return made;
}

/// Hits of games 1 to 300: some have none, some have several. Some are alike but for their place.
PositionHits made_up_hits(std::uint64_t seed) {
  std::mt19937_64 random(seed);
  PositionHits hits;
  for (std::int64_t game = 1; game <= 300; ++game) {
    std::uint32_t ply = 0;
    for (auto left = random() % 4; left > 0; --left) {
      ply += 1 + static_cast<std::uint32_t>(random() % 9);
      PositionHit& made = hits.emplace_back(hit(game, ply, static_cast<Point>(random() % 5)));
      made.match.colors_swapped = random() % 3 == 0;
      made.match.orientation = static_cast<Orientation>(random() % 8);
      made.mover = random() % 2 == 0 ? Player::first : Player::second;
      if (made.next_move && random() % 2 == 0) made.next_move->score = random() % 3;
    }
  }
  return hits;
}

PositionHits of_game(const PositionHits& hits, std::int64_t game) {
  PositionHits some;
  std::ranges::copy_if(hits, std::back_inserter(some),
                       [&](const PositionHit& one) { return raw(one.game) == game; });
  return some;
}

TEST(HitList, GivesBackWhatWasPutIn) {
  for (std::uint64_t seed = 1; seed <= 50; ++seed) {
    const PositionHits hits = made_up_hits(seed);
    HitList list;
    list.append(std::span(hits).first(hits.size() / 2));
    list.append(std::span(hits).subspan(hits.size() / 2));
    ASSERT_EQ(list.size(), hits.size());
    std::vector<GameId> with_hits;
    for (std::int64_t game = 0; game <= 301; ++game) {
      const PositionHits expected = of_game(hits, game);
      if (!expected.empty()) with_hits.push_back(GameId{game});
      ASSERT_EQ(list.of(GameId{game}), expected) << game << " of seed " << seed;
      const HitList::Summary summary = list.summary_of(GameId{game});
      ASSERT_EQ(summary.hits, expected.size());
      ASSERT_EQ(summary.first_ply, expected.empty() ? 0 : expected.front().ply);
    }
    EXPECT_EQ(list.games(), with_hits);
  }
}

TEST(HitList, KeepsTheHitsOfSomeGames) {
  const PositionHits hits = made_up_hits(1);
  HitList list;
  list.append(hits);
  IdSet even;
  for (std::int64_t game = 2; game <= 300; game += 2) even.insert(game);
  list.keep(even);
  for (std::int64_t game = 1; game <= 300; ++game) {
    EXPECT_EQ(list.of(GameId{game}), game % 2 == 0 ? of_game(hits, game) : PositionHits{}) << game;
  }
  list.keep(IdSet{});
  EXPECT_TRUE(list.empty());
}

TEST(HitList, MovesAlikeButForTheirPointsDiffer) {
  PositionHits hits{hit(1, 0, 7), hit(2, 0, 7), hit(3, 0, 7)};
  hits[0].next_move->score = 3;
  hits[1].next_move->score = 4;
  HitList list;
  list.append(hits);
  for (std::int64_t game = 1; game <= 3; ++game) {
    EXPECT_EQ(list.of(GameId{game}), of_game(hits, game));
  }
}

TEST(HitList, AnyNumberOfDifferentScoresIsFoundQuickly) {
  HitList list;
  for (std::int32_t game = 1; game <= 500'000; ++game) {
    PositionHit one = hit(game, 0, 7);
    one.next_move->score = game;
    list.append({&one, 1});
  }
  EXPECT_EQ(list.of(GameId{77'777}).front().next_move->score, 77'777);
}

TEST(HitList, AMillionHitsTakeSixteenBytesEach) {
  const std::size_t before = test::heap_bytes_in_use();
  HitList list;
  for (std::int64_t game = 1; game <= 1'000'000; ++game) {
    const PositionHit one = hit(game, 0, static_cast<Point>(1 + game % 40));
    list.append({&one, 1});
  }
  EXPECT_LT(test::heap_bytes_in_use() - before, 18'000'000u);
  EXPECT_EQ(list.of(GameId{999'999}), PositionHits{hit(999'999, 0, 1 + 999'999 % 40)});
}

}  // namespace
}  // namespace ludex

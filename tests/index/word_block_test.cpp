#include "index/word_block.hpp"

#include "formats/values/search_words.hpp"
#include "index/made_words.hpp"
#include "index/word_merge.hpp"
#include "ludex/error.hpp"

#include <gtest/gtest.h>
#include <xxhash.h>

#include <algorithm>
#include <memory>
#include <utility>

namespace ludex {
namespace {

using test::MadeWords;
using AllPlaces = std::map<std::string, MadeWords::Places>;

class KeptBlocks final : public WordBlockSource {
 public:
  explicit KeptBlocks(std::vector<std::string> blocks) : blocks_(std::move(blocks)) {}
  bool next(std::string_view& block) override {
    if (next_ == blocks_.size()) return false;
    block = blocks_[next_++];
    return true;
  }
  [[nodiscard]] DatabaseError damage() const override { return DatabaseError("damaged words"); }

 private:
  std::vector<std::string> blocks_;
  std::size_t next_ = 0;
};

WordWalk walk_over(std::vector<std::string> blocks, std::uint32_t games) {
  return {std::make_unique<KeptBlocks>(std::move(blocks)), games};
}

AllPlaces places_in(const std::vector<std::string>& blocks, std::uint32_t games) {
  AllPlaces all;
  for (const std::string& block : blocks) EXPECT_EQ(WordBlock::check(block), BlockFault::none);
  WordWalk walk = walk_over(blocks, games);
  while (walk.next()) {
    MadeWords::Places& places = all[std::string(walk.word())];
    EXPECT_TRUE(for_each_place(walk.piece(), [&](std::uint32_t game, std::uint32_t place) {
      places.emplace_back(game, place);
    }));
  }
  return all;
}

std::vector<std::string> merged(std::vector<MergedWords> segments) {
  std::vector<std::string> blocks;
  WordBlockWriter writer([&](std::string_view block) { blocks.emplace_back(block); });
  (void)merge_words(segments, writer);
  return blocks;
}

TEST(WordBlock, HoldsTheWordsOfAllGamesHoweverTheyAreDealtOut) {
  for (const auto& [games, most_words] : {std::pair{1U, 3U}, {40U, 2000U}, {5000U, 12U}}) {
    const MadeWords words(games, most_words);
    const AllPlaces expected = words.places();
    for (const std::uint32_t run_games : {1U, 7U, 256U, games}) {
      const auto blocks = words.segment(0, games, run_games);
      EXPECT_TRUE(places_in(blocks, games) == expected) << games << " by " << run_games;
      for (const std::string& block : blocks) EXPECT_LE(block.size(), kMaxBlockBytes);
    }
  }
}

TEST(WordBlock, MergedSegmentsHoldWhatOneWould) {
  constexpr std::uint32_t kGames = 3000;
  const MadeWords words(kGames, 30);
  for (const std::uint32_t segment_games : {100U, 999U, 3000U}) {
    std::vector<MergedWords> segments;
    for (std::uint32_t first = 0; first < kGames; first += segment_games) {
      const std::uint32_t end = std::min(first + segment_games, kGames);
      segments.push_back({walk_over(words.segment(first, end, 64), end - first), first, GameMap()});
    }
    EXPECT_TRUE(places_in(merged(std::move(segments)), kGames) == words.places()) << segment_games;
  }
}

TEST(WordBlock, AMapMovesGamesAndLeavesOthersOut) {
  constexpr std::uint32_t kGames = 2000;
  const MadeWords words(kGames, 30);
  const auto map = [](std::uint32_t game) { return game % 3 == 0 ? kNoGame : game - game / 3 - 1; };
  AllPlaces expected;
  for (const auto& [word, places] : words.places()) {
    for (const auto& [game, place] : places) {
      if (game % 3 != 0) expected[word].emplace_back(map(game), place);
    }
  }
  std::vector<MergedWords> segments;
  segments.push_back({walk_over(words.segment(0, kGames, 100), kGames), 0, map});
  EXPECT_TRUE(places_in(merged(std::move(segments)), kGames) == expected);
}

TEST(WordBlock, AGameMayHoldAWordAnyNumberOfTimes) {
  std::string text;
  constexpr std::uint32_t kTimes = 600'000;
  for (std::uint32_t i = 0; i < kTimes; ++i) text += "a ";
  WordRunBuilder builder;
  builder.begin_game(0);
  builder.add_text(text);
  EXPECT_TRUE(builder.is_full());
  const WordRun run = builder.pack();
  EXPECT_EQ(run.places, kTimes);
  const PlacedRun placed{&run, 5};
  const auto blocks = pack_runs(std::span(&placed, 1));
  for (const std::string& block : blocks) EXPECT_LE(block.size(), kMaxBlockBytes);
  const AllPlaces all = places_in(blocks, 6);
  ASSERT_EQ(all.size(), 1u);
  const MadeWords::Places& places = all.at("a");
  ASSERT_EQ(places.size(), kTimes);
  for (std::uint32_t i = 0; i < kTimes; ++i) ASSERT_EQ(places[i], std::pair(5U, i));
}

TEST(WordBlock, CutsWordsThatAreTooLong) {
  WordRunBuilder builder;
  builder.begin_game(0);
  const std::string most(kMostWordBytes, 'x');
  builder.add_text(most + "1 " + most + "2 b");
  const WordRun run = builder.pack();
  const PlacedRun placed{&run, 0};
  const AllPlaces all = places_in(pack_runs(std::span(&placed, 1)), 1);
  EXPECT_EQ(all, (AllPlaces{{"b", {{0, 2}}}, {most, {{0, 0}, {0, 1}}}}));
}

TEST(WordBlock, GamesBeyondTheSegmentAreDamage) {
  const MadeWords words(100, 30);
  EXPECT_THROW((void)places_in(words.segment(0, 100, 100), 50), DatabaseError);
}

/// With the checksum that fits.
void seal(std::string& block) {
  const std::string_view rest = std::string_view(block).substr(kWordHeaderBytes);
  store_little(block.data() + 8, XXH64(rest.data(), rest.size(), XXH64(block.data(), 8, 0)));
}

TEST(WordBlock, ChangedBytesAreNoticed) {
  const std::string block = MadeWords(60, 8).segment(0, 60, 60).front();
  for (std::size_t i = 0; i < block.size(); ++i) {
    std::string changed = block;
    changed[i] = static_cast<char>(changed[i] ^ 0x10);
    EXPECT_NE(WordBlock::check(changed), BlockFault::none) << i;
    EXPECT_NE(WordBlock::check(block.substr(0, i)), BlockFault::none) << i;
  }
}

TEST(WordBlock, DamagedEntriesAscendOrAreRefused) {
  const std::string block = MadeWords(60, 8).segment(0, 60, 60).front();
  std::mt19937 dice(3);
  std::size_t refused = 0;
  constexpr std::size_t kTurns = 20'000;
  for (std::size_t turn = 0; turn < kTurns; ++turn) {
    std::string changed = block;
    for (auto left = dice() % 3 + 1; left > 0; --left) {
      changed[4 + dice() % (changed.size() - 4)] = static_cast<char>(dice());
    }
    seal(changed);
    ASSERT_EQ(WordBlock::check(changed), BlockFault::none);
    WordBlock words(changed);
    std::string last;
    bool sound = true;
    while (words.next()) {
      ASSERT_LE(last, words.word());
      last = words.word();
      sound &= for_each_place(words.piece(), [](std::uint32_t, std::uint32_t) {});
    }
    refused += sound && !words.is_damaged() ? 0 : 1;
  }
  EXPECT_GT(refused, kTurns / 2);
}

}  // namespace
}  // namespace ludex

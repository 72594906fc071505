#include "generator/hex_archive.hpp"

#include "formats/record_reader.hpp"
#include "formats/sgf/sgf_splitter.hpp"

#include <gtest/gtest.h>

#include <map>
#include <memory>
#include <string>
#include <vector>

namespace ludex::bench {
namespace {

constexpr std::uint64_t kGames = 1000;

struct ReadGame {
  GameInfo info;
  ReplayScript script;
};

class GameSink final : public RecordSink {
 public:
  void record(const FoundRecord& found) override {
    ASSERT_FALSE(reader_->read({found.text, found.form, {}})) << found.text;
    ReadGame& game = games.emplace_back();
    reader_->compile(0, game.script, nullptr);
    game.info = reader_->info(0);
  }
  void oversize_piece(std::string_view, std::uint64_t, bool) override { FAIL(); }
  void junk(std::uint64_t, std::uint64_t) override {}

  std::vector<ReadGame> games;

 private:
  std::unique_ptr<RecordReader> reader_ = make_record_reader(Format::sgf);
};

std::vector<ReadGame> games_of(const HexArchiveOptions& options) {
  GameSink sink;
  SgfSplitter splitter;
  splitter.feed(hex_archive(kGames, options), sink);
  splitter.finish(sink);
  return sink.games;
}

class HexArchiveTest : public testing::TestWithParam<HexDialect> {};

TEST_P(HexArchiveTest, GamesAreLegalAndEndAsTheySay) {
  HexArchiveOptions options;
  options.dialect = GetParam();
  const auto games = games_of(options);
  ASSERT_EQ(games.size(), kGames);
  std::map<SwapKind, int> swaps;
  std::map<WinBy, int> ends;
  for (const ReadGame& game : games) {
    EXPECT_EQ(game.info.game, GameType::hex);
    EXPECT_EQ(game.script.first_illegal_ply, -1);
    EXPECT_TRUE(game.script.problems.empty());
    ++swaps[game.script.swap.value()];
    if (!game.script.result || game.info.result.winner == Winner::unknown) continue;
    ++ends[game.script.result->by];
    EXPECT_EQ(game.script.result->winner, game.info.result.winner);
  }
  EXPECT_GT(swaps[SwapKind::pieces], 250);
  EXPECT_EQ(swaps[SwapKind::sides] > 0, GetParam() != HexDialect::little_golem);
  EXPECT_EQ(swaps[SwapKind::ambiguous], 0);
  EXPECT_GT(ends[WinBy::connection], 20);
  EXPECT_GT(ends[WinBy::resign], 500);
}

INSTANTIATE_TEST_SUITE_P(Dialects, HexArchiveTest,
                         testing::Values(HexDialect::numbered, HexDialect::letters,
                                         HexDialect::little_golem));

TEST(HexArchive, IsTheSameForTheSameSeedInAnyOrder) {
  const HexArchive archive({.seed = 5, .players = 100, .dialect = {}});
  std::string third;
  archive.append_game(3, third);
  std::string all;
  for (std::uint64_t number = 0; number < 4; ++number) archive.append_game(number, all);
  EXPECT_TRUE(all.ends_with(third));
  EXPECT_NE(hex_archive(10, {.seed = 1, .players = 100, .dialect = {}}),
            hex_archive(10, {.seed = 2, .players = 100, .dialect = {}}));
}

}  // namespace
}  // namespace ludex::bench

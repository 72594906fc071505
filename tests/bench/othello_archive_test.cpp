#include "generator/othello_archive.hpp"

#include "formats/record_reader.hpp"
#include "generator/gomoku_archive.hpp"

#include <gtest/gtest.h>

#include <string>
#include <string_view>
#include <vector>

namespace ludex::bench {
namespace {

struct ReadGame {
  GameInfo info;
  ReplayScript script;
};

std::vector<ReadGame> read_lines(std::string_view text) {
  const auto reader = make_record_reader(Format::sgf);
  std::vector<ReadGame> games;
  while (!text.empty()) {
    const auto end = text.find('\n');
    const std::string_view line = text.substr(0, end);
    EXPECT_FALSE(reader->read({line, TextForm::bytes, {}})) << line;
    EXPECT_TRUE(reader->text_problems().empty()) << line;
    ReadGame& game = games.emplace_back();
    reader->compile(0, game.script, nullptr);
    game.info = reader->info(0);
    text.remove_prefix(end + 1);
  }
  return games;
}

std::vector<ReadGame> games_in(OthelloDialect dialect) {
  OthelloArchiveOptions options;
  options.dialect = dialect;
  return read_lines(othello_archive(300, options));
}

TEST(OthelloArchive, EveryDialectIsReplayedWithoutAnIllegalMove) {
  for (std::uint32_t dialect = 0; dialect < kOthelloDialects; ++dialect) {
    for (const ReadGame& game : games_in(static_cast<OthelloDialect>(dialect))) {
      ASSERT_EQ(game.info.game, GameType::othello) << dialect;
      ASSERT_EQ(game.script.first_illegal_ply, -1) << dialect;
      ASSERT_EQ(game.info.result.from, ResultFrom::written) << dialect;
    }
  }
}

TEST(OthelloArchive, TheBoardSaysAtTheEndWhatIsWritten) {
  for (std::uint32_t dialect = 0; dialect < kOthelloDialects; ++dialect) {
    for (const ReadGame& game : games_in(static_cast<OthelloDialect>(dialect))) {
      ASSERT_TRUE(game.script.result) << dialect;
      EXPECT_EQ(game.script.result->margin, game.info.result.margin) << dialect;
      const bool may_lie = static_cast<OthelloDialect>(dialect) == OthelloDialect::cassio;
      if (may_lie) continue;
      EXPECT_EQ(game.script.result->winner, game.info.result.winner) << dialect;
    }
  }
}

TEST(OthelloArchive, CassioSaysThatBlackWonWhoeverDid) {
  int white_wins = 0;
  for (const ReadGame& game : games_in(OthelloDialect::cassio)) {
    EXPECT_NE(game.info.result.winner, Winner::second);
    white_wins += game.script.result->winner == Winner::second;
  }
  EXPECT_GT(white_wins, 50);
}

TEST(OthelloArchive, GamesAreTheSameForTheSameSeed) {
  EXPECT_EQ(othello_archive(5), othello_archive(5));
  EXPECT_NE(othello_archive(5), othello_archive(5, {.seed = 2, .players = 2000, .dialect = {}}));
  EXPECT_EQ(gomoku_archive(5), gomoku_archive(5));
  EXPECT_NE(gomoku_archive(5), gomoku_archive(5, {.seed = 2, .players = 2000}));
}

TEST(GomokuArchive, WinnersHaveFiveInARow) {
  int won = 0;
  for (const ReadGame& game : read_lines(gomoku_archive(300))) {
    ASSERT_EQ(game.info.game, GameType::gomoku);
    ASSERT_TRUE(game.script.problems.empty());
    const bool is_draw = game.info.result.winner == Winner::draw;
    ASSERT_EQ(game.script.result.has_value(), !is_draw);
    if (is_draw) continue;
    EXPECT_EQ(game.script.result->winner, game.info.result.winner);
    ++won;
  }
  EXPECT_GT(won, 200);
}

}  // namespace
}  // namespace ludex::bench

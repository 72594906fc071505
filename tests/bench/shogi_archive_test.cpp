#include "generator/shogi_archive.hpp"

#include "formats/csa/csa.hpp"
#include "formats/csa/csa_splitter.hpp"

#include "generator/shogi_board.hpp"

#include <gtest/gtest.h>

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

namespace ludex::bench {
namespace {

constexpr std::uint64_t kGames = 1000;

class GameSink final : public RecordSink {
 public:
  void record(const FoundRecord& found) override {
    CsaGame& game = games.emplace_back();
    EXPECT_FALSE(parse_csa(found.text, {}, game)) << found.text;
  }
  void oversize_piece(std::string_view, std::uint64_t, bool) override { FAIL(); }
  void junk(std::uint64_t, std::uint64_t) override {}

  std::vector<CsaGame> games;
};

std::vector<CsaGame> games_of(ShogiDensity density) {
  GameSink sink;
  CsaSplitter splitter;
  splitter.feed(shogi_archive(kGames, {.density = density}), sink);
  splitter.finish(sink);
  return sink.games;
}

TEST(ShogiBoard, HasThirtyMovesAtTheStartAndThirtyAnswersToEach) {
  const ShogiBoard start;
  std::vector<ShogiBoard::Move> moves;
  start.list_moves(moves);
  EXPECT_EQ(moves.size(), 30U);
  std::size_t answers = 0;
  for (const ShogiBoard::Move& move : std::vector(moves)) {
    ShogiBoard next = start;
    next.play(move);
    next.list_moves(moves);
    answers += moves.size();
  }
  EXPECT_EQ(answers, 900U);
}

TEST(ShogiArchive, MakesAGameFromItsNumberAlone) {
  const ShogiArchive archive({.density = ShogiDensity::floodgate});
  std::string seventh;
  archive.append_game(7, seventh);
  const std::string all = shogi_archive(9, {.density = ShogiDensity::floodgate});
  EXPECT_NE(all.find("/\n" + seventh), std::string::npos);
  EXPECT_NE(all, shogi_archive(9, {.seed = 2, .density = ShogiDensity::floodgate}));
}

TEST(ShogiArchive, IsReadWithoutAProblem) {
  for (const auto density : {ShogiDensity::bare, ShogiDensity::times, ShogiDensity::floodgate}) {
    const std::vector<CsaGame> games = games_of(density);
    EXPECT_EQ(games.size(), kGames);
    std::size_t moves = 0;
    for (const CsaGame& game : games) {
      EXPECT_EQ(game.info.problems, std::vector<Problem>{});
      moves += game.moves.size();
    }
    EXPECT_NEAR(static_cast<double>(moves) / static_cast<double>(kGames), 110, 10);
  }
}

TEST(ShogiArchive, LooksLikeARealCollection) {
  std::size_t sente = 0;
  std::size_t draws = 0;
  std::size_t handicaps = 0;
  std::size_t habu = 0;
  for (const CsaGame& game : games_of(ShogiDensity::bare)) {
    sente += game.info.result.winner == Winner::first;
    draws += game.info.result.winner == Winner::draw;
    handicaps += game.info.handicap.has_value();
    habu += game.info.seats[0].name == "羽生善治";
    EXPECT_TRUE(game.info.date.known());
  }
  EXPECT_NEAR(static_cast<double>(sente), 475, 60);
  EXPECT_NEAR(static_cast<double>(draws), 40, 20);
  EXPECT_NEAR(static_cast<double>(handicaps), 30, 15);
  EXPECT_GT(habu, 5U);
}

TEST(ShogiArchive, SaysHowFloodgatesGamesEnded) {
  for (const CsaGame& game : games_of(ShogiDensity::floodgate)) {
    EXPECT_EQ(game.info.result.from, ResultFrom::summary);
    EXPECT_NE(game.info.result.winner, Winner::unknown);
    EXPECT_TRUE(game.info.event.starts_with("floodgate-"));
    EXPECT_TRUE(game.info.time_limit_seconds.has_value());
    EXPECT_TRUE(game.info.seats[0].rating && game.info.seats[1].rating);
  }
}

}  // namespace
}  // namespace ludex::bench

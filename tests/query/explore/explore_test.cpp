#include "query/explore/explore.hpp"
#include "formats/position_text.hpp"
#include "formats/sgf/sgf.hpp"
#include "formats/sgf/sgf_rules.hpp"
#include "ludex/error.hpp"
#include "query/filter/game_query.hpp"
#include "query/made_games.hpp"
#include "query/search/game_positions.hpp"
#include "query/slow_exploration.hpp"

#include <gtest/gtest.h>

namespace ludex {
namespace {

using test::go_game;
using test::MadeDatabase;
using test::Picker;
using test::SlowExplorer;

/// Few points, so that the same positions come up in many games, at several plies, in all
/// orientations.
std::vector<GameRow> small_games(Picker& pick, std::size_t count) {
  const std::vector<BoardSize> sizes = {{3, 3}, {3, 3}, {4, 4}, {4, 3}};
  std::vector<GameRow> games;
  for (std::size_t i = 0; i < count; ++i) {
    const BoardSize size = pick.from(sizes);
    std::vector<std::uint16_t> points;
    for (std::size_t move = pick.below(8); move > 0; --move) {
      points.push_back(
          static_cast<std::uint16_t>(pick.below(static_cast<std::size_t>(size.area()))));
    }
    GameRow game = go_game(size, points);
    game.info.date_raw = pick.from(test::kDates);
    game.info.date = parse_date(game.info.date_raw);
    if (game.info.date_raw == "unknown") {
      game.info.date = {19850501, 0, DatePrecision::since};
    }
    game.info.result = parse_result(pick.from(test::kResults));
    game.info.seats[0].name = pick.from(test::kNames);
    if (pick.one_in(20)) game.swap = "sides";
    games.push_back(std::move(game));
  }
  return games;
}

class ExploreTest : public ::testing::Test {
 protected:
  void expect_same_everywhere() {
    Database& database = made_.database();
    std::vector<QueryPosition> queries;
    GamePositions positions(database.sql());
    for (int i = 0; i < 60; ++i) {
      const auto games = static_cast<std::size_t>(database.next_id("game") - 1);
      const auto game = static_cast<GameId>(1 + pick_.below(games));
      if (!positions.is_answer(game)) continue;
      const auto ply = static_cast<std::uint32_t>(pick_.below(positions.searched_plies(game)));
      QueryPosition query = test::query_for(*positions.find(game, ply));
      const auto orientations = orientations_of(query.position.size);
      query.position = test::turned(query.position, orientations[pick_.below(orientations.size())]);
      query.known.to_move = pick_.one_in(4);
      if (pick_.one_in(4)) query.orientation = OrientationMode::exact;
      queries.push_back(std::move(query));
    }
    SlowExplorer slow(queries);
    slow.walk(database);
    for (std::size_t i = 0; i < queries.size(); ++i) {
      GameFilters filters;
      if (pick_.one_in(3)) filters.players.emplace_back("cho");
      if (pick_.one_in(3)) filters.result = parse_result_filter("B");
      const IdSet among = find_games(database, filters).games;
      filters.positions = {queries[i]};
      const Exploration found = explore(database, filters, /*with_variations=*/true);
      EXPECT_EQ(SlowExplorer::sorted(found.moves), SlowExplorer::sorted(slow.rows(i, among)))
          << i << ' ' << to_cgp(queries[i].position);
    }
  }

  Picker pick_{5};
  MadeDatabase made_;
};

TEST_F(ExploreTest, CountsWhatALookAtEveryPositionCounts) {
  made_.add_source("games.sgf");
  made_.add_games(small_games(pick_, 3000));
  made_.index_positions();
  expect_same_everywhere();
}

TEST_F(ExploreTest, CountsGamesThatVisitAPositionAtManyPlies) {
  made_.add_source("games.sgf");
  made_.add_games(test::long_games(pick_, 40));
  made_.index_positions();
  expect_same_everywhere();
}

TEST_F(ExploreTest, CountsOverSegmentsAndGamesThatNoSegmentCovers) {
  made_.add_source("games.sgf");
  for (int segment = 0; segment < 3; ++segment) {
    made_.add_games(small_games(pick_, 1000));
    made_.index_positions();
  }
  made_.add_games(small_games(pick_, 300));
  expect_same_everywhere();
}

TEST_F(ExploreTest, CountsOnlyGamesThatAreAnswers) {
  made_.add_source("games.sgf");
  made_.add_games(small_games(pick_, 1000));
  made_.add_source("not-yet.sgf", /*hidden=*/true);
  made_.add_games(small_games(pick_, 1000));
  made_.index_positions();
  for (int i = 0; i < 100; ++i) made_.remove(static_cast<GameId>(1 + pick_.below(1000)));
  expect_same_everywhere();
}

TEST_F(ExploreTest, TellsGamesFromVisits) {
  made_.add_source("games.sgf");
  const std::uint16_t off_board = 4;  // occupied: nothing changes, so the position occurs again
  made_.add_games({go_game({3, 3}, {4, off_board, 0}), go_game({3, 3}, {4, 0})});
  made_.index_positions();
  GameFilters filters;
  QueryPosition& query = filters.positions.emplace_back();
  query.position.size = {3, 3};
  query.position.cells.assign(9, cell::kEmpty);
  query.position.cells[4] = cell::kFirst;
  const Exploration found = explore(made_.database(), filters);
  EXPECT_EQ(found.games, 2);
  EXPECT_GE(found.visits, 2);
  std::int64_t visits = 0;
  for (const NextMove& next : found.moves) visits += next.visits;
  EXPECT_EQ(found.visits, visits);
}

TEST_F(ExploreTest, SaysWhatItRestsOn) {
  made_.add_source("games.sgf");
  GameRow dated = go_game({3, 3}, {4});
  dated.info.date = parse_date("1996-05-06");
  GameRow chess = go_game({8, 8}, {});
  chess.info.game = GameType{3};
  chess.info.date = parse_date("1996");
  chess.main_positions = chess.total_positions = 0;
  made_.add_games({dated, go_game({3, 3}, {4}), chess});
  made_.index_positions();
  GameFilters filters;
  filters.dates.push_back(parse_days("date", "1996"));
  QueryPosition& query = filters.positions.emplace_back();
  query.position.size = {3, 3};
  query.position.cells.assign(9, cell::kEmpty);
  const Exploration found = explore(made_.database(), filters);
  EXPECT_EQ(found.games, 1);
  EXPECT_EQ(found.coverage,
            (Coverage{{.undated = 1}, /*games=*/3, /*searched=*/2, /*without_positions=*/1}));
}

TEST_F(ExploreTest, ScoresThePlayerWhoMoves) {
  NextMove next;
  EXPECT_EQ(next.score(), std::nullopt);
  next.move = Move{};
  next.mover_wins = 2;
  next.mover_losses = 1;
  next.draws = 1;
  EXPECT_DOUBLE_EQ(*next.score(), 0.625);
  next.move.reset();
  EXPECT_EQ(next.score(), std::nullopt);
}

/// "0 W 1": point, mover and games of each row; "end".
std::string rows_of(const Exploration& found) {
  std::string text;
  for (const NextMove& next : found.moves) {
    text += (next.move ? std::to_string(next.move->point) : "end") + ' ' +
            mover_text(GameType::go, next.mover) + ' ' + std::to_string(next.games) + '\n';
  }
  return text;
}

/// A game of the given nodes on a 3x3 board.
GameRow written_game(const std::string& nodes) {
  const std::string sgf = "(;GM[1]SZ[3]" + nodes + ")";
  SgfTree tree;
  std::vector<SgfGame> games;
  ReplayScript script;
  EXPECT_FALSE(parse_sgf(sgf, TextForm::bytes, tree));
  extract_sgf_games(tree, sgf, TextForm::bytes, {}, games);
  find_sgf_rules(GameType::go)->compile(tree, games[0], Lines::main_line, script, nullptr);
  GameRow game = go_game({3, 3}, {});
  game.script = script.ops;
  game.main_positions = game.total_positions = script.total_positions;
  return game;
}

TEST_F(ExploreTest, TellsWhoMoves) {
  made_.add_source("games.sgf");
  made_.add_games({written_game(";B[bb];W[aa]"), written_game(";B[bb];W[];B[aa]"),
                   written_game("PL[W];B[bb]"), written_game(";B[bb];PL[B]")});
  made_.index_positions();
  GameFilters filters;
  filters.positions.push_back(parse_position("moves:bb", {std::nullopt, BoardSize{3, 3}}));
  EXPECT_EQ(rows_of(explore(made_.database(), filters)), "0 B 1\n0 W 1\n0 W 1\nend B 1\nend W 1\n")
      << "aa by each, and the pass between";
  filters.positions = {parse_position("moves:", {std::nullopt, BoardSize{3, 3}})};
  EXPECT_EQ(rows_of(explore(made_.database(), filters)), "4 B 4\n") << "PL says W, but Black moves";
}

TEST_F(ExploreTest, TheMoverIsASeat) {
  made_.add_source("games.sgf");
  GameRow swapped = go_game({3, 3}, {4, 0});
  swapped.swap = "sides";
  made_.add_games({swapped, go_game({3, 3}, {4, 0})});
  made_.index_positions();
  GameFilters filters;
  filters.positions.push_back(parse_position("moves:bb", {std::nullopt, BoardSize{3, 3}}));
  EXPECT_EQ(rows_of(explore(made_.database(), filters)), "0 B 1\n0 W 1\n");
}

TEST_F(ExploreTest, NeedsAPosition) {
  EXPECT_THROW((void)explore(made_.database(), {}), UsageError);
}

}  // namespace
}  // namespace ludex

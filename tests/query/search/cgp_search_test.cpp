// Positions of every game, written as CGP and searched for again; crossword racks against a slow
// comparison of all lines.

#include "formats/position_text.hpp"
#include "games/crossword/crossword_script.hpp"
#include "generator/crossword_archive.hpp"
#include "generator/gomoku_archive.hpp"
#include "pipeline/indexer.hpp"
#include "query/explore/explore.hpp"
#include "query/search/position_search.hpp"
#include "store/database.hpp"
#include "support/corpus.hpp"
#include "support/made_database.hpp"
#include "support/places.hpp"
#include "support/temporary_folder.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <atomic>
#include <filesystem>
#include <random>
#include <sstream>
#include <string>
#include <utility>
#include <vector>

namespace ludex {
namespace {

using Hits = std::vector<std::pair<std::int64_t, std::uint32_t>>;  // game, ply

Database indexed(const test::TemporaryFolder& folder, const std::string& source) {
  IndexOptions options;
  options.sources = {source};
  const std::atomic<bool> stop = false;
  index_sources(
      folder.path("games.db"), options, [](const IndexProgress&) {}, [](const IndexMessage&) {},
      stop);
  return Database::open_for_reading(folder.path("games.db"));
}

Hits hits_of(PositionSearch& search, const QueryPosition& query, const IdSet* among) {
  Hits hits;
  search.for_each_game(query, among, [&](std::span<const PositionHit> found) {
    for (const PositionHit& hit : found) hits.emplace_back(raw(hit.game), hit.ply);
    return true;
  });
  return hits;
}

/// Takes positions at random and pastes their CGP back, as a user would.
void expect_found_again(const std::string& source, int count) {
  const test::TemporaryFolder folder;
  Database database = indexed(folder, source);
  const std::int64_t games = database.next_id("game") - 1;
  ASSERT_GT(games, 0);
  GamePositions positions(database.sql());
  PositionSearch search(database.sql());
  std::mt19937_64 random(1);
  for (int pasted = 0; pasted < count;) {
    const auto game = static_cast<std::int64_t>(random() % static_cast<std::uint64_t>(games)) + 1;
    const std::uint32_t plies = positions.searched_plies(GameId{game});
    if (plies == 0) continue;
    const auto ply = static_cast<std::uint32_t>(random() % plies);
    const auto position = positions.find(GameId{game}, ply);
    ASSERT_TRUE(position) << game << ":" << ply;
    const std::string line = to_cgp(*position);
    const QueryPosition query = parse_position(line);
    EXPECT_EQ(to_cgp(query.position), line);
    IdSet only;
    only.insert(game);
    const Hits hits = hits_of(search, query, &only);
    ASSERT_NE(std::find(hits.begin(), hits.end(), std::pair(game, ply)), hits.end())
        << game << ":" << ply << ": " << line;
    ++pasted;
  }
}

class PastedCgp : public testing::TestWithParam<const char*> {};

TEST_P(PastedCgp, FindsItsGameInTheCorpus) {
  SKIP_WITHOUT_CORPUS(GetParam());
  expect_found_again((test::corpus() / GetParam()).string(), 2000);
}

INSTANTIATE_TEST_SUITE_P(Corpus, PastedCgp,
                         testing::Values("go", "csa", "hex", "othello", "twixt", "crossword"),
                         [](const auto& folder) { return std::string(folder.param); });

TEST(PastedCgp, FindsItsGameInAGeneratedArchive) {
  const test::TemporaryFolder folder;
  expect_found_again(folder.add_file("gomoku.sgf", bench::gomoku_archive(/*games=*/500)), 1000);
  expect_found_again(folder.add_file("lines.cgp", bench::crossword_archive(/*games=*/2000)), 1000);
}

/// A stored line and its racks, each sorted.
struct SlowLine {
  std::string placement;
  std::vector<std::string> racks;
};

std::vector<SlowLine> read_lines(const std::string& archive) {
  std::vector<SlowLine> lines;
  std::istringstream text(archive);
  for (std::string line; std::getline(text, line);) {
    std::istringstream fields(line);
    SlowLine& read = lines.emplace_back();
    std::string racks;
    fields >> read.placement >> racks;
    const std::size_t slash = racks.find('/');
    read.racks = {racks.substr(0, slash), racks.substr(slash + 1)};
    for (std::string& rack : read.racks) std::sort(rack.begin(), rack.end());
  }
  return lines;
}

bool holds(const std::string& rack, std::string tiles) {
  std::sort(tiles.begin(), tiles.end());
  return std::includes(rack.begin(), rack.end(), tiles.begin(), tiles.end());
}

TEST(CrosswordSearch, RacksAreHeldAsASlowComparisonSays) {
  const test::TemporaryFolder folder;
  const std::string archive = bench::crossword_archive(/*games=*/3000, {.seed = 5});
  const std::vector<SlowLine> lines = read_lines(archive);
  Database database = indexed(folder, folder.add_file("lines.cgp", archive));
  PositionSearch search(database.sql());
  std::mt19937_64 random(2);
  std::size_t found = 0;
  for (int queries = 0; queries < 500; ++queries) {
    const SlowLine& asked = lines[random() % lines.size()];
    std::vector<std::string> racks;
    for (const std::string& rack : asked.racks) {
      std::string tiles = rack;
      std::shuffle(tiles.begin(), tiles.end(), random);
      tiles.resize(random() % 3 % (tiles.size() + 1));
      if (random() % 8 == 0) tiles += static_cast<char>('A' + random() % 26);
      racks.push_back(tiles);
    }
    const std::string text = asked.placement + ' ' + racks[0] + '/' + racks[1] + " 0/0 0";
    QueryPosition query = parse_position(text);
    query.orientation = OrientationMode::exact;
    Hits wanted;
    for (std::size_t i = 0; i < lines.size(); ++i) {
      const SlowLine& line = lines[i];
      if (line.placement == asked.placement && holds(line.racks[0], racks[0]) &&
          holds(line.racks[1], racks[1])) {
        wanted.emplace_back(static_cast<std::int64_t>(i) + 1, 0);
      }
    }
    ASSERT_EQ(hits_of(search, query, nullptr), wanted) << text;
    found += wanted.size();
  }
  EXPECT_GT(found, 500u) << "most queries are about boards that several lines share, or their own";
}

TEST(CrosswordSearch, TransposedLinesAreFoundAndSaySo) {
  const test::TemporaryFolder folder;
  const std::string board = "15/15/15/15/15/15/15/5QANAtE4/15/15/15/15/15/15/15";
  const std::string turned = "15/15/15/15/15/7Q7/7A7/7N7/7A7/7t7/7E7/15/15/15/15";
  Database database =
      indexed(folder, folder.add_file("lines.cgp", board + " / 0/0 0\n" + turned + " / 0/0 0\n" +
                                                       turned + " / 0/0 0 bdn Slanted;\n"));
  PositionSearch search(database.sql());
  std::vector<std::string> orientations;
  search.for_each_game(parse_position(board, {GameType::crossword, {}}), nullptr,
                       [&](std::span<const PositionHit> hits) {
                         for (const PositionHit& hit : hits) {
                           orientations.emplace_back(orientation_name(hit.match.orientation));
                         }
                         return true;
                       });
  EXPECT_EQ(orientations, (std::vector<std::string>{"identity", "diag"}));
}

/// A game of two states: the empty board, and the board after the first player's word.
GameRow two_states(std::string_view move, std::size_t first_seat) {
  const GameRules& rules = *find_rules(GameType::crossword);
  CgpPosition start, next;
  (void)parse_cgp("3/3/3 / 0/0 0", start);
  const Position empty = rules.start_position({3, 3});
  const auto after = rules.after(empty, *rules.parse_move(move, empty));
  (void)parse_cgp(to_cgp(*after), next);
  next.scores = {0, 12};
  crossword::ScriptWriter writer;
  writer.start(start, first_seat);
  writer.add(next, 1 - first_seat);
  GameRow game;
  game.info.game = GameType::crossword;
  game.info.size = {3, 3};
  game.info.result = {Winner::first, WinBy::score, 5.0, ResultFrom::written};
  writer.finish(game.script);
  game.moves = 1;
  game.main_positions = game.total_positions = 2;
  return game;
}

TEST(CrosswordExplore, APlayIsOneRowWhoeverMakesIt) {
  test::MadeDatabase made;
  made.add_source("games");
  made.add_games({two_states("2A CAB", 0), two_states("2A CAB", 1), two_states("2A BAC", 0),
                  two_states("B1 CAB", 0)});
  made.index_positions();
  GameFilters filters;
  filters.positions.push_back(parse_position("3/3/3", {GameType::crossword, {}}));
  const std::vector<NextMove> moves = explore(made.database(), filters, false).moves;
  ASSERT_EQ(moves.size(), 3u);
  const GameRules& rules = *find_rules(GameType::crossword);
  EXPECT_EQ(rules.move_text(*moves[0].move, {3, 3}), "2A CAB");
  EXPECT_EQ(moves[0].move->score, 12);
  EXPECT_EQ(moves[0].games, 2);
  EXPECT_EQ(moves[0].mover_wins, 1);
  EXPECT_EQ(moves[0].mover_losses, 1);
  EXPECT_EQ(moves[0].mover, 0u) << "one of each seat";
  EXPECT_EQ(moves[2].mover, 1u);
  EXPECT_EQ(rules.move_text(*moves[1].move, {3, 3}), "B1 CAB")
      << "nobody knows that a board of 3x3 is symmetric";
  EXPECT_EQ(rules.move_text(*moves[2].move, {3, 3}), "2A BAC");
}

TEST(CrosswordExplore, APlayOnASymmetricBoardIsNamedAcross) {
  const test::TemporaryFolder folder;
  const auto source = folder.add_file("two.gcg",
                                      "#player1 a Ann\n#player2 b Bob\n>a: AB 8H AB +8 8\n\n"
                                      "#player1 a Ann\n#player2 b Bob\n>a: AB H8 AB +8 8\n\n"
                                      "#player1 a Ann\n#player2 b Bob\n>b: AB 8H AB +8 8\n");
  Database database = indexed(folder, source);
  GameFilters filters;
  filters.positions.push_back(parse_position("moves:", {GameType::crossword, {}}));
  const Exploration found = explore(database, filters);
  ASSERT_EQ(found.moves.size(), 1u);
  const GameRules& rules = *find_rules(GameType::crossword);
  EXPECT_EQ(rules.move_text(*found.moves[0].move, {15, 15}), "8H AB");
  filters.positions = {parse_position("moves:8H AB", {GameType::crossword, {}})};
  const std::vector<NextMove> ends = explore(database, filters).moves;
  ASSERT_EQ(ends.size(), 2u);
  EXPECT_EQ(ends[0].mover, 2u);
  EXPECT_EQ(ends[0].games, 2);
  EXPECT_EQ(ends[1].mover, 1u);
}

TEST(CrosswordExplore, AMoveOfTheThirdPlayerCountsForTheThirdPlayer) {
  const test::TemporaryFolder folder;
  const auto source = folder.add_file(
      "three.gcg",
      "#player1 a Ann\n#player2 b Bob\n#player3 c Cy\n>a: AB 8H AB +8 8\n>b: CD 9H CD +18 18\n"
      ">c: EF 10H EF +16 16\n>a: QZ - +0 8\n>a: (QZ) +80 88\n");
  Database database = indexed(folder, source);
  GamePositions positions(database.sql());
  GameFilters filters;
  filters.positions.push_back(parse_position(to_cgp(*positions.find(GameId{1}, 2))));
  const Exploration lost = explore(database, filters);
  ASSERT_EQ(lost.moves.size(), 1u);
  EXPECT_EQ(lost.moves[0].mover, 3u);
  EXPECT_EQ(lost.moves[0].score(), 0.0);
  EXPECT_EQ(lost.moves[0].wins, (std::array<std::int64_t, 2>{1, 0}));
}

}  // namespace
}  // namespace ludex

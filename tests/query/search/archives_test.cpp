#include "formats/position_text.hpp"
#include "games/shogi/cells.hpp"
#include "games/twixt/points.hpp"
#include "generator/go_archive.hpp"
#include "generator/gomoku_archive.hpp"
#include "generator/othello_archive.hpp"
#include "generator/shogi_archive.hpp"
#include "generator/twixt_archive.hpp"
#include "pipeline/indexer.hpp"
#include "query/search/position_search.hpp"
#include "store/database.hpp"
#include "support/corpus.hpp"
#include "support/places.hpp"
#include "support/sanitized.hpp"
#include "support/temporary_folder.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <atomic>
#include <filesystem>
#include <random>
#include <span>
#include <string>
#include <unordered_map>
#include <utility>
#include <vector>

namespace ludex {
namespace {

const std::filesystem::path kCorpus = test::corpus() / "go";
const std::filesystem::path kShogiCorpus = test::corpus() / "csa";

using Hits = std::vector<std::pair<std::int64_t, std::uint32_t>>;  // game, ply

/// Equal for positions that are the same one: what stands there, in shogi hands and side too, in
/// Twixt the links.
std::string picture(const Position& position) {
  std::string text(position.cells.begin(), position.cells.end());
  text += static_cast<char>(position.size.width);
  text += static_cast<char>(position.size.height);
  for (const shogi::Hand& hand : shogi::hands_of(position)) text.append(hand.begin(), hand.end());
  for (const twixt::Link& link : twixt::links_of(position)) {
    text += std::to_string(link.first) + '-' + std::to_string(link.second) + ' ';
  }
  if (find_rules(position.game)->identity().to_move) text += static_cast<char>(position.to_move);
  return game_name(position.game) + text;
}

QueryPosition turned_query(const Position& position, Orientation orientation) {
  QueryPosition query;
  query.position = position;
  query.known = find_rules(position.game)->identity();
  for (std::size_t point = 0; point < position.cells.size(); ++point) {
    query.position.cells[map_point(orientation, static_cast<std::uint16_t>(point), position.size)] =
        position.cells[point];
  }
  std::vector<twixt::Link> links;
  for (const twixt::Link& link : twixt::links_of(position)) {
    const Point one = map_point(orientation, link.first, position.size);
    const Point other = map_point(orientation, link.second, position.size);
    links.push_back({std::min(one, other), std::max(one, other)});
  }
  std::sort(links.begin(), links.end());
  if (!links.empty()) query.position.rest = twixt::rest_of(std::move(links));
  return query;
}

std::span<const Orientation> symmetries_of(const Position& position) {
  return find_rules(position.game)->symmetries(position.size);
}

/// Finds all wanted positions in one walk through every position of every game.
class SlowSearch {
 public:
  explicit SlowSearch(const std::vector<Position>& wanted) : hits_(wanted.size()) {
    for (std::size_t i = 0; i < wanted.size(); ++i) {
      for (const Orientation orientation : symmetries_of(wanted[i])) {
        auto& queries = queries_of_[picture(turned_query(wanted[i], orientation).position)];
        if (queries.empty() || queries.back() != i) queries.push_back(i);
      }
    }
  }

  void walk(GamePositions& positions, std::int64_t game) {
    const std::uint32_t searched = positions.searched_plies(static_cast<GameId>(game));
    positions.walk(static_cast<GameId>(game), [&](const Position& position) {
      const auto found = queries_of_.find(picture(position));
      if (found != queries_of_.end()) {
        for (const std::size_t query : found->second) hits_[query].emplace_back(game, position.ply);
      }
      return position.ply + 1 < searched;
    });
  }

  [[nodiscard]] const Hits& hits(std::size_t query) const { return hits_[query]; }

 private:
  std::unordered_map<std::string, std::vector<std::size_t>> queries_of_;
  std::vector<Hits> hits_;
};

std::vector<Position> random_positions(GamePositions& positions, std::int64_t games, int count) {
  std::mt19937_64 random(20031124);
  std::vector<Position> wanted;
  while (wanted.size() < static_cast<std::size_t>(count)) {
    const auto game = static_cast<GameId>(1 + random() % static_cast<std::uint64_t>(games));
    const std::uint32_t plies = positions.searched_plies(game);
    if (plies == 0) continue;
    // Half of them early, where games still agree.
    const std::uint32_t last = wanted.size() % 2 == 0 ? plies : std::min(plies, 12U);
    wanted.push_back(*positions.find(game, static_cast<std::uint32_t>(random() % last)));
  }
  return wanted;
}

Hits find_fast(PositionSearch& search, const QueryPosition& query) {
  Hits hits;
  search.for_each_game(query, nullptr, [&](std::span<const PositionHit> found) {
    for (const PositionHit& hit : found) hits.emplace_back(raw(hit.game), hit.ply);
    return true;
  });
  return hits;
}

/// Indexes the source and searches for some of its positions, each in another orientation.
void expect_same_hits(const std::string& source, int queries) {
  const test::TemporaryFolder folder;
  IndexOptions options;
  options.sources = {source};
  options.variations = true;
  const std::atomic<bool> stop = false;
  index_sources(
      folder.path("games.db"), options, [](const IndexProgress&) {}, [](const IndexMessage&) {},
      stop);

  Database database = Database::open_for_reading(folder.path("games.db"));
  const std::int64_t games = database.next_id("game") - 1;
  ASSERT_GT(games, 0);
  GamePositions positions(database.sql());
  const std::vector<Position> wanted = random_positions(positions, games, queries);
  SlowSearch slow(wanted);
  for (std::int64_t game = 1; game <= games; ++game) slow.walk(positions, game);
  PositionSearch search(database.sql());
  for (std::size_t i = 0; i < wanted.size(); ++i) {
    const auto orientations = symmetries_of(wanted[i]);
    const QueryPosition query = turned_query(wanted[i], orientations[i % orientations.size()]);
    ASSERT_EQ(find_fast(search, query), slow.hits(i))
        << "position " << i << ": " << to_cgp(query.position);
  }
}

TEST(PositionSearchOnArchives, FindsWhatAReplayOfTheSampleFinds) {
  expect_same_hits((test::sample_data() / "sample").string(), 300);
}

TEST(PositionSearchOnArchives, FindsWhatAReplayOfAGeneratedArchiveFinds) {
  const test::TemporaryFolder folder;
  expect_same_hits(folder.add_file("games.sgf", bench::go_archive(/*games=*/1500, /*seed=*/2)),
                   300);
}

TEST(PositionSearchOnArchives, FindsWhatAReplayOfGeneratedTwixtFinds) {
  const test::TemporaryFolder folder;
  expect_same_hits(folder.add_file("games.sgf", bench::twixt_archive(/*games=*/1000)), 1000);
}

TEST(PositionSearchOnArchives, FindsWhatAReplayOfTheCorpusFinds) {
  SKIP_WITHOUT_CORPUS("go");
  expect_same_hits(kCorpus.string(), test::many(1000));
}

TEST(PositionSearchOnArchives, FindsWhatAReplayOfTheShogiCorpusFinds) {
  SKIP_WITHOUT_CORPUS("csa");
  expect_same_hits(kShogiCorpus.string(), 1000);
}

TEST(PositionSearchOnArchives, FindsWhatAReplayOfAGeneratedShogiArchiveFinds) {
  const test::TemporaryFolder folder;
  expect_same_hits(folder.add_file("games.csa", bench::shogi_archive(/*games=*/1500, {})), 300);
}

TEST(PositionSearchOnArchives, FindsWhatAReplayOfTheOthelloCorpusFinds) {
  SKIP_WITHOUT_CORPUS("othello");
  expect_same_hits((test::corpus() / "othello").string(), 1000);
}

TEST(PositionSearchOnArchives, FindsWhatAReplayOfGeneratedOthelloAndGomokuFinds) {
  const test::TemporaryFolder folder;
  expect_same_hits(folder.add_file("othello.sgf", bench::othello_archive(/*games=*/1500)), 1000);
  expect_same_hits(folder.add_file("gomoku.sgf", bench::gomoku_archive(/*games=*/1500)), 1000);
}

}  // namespace
}  // namespace ludex

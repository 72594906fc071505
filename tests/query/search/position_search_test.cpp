#include "query/search/position_search.hpp"
#include "ludex/error.hpp"
#include "query/filter/game_query.hpp"
#include "query/made_games.hpp"
#include "query/rows/game_rows.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <tuple>
#include <utility>

namespace ludex {
namespace {

using test::go_game;
using test::MadeDatabase;
using test::Picker;

/// A hit as a slow look at every position finds it.
struct SlowHit {
  std::int64_t game;
  std::uint32_t ply;
  Orientation orientation;
  bool swapped;
  friend bool operator==(const SlowHit&, const SlowHit&) = default;
};
[[maybe_unused]] std::ostream& operator<<(std::ostream& out, const SlowHit& hit) {
  return out << hit.game << ":" << hit.ply << " " << orientation_name(hit.orientation)
             << (hit.swapped ? " swapped" : "");
}

std::vector<std::uint8_t> turned(const Position& position, Orientation orientation, bool swapped) {
  std::vector<std::uint8_t> cells(position.cells.size());
  for (std::size_t point = 0; point < cells.size(); ++point) {
    const std::uint8_t code = position.cells[point];
    cells[map_point(orientation, static_cast<std::uint16_t>(point), position.size)] =
        swapped ? cell::swapped(code) : code;
  }
  return cells;
}

/// Every position of every game, walked through once.
class SlowPositions {
 public:
  explicit SlowPositions(MadeDatabase& made) {
    GamePositions positions(made.database().sql());
    for (std::int64_t id = 1; id < made.database().next_id("game"); ++id) {
      const auto game = static_cast<GameId>(id);
      const std::uint32_t searched = positions.searched_plies(game);
      positions.walk(game, [&](const Position& position) {
        if (position.ply < searched) all_.emplace_back(id, position);
        return true;
      });
    }
  }

  [[nodiscard]] const std::vector<std::pair<std::int64_t, Position>>& all() const { return all_; }

  [[nodiscard]] std::vector<SlowHit> find(const QueryPosition& query) const {
    std::vector<SlowHit> hits;
    const Position& wanted = query.position;
    for (const auto& [game, position] : all_) {
      if (position.size != wanted.size) continue;
      if (query.known.to_move && !query.swap_colors && position.to_move != query.position.to_move) {
        continue;
      }
      bool found = false;
      for (const bool swapped : {false, true}) {
        for (const Orientation orientation : orientations_of(wanted.size)) {
          if (found || (swapped && !query.swap_colors)) continue;
          if (query.orientation == OrientationMode::exact && orientation != Orientation::identity) {
            continue;
          }
          if (turned(wanted, orientation, swapped) != position.cells) continue;
          hits.push_back({game, position.ply, orientation, swapped});
          found = true;
        }
      }
    }
    return hits;
  }

 private:
  std::vector<std::pair<std::int64_t, Position>> all_;
};

std::vector<SlowHit> find_fast(MadeDatabase& made, const QueryPosition& query) {
  std::vector<SlowHit> hits;
  PositionSearch search(made.database().sql());
  search.for_each_game(query, nullptr, [&](std::span<const PositionHit> found) {
    for (const PositionHit& hit : found) {
      hits.push_back({raw(hit.game), hit.ply, hit.match.orientation, hit.match.colors_swapped});
    }
    return true;
  });
  return hits;
}

QueryPosition query_for(const Position& position) {
  QueryPosition query;
  query.position = position;
  return query;
}

/// Few points, so that the same positions come up in many games, at several plies, in all
/// orientations.
std::vector<GameRow> small_games(Picker& pick, std::size_t count) {
  const std::vector<BoardSize> sizes = {{3, 3}, {4, 4}, {4, 3}, {5, 5}};
  std::vector<GameRow> games;
  for (std::size_t i = 0; i < count; ++i) {
    const BoardSize size = pick.from(sizes);
    std::vector<std::uint16_t> points;
    for (std::size_t move = pick.below(14); move > 0; --move) {
      points.push_back(
          static_cast<std::uint16_t>(pick.below(static_cast<std::size_t>(size.area()))));
    }
    games.push_back(go_game(size, points));
  }
  return games;
}

class PositionSearchTest : public ::testing::Test {
 protected:
  void expect_same(const QueryPosition& query, const SlowPositions& slow) {
    EXPECT_EQ(find_fast(made_, query), slow.find(query));
  }
  /// Queries that are in the database, turned at random, and some that are not.
  void expect_same_everywhere(int queries) {
    const SlowPositions slow(made_);
    for (int i = 0; i < queries; ++i) {
      QueryPosition query = query_for(pick_.from(slow.all()).second);
      Position& position = query.position;
      const auto orientations = orientations_of(position.size);
      position.cells =
          turned(position, orientations[pick_.below(orientations.size())], pick_.one_in(8));
      if (pick_.one_in(4)) query.orientation = OrientationMode::exact;
      query.swap_colors = pick_.one_in(4);
      expect_same(query, slow);
    }
  }

  Picker pick_{3};
  MadeDatabase made_;
};

TEST_F(PositionSearchTest, FindsWhatALookAtEveryPositionFinds) {
  made_.add_source("games.sgf");
  made_.add_games(small_games(pick_, 600));
  made_.index_positions();
  expect_same_everywhere(150);
}

TEST_F(PositionSearchTest, AGameMayVisitAPositionAtManyPlies) {
  made_.add_source("games.sgf");
  made_.add_games(test::long_games(pick_, 40));
  made_.index_positions();
  expect_same_everywhere(40);
  const SlowPositions slow(made_);
  std::ptrdiff_t most = 0;
  for (std::size_t i = 0; i < 60; ++i) {
    const auto& [game, position] = slow.all()[i];
    most = std::max(most, std::ranges::count(slow.find(query_for(position)), game, &SlowHit::game));
  }
  EXPECT_GT(most, 4) << "or all of them are found one by one";
}

TEST_F(PositionSearchTest, GamesThatNoSegmentCoversAreFoundToo) {
  made_.add_source("games.sgf");
  made_.add_games(small_games(pick_, 100));
  expect_same_everywhere(20);
  made_.index_positions();
  made_.add_games(small_games(pick_, 100));
  made_.index_positions();
  made_.add_games(small_games(pick_, 100));
  expect_same_everywhere(60);
}

TEST_F(PositionSearchTest, OnlyGamesThatAreAnswersCount) {
  made_.add_source("games.sgf");
  made_.add_games(small_games(pick_, 50));
  made_.add_source("not-yet.sgf", /*hidden=*/true);
  made_.add_games(small_games(pick_, 50));
  made_.index_positions();
  made_.add_games(small_games(pick_, 50));
  made_.add_source("more.sgf");
  made_.add_games(small_games(pick_, 50));
  for (const std::int64_t id : {3, 4, 160}) made_.remove(static_cast<GameId>(id));
  const SlowPositions slow(made_);
  EXPECT_TRUE(std::none_of(slow.all().begin(), slow.all().end(), [](const auto& one) {
    return one.first == 3 || (one.first > 50 && one.first <= 150) || one.first == 160;
  }));
  expect_same_everywhere(60);
}

TEST_F(PositionSearchTest, TheNextMoveIsSeenOnTheBoardOfTheQuery) {
  made_.add_source("games.sgf");
  made_.add_games({go_game({5, 5}, {0, 24, 3})});  // a1 corner, the far one, and a point on top
  made_.index_positions();
  QueryPosition query;
  query.position.size = {5, 5};
  query.position.cells.assign(25, cell::kEmpty);
  query.position.cells[4] = cell::kFirst;  // the top right corner in place of the top left one
  query.position.cells[20] = cell::kSecond;
  PositionSearch search(made_.database().sql());
  const auto hit = search.find_first(query);
  ASSERT_TRUE(hit);
  EXPECT_EQ(hit->ply, 2u);
  EXPECT_EQ(hit->match.orientation, Orientation::rot270);
  // rot270 takes (x, y) to (y, 4 - x): the game's (3, 0) is the query's (4, 3).
  EXPECT_EQ(hit->next_move, (Move{MoveKind::stone, Player::first, 3 * 5 + 4}));
}

TEST_F(PositionSearchTest, EveryPositionMustOccurAndTheFirstGivesTheHits) {
  made_.add_source("games.sgf");
  made_.add_games(small_games(pick_, 400));
  made_.index_positions();
  const SlowPositions slow(made_);
  const auto games_of = [&](const QueryPosition& query) {
    std::vector<std::int64_t> games;
    for (const SlowHit& hit : slow.find(query)) games.push_back(hit.game);
    games.erase(std::unique(games.begin(), games.end()), games.end());
    return games;
  };
  for (int round = 0; round < 40; ++round) {
    const auto& [game, position] = pick_.from(slow.all());
    GameFilters filters;
    filters.positions.push_back(query_for(position));
    for (const auto& [other_game, other] : slow.all()) {
      if (other_game == game && pick_.one_in(3)) filters.positions.push_back(query_for(other));
    }
    std::vector<std::int64_t> expected = games_of(filters.positions[0]);
    for (const QueryPosition& query : filters.positions) {
      const std::vector<std::int64_t> others = games_of(query);
      std::erase_if(expected, [&](std::int64_t id) {
        return !std::binary_search(others.begin(), others.end(), id);
      });
    }
    const FoundGames found = find_games(made_.database(), filters);
    EXPECT_EQ(found.games.members(), expected);
    for (const GameId with_hits : found.hits.games()) {
      EXPECT_TRUE(found.games.contains(raw(with_hits)));
      for (const PositionHit& hit : found.hits.of(with_hits)) {
        EXPECT_TRUE(filters.positions[0].match(
            *GamePositions(made_.database().sql()).find(hit.game, hit.ply)));
      }
    }
    const FoundGames first = find_games(made_.database(), filters, 1);
    EXPECT_EQ(first.games.members(), std::vector{expected.front()});
  }
}

TEST_F(PositionSearchTest, RowsShowTheFirstHitOrAllOfThem) {
  made_.add_source("games.sgf");
  made_.add_games({go_game({3, 3}, {}), go_game({3, 3}, {8}), go_game({3, 3}, {4, 0})});
  made_.index_positions();
  GameFilters filters;
  QueryPosition query;
  query.position.size = {3, 3};
  query.position.cells.assign(9, cell::kEmpty);
  filters.positions.push_back(query);
  const FoundGames found = find_games(made_.database(), filters);
  Listing listing;
  listing.columns = {"id"};
  listing.with_hits = true;
  using Rows = std::vector<std::vector<Value>>;
  Rows rows;
  const auto keep = [&](std::span<const Value> row) {
    rows.emplace_back(row.begin(), row.end());
    return true;
  };
  list_games(made_.database(), found, listing, keep);
  const auto row = [](std::int64_t id, Value next) {
    return std::vector<Value>{id, std::int64_t{0}, "identity", std::move(next), std::int64_t{1}};
  };
  EXPECT_EQ(rows, (Rows{row(1, {}), row(2, "cc"), row(3, "bb")}));
  rows.clear();
  listing.offset = 1;
  listing.limit = 1;
  list_games(made_.database(), found, listing, keep);
  EXPECT_EQ(rows, (Rows{row(2, "cc")}));
}

TEST_F(PositionSearchTest, HitsAreSortedByPlyAndByHowOftenTheyOccur) {
  made_.add_source("games.sgf");
  made_.add_games(small_games(pick_, 200));
  made_.index_positions();
  GameFilters filters;
  Position& asked = filters.positions.emplace_back().position;
  asked.size = {3, 3};
  asked.cells.assign(9, cell::kEmpty);
  const FoundGames found = find_games(made_.database(), filters);
  ASSERT_GT(found.games.count(), 5);
  const std::vector<GameId> sorted =
      sorted_games(made_.database(), found, parse_sort("-hits,ply"), kAllGames);
  EXPECT_EQ(static_cast<std::int64_t>(sorted.size()), found.games.count());
  const auto key = [&](GameId game) {
    const auto hits = found.hits.of(game);
    return std::tuple(-static_cast<std::int64_t>(hits.size()), hits.front().ply, raw(game));
  };
  EXPECT_TRUE(std::is_sorted(sorted.begin(), sorted.end(),
                             [&](GameId a, GameId b) { return key(a) < key(b); }));
  EXPECT_THROW((void)sorted_games(made_.database(), find_games(made_.database(), {}),
                                  parse_sort("hits"), kAllGames),
               UsageError);
}

}  // namespace
}  // namespace ludex

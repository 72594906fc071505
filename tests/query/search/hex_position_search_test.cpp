// Position search in Hex against a look at every position, in every orientation and with the
// players' roles exchanged.

#include "query/made_games.hpp"
#include "query/search/position_search.hpp"

#include <gtest/gtest.h>

#include <set>
#include <tuple>
#include <utility>

namespace ludex {
namespace {

using test::MadeDatabase;
using test::Picker;

using Hit = std::tuple<std::int64_t, std::uint32_t, Orientation, bool>;

std::uint8_t exchanged(std::uint8_t code) {
  return code == 0 ? code : static_cast<std::uint8_t>(3 - code);
}

/// What a position looks like if its point (x, y) goes where the orientation says, written down
/// anew: a half turn, or one of the two transpositions with the colors exchanged.
Position image_of(const Position& position, Orientation orientation) {
  const int w = position.size.width;
  const int h = position.size.height;
  Position image = position;
  const bool transposed = orientation == Orientation::diag || orientation == Orientation::anti;
  if (transposed) image.size = {position.size.height, position.size.width};
  for (int y = 0; y < h; ++y) {
    for (int x = 0; x < w; ++x) {
      int to_x = x;
      int to_y = y;
      if (orientation == Orientation::rot180)
        std::tie(to_x, to_y) = std::pair(w - 1 - x, h - 1 - y);
      if (orientation == Orientation::diag) std::tie(to_x, to_y) = std::pair(y, x);
      if (orientation == Orientation::anti) std::tie(to_x, to_y) = std::pair(h - 1 - y, w - 1 - x);
      const std::uint8_t code = position.cells[static_cast<std::size_t>(y * w + x)];
      image.cells[static_cast<std::size_t>(to_y * image.size.width + to_x)] =
          transposed ? exchanged(code) : code;
    }
  }
  return image;
}

/// Games on small boards, many of which begin alike.
std::vector<GameRow> hex_games(Picker& pick, std::size_t count) {
  const std::vector<BoardSize> sizes = {{3, 3}, {4, 4}, {4, 3}, {3, 4}};
  std::vector<GameRow> games;
  for (std::size_t i = 0; i < count; ++i) {
    const BoardSize size = pick.from(sizes);
    std::vector<std::uint16_t> points;
    for (std::size_t move = pick.below(8); move > 0; --move) {
      points.push_back(
          static_cast<std::uint16_t>(pick.below(static_cast<std::size_t>(size.area()))));
    }
    games.push_back(test::go_game(size, points));
    games.back().info.game = GameType::hex;
  }
  return games;
}

class HexPositionSearchTest : public ::testing::Test {
 protected:
  void SetUp() override {
    made_.add_source("hex.sgf");
    made_.add_games(hex_games(pick_, 500));
    made_.index_positions();
    made_.add_games(hex_games(pick_, 50));  // not in a segment yet
    GamePositions positions(made_.database().sql());
    for (std::int64_t id = 1; id < made_.database().next_id("game"); ++id) {
      positions.walk(static_cast<GameId>(id), [&](const Position& position) {
        all_.emplace_back(id, position);
        return true;
      });
    }
  }

  [[nodiscard]] std::set<Hit> find_slowly(const QueryPosition& query) const {
    std::vector<std::pair<Orientation, bool>> ways = {{Orientation::identity, false}};
    const bool turns = query.orientation == OrientationMode::any;
    if (turns) ways.emplace_back(Orientation::rot180, false);
    if (query.swap_colors) ways.emplace_back(Orientation::diag, true);
    if (query.swap_colors && turns) ways.emplace_back(Orientation::anti, true);
    std::set<Hit> hits;
    for (const auto& [game, position] : all_) {
      for (const auto& [orientation, swapped] : ways) {
        const Position image = image_of(query.position, orientation);
        if (image.size != position.size || image.cells != position.cells) continue;
        hits.emplace(game, position.ply, orientation, swapped);
        break;
      }
    }
    return hits;
  }
  std::set<Hit> find(const QueryPosition& query) {
    std::set<Hit> hits;
    PositionSearch search(made_.database().sql());
    search.for_each_game(query, nullptr, [&](std::span<const PositionHit> found) {
      for (const PositionHit& hit : found) {
        hits.emplace(raw(hit.game), hit.ply, hit.match.orientation, hit.match.colors_swapped);
      }
      return true;
    });
    return hits;
  }

  Picker pick_{11};
  MadeDatabase made_;
  std::vector<std::pair<std::int64_t, Position>> all_;
};

TEST_F(HexPositionSearchTest, FindsWhatALookAtEveryPositionFinds) {
  std::size_t turned = 0;
  std::size_t exchanged_hits = 0;
  for (int i = 0; i < 1000; ++i) {
    QueryPosition query;
    query.position = image_of(pick_.from(all_).second,
                              pick_.from(std::vector{Orientation::identity, Orientation::rot180,
                                                     Orientation::diag, Orientation::anti}));
    if (pick_.one_in(4)) query.orientation = OrientationMode::exact;
    query.swap_colors = pick_.one_in(2);
    const auto hits = find(query);
    ASSERT_EQ(hits, find_slowly(query));
    for (const Hit& hit : hits) {
      turned += std::get<2>(hit) == Orientation::rot180;
      exchanged_hits += std::get<3>(hit);
    }
  }
  EXPECT_GT(turned, 100u);
  EXPECT_GT(exchanged_hits, 100u);
}

}  // namespace
}  // namespace ludex

#include "formats/position_text.hpp"
#include "games/api/game_rules.hpp"
#include "ludex/error.hpp"

#include <gtest/gtest.h>

namespace ludex::test {
namespace {

constexpr PositionTextOptions kGo{GameType::go, std::nullopt};

QueryPosition query(std::string_view text) { return parse_position(text, kGo); }
Position position(std::string_view text) { return query(text).position; }
Move black(std::uint16_t point) { return {MoveKind::stone, Player::first, point}; }

TEST(Orientation, MapsPointsAsTheDiagramTurns) {
  constexpr BoardSize k3{3, 3};
  EXPECT_EQ(map_point(Orientation::rot90, 0, k3), 2) << "top left goes to top right";
  EXPECT_EQ(map_point(Orientation::rot270, 0, k3), 6);
  EXPECT_EQ(map_point(Orientation::rot180, 1, k3), 7);
  EXPECT_EQ(map_point(Orientation::mirror_h, 3, k3), 5);
  EXPECT_EQ(map_point(Orientation::mirror_v, 1, k3), 7);
  EXPECT_EQ(map_point(Orientation::diag, 1, k3), 3);
  EXPECT_EQ(map_point(Orientation::anti, 0, k3), 8);
}

TEST(Orientation, EachHasItsInverse) {
  for (const BoardSize size : {BoardSize{5, 5}, {4, 3}, {1, 7}}) {
    for (const Orientation orientation : orientations_of(size)) {
      for (std::uint16_t point = 0; point < size.area(); ++point) {
        const auto image = map_point(orientation, point, size);
        EXPECT_EQ(map_point(inverse(orientation), image, size), point)
            << orientation_name(orientation);
      }
    }
  }
}

TEST(QueryPosition, NamesTheFirstOrientationThatFits) {
  const auto asked = query("BW1/3/3");
  const auto fit = [&](std::string_view text) {
    const auto match = asked.match(position(text));
    return match ? orientation_name(match->orientation) : "none";
  };
  EXPECT_EQ(fit("BW1/3/3"), "identity");
  EXPECT_EQ(fit("2B/2W/3"), "rot90");
  EXPECT_EQ(fit("3/3/1WB"), "rot180");
  EXPECT_EQ(fit("3/W2/B2"), "rot270");
  EXPECT_EQ(fit("1WB/3/3"), "mirror-h");
  EXPECT_EQ(fit("3/3/BW1"), "mirror-v");
  EXPECT_EQ(fit("B2/W2/3"), "diag");
  EXPECT_EQ(fit("3/2W/2B"), "anti");
  EXPECT_EQ(fit("B1W/3/3"), "none");
  EXPECT_EQ(fit("BW1/3/3/3"), "none");
}

TEST(QueryPosition, RectanglesKnowFourOrientations) {
  EXPECT_EQ(query("B2/3").match(position("3/2B"))->orientation, Orientation::rot180);
  EXPECT_EQ(query("B2/3").match(position("B1/2/2")), std::nullopt);
}

TEST(QueryPosition, ExactTakesNoOtherOrientation) {
  auto asked = query("BW1/3/3");
  asked.orientation = OrientationMode::exact;
  EXPECT_TRUE(asked.match(position("BW1/3/3")));
  EXPECT_FALSE(asked.match(position("1WB/3/3")));
}

TEST(QueryPosition, SwapsColoursOnlyWhereAsked) {
  auto asked = query("BW1/3/3");
  const auto found = position("3/3/B1B");
  EXPECT_EQ(query("W1W/3/3").match(found), std::nullopt);
  EXPECT_EQ(asked.key_ranges().size(), 1u);
  asked = query("W1W/3/3");
  asked.swap_colors = true;
  EXPECT_EQ(asked.match(found), (Match{Orientation::rot180, true}));
  EXPECT_EQ(asked.key_ranges().size(), 2u);
  const auto key = find_rules(GameType::go)->key_of(found);
  EXPECT_TRUE(asked.key_ranges()[0].first == key || asked.key_ranges()[1].first == key);
}

TEST(QueryPosition, ThePlayerToMoveCountsWhereGiven) {
  auto asked = query("B2/3/3 / 0/0 0 pl W;");
  auto found = position("B2/3/3 / 0/0 0 pl B;");
  EXPECT_EQ(asked.match(found), std::nullopt);
  EXPECT_TRUE(query("B2/3/3").match(found));
  found = position("W2/3/3 / 0/0 0 pl B;");
  asked.swap_colors = true;
  EXPECT_EQ(asked.match(found), (Match{Orientation::identity, true}));
}

TEST(QueryPosition, MapsMovesBothWays) {
  auto asked = query("B2/3/3");
  asked.swap_colors = true;
  const auto match = asked.match(position("2W/3/3"));
  ASSERT_EQ(match, (Match{Orientation::rot90, true}));
  const Move in_game{MoveKind::stone, Player::second, 8};
  EXPECT_EQ(asked.to_query(in_game, *match), black(2));
  EXPECT_EQ(map_move(black(2), *match, asked.position.size), in_game);
  const Move pass{MoveKind::pass, Player::first, 0};
  EXPECT_EQ(asked.to_query(pass, *match), (Move{MoveKind::pass, Player::second, 0}));
}

TEST(QueryPosition, EquivalentMovesGoByTheFirstInReadingOrder) {
  auto asked = query("3/1B1/3");
  EXPECT_EQ(asked.first_equivalent(black(8)), black(0));
  EXPECT_EQ(asked.first_equivalent(black(5)), black(1));
  asked = query("B2/3/3");
  EXPECT_EQ(asked.first_equivalent(black(3)), black(1)) << "only the diagonal is left";
  EXPECT_EQ(asked.first_equivalent(black(5)), black(5));
  asked.orientation = OrientationMode::exact;
  EXPECT_EQ(asked.first_equivalent(black(3)), black(3));
}

}  // namespace
}  // namespace ludex::test

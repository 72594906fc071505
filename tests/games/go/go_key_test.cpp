#include "formats/position_text.hpp"
#include "games/api/key_table.hpp"
#include "games/api/tree_builder.hpp"

#include <fmt/format.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <random>
#include <set>

namespace ludex::test {
namespace {

const GameRules& rules() { return *find_rules(GameType::go); }

PositionKey key_of(std::string_view text) { return rules().key_of(parse_position(text).position); }

Position turned(const Position& position, Orientation orientation) {
  Position result = position;
  for (std::size_t point = 0; point < position.cells.size(); ++point) {
    result.cells[map_point(orientation, static_cast<std::uint16_t>(point), position.size)] =
        position.cells[point];
  }
  return result;
}

Position random_position(BoardSize size, std::mt19937& random) {
  Position position = rules().start_position(size);
  for (auto& code : position.cells) code = static_cast<std::uint8_t>(random() % 3);
  return position;
}

// The definition in key_table.hpp, stone by stone: the least hash over the symmetries, mixed.
PositionKey slow_key(const Position& position) {
  std::uint64_t least = UINT64_MAX;
  for (const Orientation orientation : orientations_of(position.size)) {
    const Position image = turned(position, orientation);
    std::uint64_t hash = 0;
    for (int point = 0; point < position.size.area(); ++point) {
      const auto code = image.cells[static_cast<std::size_t>(point)];
      if (code == cell::kEmpty) continue;
      hash ^= stone_constant(point % position.size.width, point / position.size.width, code);
    }
    least = std::min(least, hash);
  }
  Position empty = rules().start_position(position.size);
  const std::uint64_t n = std::uint64_t{1} << 32 |
                          static_cast<std::uint64_t>(position.size.width) << 16 |
                          static_cast<std::uint64_t>(position.size.height);
  const std::uint64_t salt = KeyTable::mix(0x9E3779B97F4A7C15U * n);
  return {KeyTable::mix(least ^ salt)};
}

TEST(GoKey, IsTheSameForAllSymmetriesAndAsSlowlyComputed) {
  std::mt19937 random(3);
  for (const BoardSize size : {BoardSize{1, 1}, {5, 5}, {19, 19}, {13, 9}, {2, 52}, {52, 52}}) {
    for (int n = 0; n < 10; ++n) {
      const Position position = random_position(size, random);
      const PositionKey key = rules().key_of(position);
      EXPECT_EQ(key, slow_key(position));
      for (const Orientation orientation : rules().symmetries(size)) {
        EXPECT_EQ(rules().key_of(turned(position, orientation)), key);
      }
    }
  }
}

TEST(GoKey, TellsSizesColoursAndPlacesApart) {
  std::set<PositionKey> keys;
  int positions = 0;
  for (std::int16_t width = 1; width <= 52; ++width) {
    for (std::int16_t height = 1; height <= 52; ++height, ++positions) {
      keys.insert(rules().key_of(rules().start_position({width, height})));
    }
  }
  EXPECT_EQ(keys.size(), static_cast<std::size_t>(positions));
  EXPECT_NE(key_of("sgf:AB[ab]SZ[9]"), key_of("sgf:AW[ab]SZ[9]"));
  EXPECT_NE(key_of("sgf:AB[ab]SZ[9]"), key_of("sgf:AB[ac]SZ[9]"));
  EXPECT_NE(key_of("sgf:AB[ab]SZ[9:13]"), key_of("sgf:AB[ba]SZ[13:9]")) << "turned rectangles";
}

TEST(GoKey, SpreadsOverAllBits) {
  // The least of eight hashes has three high bits of zero most of the time; keys must not.
  std::mt19937 random(5);
  constexpr int kPositions = 4000;
  std::array<int, 64> ones{};
  for (int n = 0; n < kPositions; ++n) {
    const std::uint64_t bits = rules().key_of(random_position({9, 9}, random)).bits;
    for (std::size_t bit = 0; bit < 64; ++bit) ones[bit] += static_cast<int>(bits >> bit & 1);
  }
  for (std::size_t bit = 0; bit < 64; ++bit) {
    EXPECT_NEAR(ones[bit], kPositions / 2, 160) << "bit " << bit;  // five standard deviations
  }
}

TEST(GoKey, AreThoseOfKeyVersionOne) {
  static_assert(kKeyVersion == 1);
  const auto hex = [](std::string_view text) { return fmt::format("{:016x}", key_of(text).bits); };
  EXPECT_EQ(hex("sgf:SZ[19]"), "8bc1f3f701f2d4f1");
  EXPECT_EQ(hex("sgf:SZ[9]"), "8998b4992421b8c3");
  EXPECT_EQ(hex("sgf:SZ[1]"), "ef0b4febd70c3754");
  EXPECT_EQ(hex("sgf:SZ[52]AB[ZZ]"), "da856c6e05bc3d49");
  EXPECT_EQ(hex("sgf:AB[pd]"), "ddfcbf3a7f19f6e0");
  EXPECT_EQ(hex("sgf:AB[pd]AW[dp]"), "4cd47c525f9bb6e8");
  EXPECT_EQ(hex("sgf:SZ[13:9]AW[cc]"), "f7fd7b8a4dd539bc");
  EXPECT_EQ(hex("moves:pd dp pp dd fq cn jp"), "0542504adba4076a");
}

}  // namespace
}  // namespace ludex::test

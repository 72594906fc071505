#include "formats/position_text.hpp"
#include "games/shogi/board.hpp"
#include "shogi_replay.hpp"

#include <fmt/format.h>
#include <gtest/gtest.h>

#include <bit>
#include <set>

namespace ludex::test {
namespace {

constexpr std::uint64_t kLow = 0xFFFFFF;

PositionKey key_of(std::string_view cgp) {
  return shogi_rules().key_of(parse_position(cgp).position);
}
std::string on_kings(std::string_view racks, char to_move) {
  return fmt::format("4k4/9/9/9/9/9/9/9/4K4 {} 0/0 0 gm shogi; pl {};", racks, to_move);
}

TEST(ShogiKey, AreThoseOfKeyVersionOne) {
  static_assert(kKeyVersion == 1);
  const auto hex = [](std::string_view cgp) { return fmt::format("{:016x}", key_of(cgp).bits); };
  EXPECT_EQ(hex("9/9/9/9/9/9/9/9/9 / 0/0 0 gm shogi; pl B;"), "5b66ed55a59effe6");
  EXPECT_EQ(
      hex("lnsgkgsnl/1r5b1/ppppppppp/9/9/9/PPPPPPPPP/1B5R1/LNSGKGSNL / 0/0 0 gm shogi; pl B;"),
      "bd2f1fe6ef4b23b5");
  EXPECT_EQ(hex(on_kings("/", 'B')), "5500a3d48488ded2");
  EXPECT_EQ(hex(on_kings("/", 'W')), "5500a3d484eafa8f");
  EXPECT_EQ(hex(on_kings("RBGSNLP/PP", 'B')), "5500a3d484c6146b");
  EXPECT_EQ(hex("[+p]8/9/9/9/9/9/9/9/8[+R] / 0/0 0 gm shogi; pl B;"), "e055f51890dff177");
}

TEST(ShogiKey, TheHighBitsNameThePlacementAlone) {
  const std::uint64_t high = key_of(on_kings("/", 'B')).bits & ~kLow;
  for (const char* racks : {"/", "P/", "/P", "PP/", "RBGSNLP/RBGSNLP"}) {
    for (const char to_move : {'B', 'W'}) {
      EXPECT_EQ(key_of(on_kings(racks, to_move)).bits & ~kLow, high);
    }
  }
}

TEST(ShogiKey, TellsHandsAndTurnsApartInTheBitsThatBlocksKeep) {
  // Blocks keep the high 48 of 64 bits: 8 of those that hands have.
  std::set<std::uint64_t> keys, kept;
  int positions = 0;
  for (const char* mine : {"", "R", "B", "G", "S", "N", "L", "P", "PP"}) {
    for (const char* theirs : {"", "R", "B", "G", "S", "N", "L", "P", "PP"}) {
      for (const char to_move : {'B', 'W'}) {
        const std::uint64_t key =
            key_of(on_kings(fmt::format("{}/{}", mine, theirs), to_move)).bits;
        keys.insert(key);
        kept.insert(key >> 16);
        ++positions;
      }
    }
  }
  EXPECT_EQ(keys.size(), static_cast<std::size_t>(positions));
  EXPECT_GT(kept.size(), 110u) << "162 positions in 256 places: 120 different ones are expected";
}

TEST(ShogiKey, NoTwoConstantsAreEqualAndNoneIsEmpty) {
  std::set<std::uint64_t> seen;
  std::size_t constants = 0;
  for (std::size_t code = 1; code < shogi::kCellCodes; ++code) {
    for (std::size_t point = 0; point < shogi::kSquares; ++point) {
      if (code == shogi::kGote) continue;
      const std::uint64_t constant = shogi::kKeyConstants.cells[code][point];
      EXPECT_GT(std::popcount(constant >> 24), 5);
      seen.insert(constant >> 24);
      ++constants;
    }
  }
  EXPECT_EQ(seen.size(), constants);
}

TEST(ShogiKey, WhatIsNotKnownMakesARange) {
  const Position position = parse_position(on_kings("P/", 'W')).position;
  const std::uint64_t bits = shogi_rules().key_of(position).bits;
  for (const Known known : {Known{false, false}, {true, false}, {false, true}}) {
    const KeyRange range = shogi_rules().key_range(position, known);
    EXPECT_EQ(range.first.bits, bits & ~kLow);
    EXPECT_EQ(range.last.bits, bits | kLow);
  }
  const KeyRange whole = shogi_rules().key_range(position, shogi_rules().identity());
  EXPECT_EQ(whole.first.bits, bits);
  EXPECT_EQ(whole.last.bits, bits);
}

}  // namespace
}  // namespace ludex::test

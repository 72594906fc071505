#include "generator/go_archive.hpp"

#include <gtest/gtest.h>

#include <cstdint>
#include <string>
#include <string_view>

namespace ludex::bench {
namespace {

constexpr std::uint64_t kGames = 3000;

const std::string& archive() {
  static const std::string text = go_archive(kGames, 1);
  return text;
}

std::size_t count(std::string_view text, std::string_view word) {
  std::size_t found = 0;
  for (auto at = text.find(word); at != text.npos; at = text.find(word, at + word.size())) ++found;
  return found;
}

double per_cent_of_games(std::string_view word) {
  const GoArchive games;
  int with_word = 0;
  for (std::uint64_t number = 0; number < kGames; ++number) {
    std::string text;
    games.append_game(number, text);
    with_word += text.find(word) != text.npos;
  }
  return 100.0 * with_word / static_cast<double>(kGames);
}

/// FNV-1a, 64 bits.
std::uint64_t fingerprint(std::string_view text) {
  std::uint64_t hash = 0xCBF29CE484222325ULL;
  for (const char c : text) hash = (hash ^ static_cast<unsigned char>(c)) * 0x100000001B3ULL;
  return hash;
}

TEST(GoArchive, IsTheSameTextEverywhereAndForever) {
  EXPECT_EQ(fingerprint(go_archive(200, 1)), 10752829659445398089ULL);
}

TEST(GoArchive, AnotherSeedGivesOtherGames) { EXPECT_NE(go_archive(1, 1), go_archive(1, 2)); }

TEST(GoArchive, AGameDoesNotDependOnTheOnesBeforeIt) {
  const GoArchive games;
  std::string seventh;
  games.append_game(7, seventh);
  EXPECT_NE(go_archive(9, 1).find(seventh), std::string::npos);
}

TEST(GoArchive, HoldsTheGamesAskedForAndClosesEachOfThem) {
  EXPECT_EQ(count(archive(), "(;FF[4]GM[1]"), kGames);
  int depth = 0;
  bool in_value = false;
  bool is_escaped = false;
  for (const char c : archive()) {
    if (is_escaped) {
      is_escaped = false;
    } else if (in_value) {
      is_escaped = c == '\\';
      in_value = c != ']';
    } else {
      in_value = c == '[';
      depth += c == '(';
      depth -= c == ')';
      ASSERT_GE(depth, 0);
    }
  }
  EXPECT_EQ(depth, 0);
}

TEST(GoArchive, LooksLikeARealCollection) {
  EXPECT_NEAR(per_cent_of_games("SZ[19]"), 96, 2);
  EXPECT_NEAR(per_cent_of_games("]C["), 10, 3);
  EXPECT_NEAR(per_cent_of_games("\n("), 5, 2);
  EXPECT_NEAR(per_cent_of_games("HA["), 4, 1.5);
  EXPECT_NEAR(per_cent_of_games("+R]"), 54, 4);
  EXPECT_NEAR(per_cent_of_games("DT["), 98, 1.5);
  const auto moves = count(archive(), ";B[") + count(archive(), ";W[");
  EXPECT_NEAR(static_cast<double>(moves) / static_cast<double>(kGames), 220, 10);
  EXPECT_GT(count(archive(), "Cho Chikun"), 50u);
  EXPECT_GT(count(archive(), "柯洁"), 5u);
}

}  // namespace
}  // namespace ludex::bench

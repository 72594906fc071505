// Games are grouped by keys alike in whatever memory, however many games have one key.
#include "query/duplicates/agreeing_games.hpp"

#include "support/heap.hpp"

#include <gtest/gtest.h>

#include <array>
#include <map>
#include <random>
#include <utility>
#include <vector>

namespace ludex {
namespace {

using Entries = std::vector<AgreementEntry>;

/// Entries of a few keys that most games have, and of many that two or three have.
Entries skewed_entries(std::int64_t games) {
  std::mt19937_64 random(7);
  Entries entries;
  for (std::int64_t game = 1; game <= games; ++game) {
    const bool is_common = random() % 4 != 0;
    const std::uint64_t number = is_common ? random() % 5 : 5 + random() % (games / 8);
    entries.push_back({number * 0x9e37'79b9'7f4a'7c15, game, random() % 50 == 0});
  }
  return entries;
}

std::vector<std::int64_t> find(const Entries& entries, std::int64_t first_new,
                               std::uint64_t most_entries) {
  IdSet found;
  AgreeingGames agreeing(first_new, most_entries);
  agreeing.find(
      [&](auto visit) {
        for (const AgreementEntry& entry : entries) visit(entry);
      },
      1, found);
  return found.members();
}

/// What the documentation says, game by game.
std::vector<std::int64_t> find_obviously(const Entries& entries, std::int64_t first_new) {
  std::map<std::uint64_t, Entries> groups;
  for (const AgreementEntry& entry : entries) groups[entry.key].push_back(entry);
  IdSet found;
  for (const auto& [key, group] : groups) {
    bool has_new = false, any_asks = false, new_asks = false;
    for (const AgreementEntry& entry : group) {
      has_new |= entry.game >= first_new;
      any_asks |= entry.asks;
      new_asks |= entry.asks && entry.game >= first_new;
    }
    if (group.size() < 2 || !has_new || !any_asks) continue;
    for (const AgreementEntry& entry : group) {
      if (new_asks || entry.asks || entry.game >= first_new) found.insert(entry.game);
    }
  }
  return found.members();
}

TEST(AgreeingGames, AreThoseOfTheObviousImplementationInWhateverMemory) {
  const Entries entries = skewed_entries(5000);
  for (const std::int64_t first_new : {1, 2, 2500, 4900, 5000}) {
    const auto expected = find_obviously(entries, first_new);
    EXPECT_FALSE(expected.empty());
    for (const std::uint64_t most : {0, 1, 2, 10, 100, 200, 1000, 2000, 4999, 5000, 10'000}) {
      ASSERT_EQ(find(entries, first_new, most), expected)
          << most << " entries, new from " << first_new;
    }
  }
}

TEST(AgreeingGames, OfAKeyThatComesLateAreFound) {
  Entries entries;
  for (std::int64_t game = 1; game <= 1000; ++game) {
    const auto key = static_cast<std::uint64_t>(game < 500 ? game : 0);
    entries.push_back({key, game, game == 999});
  }
  EXPECT_EQ(find(entries, 1, 100), find_obviously(entries, 1));
  EXPECT_EQ(find(entries, 1, 100).size(), 501U);
}

TEST(AgreeingGames, OfOneKeyTakeTheMemoryThatIsGiven) {
  constexpr std::int64_t kGames = 1'000'000;
  constexpr std::uint64_t kMost = 10'000;
  IdSet found;
  found.insert(kGames);
  const std::size_t before = test::heap_bytes_in_use();
  std::size_t most_bytes = 0;
  AgreeingGames agreeing(1, kMost);
  agreeing.find(
      [&](auto visit) {
        for (std::int64_t game = 1; game <= kGames; ++game) {
          visit(AgreementEntry{42, game, true});
          if (game % 1000 == 0) most_bytes = std::max(most_bytes, test::heap_bytes_in_use());
        }
      },
      1, found);
  EXPECT_EQ(found.count(), kGames);
  EXPECT_LT(most_bytes, before + 4 * kMost * sizeof(AgreementEntry));
}

}  // namespace
}  // namespace ludex

// Games are grouped by equal keys, whatever the memory limit and however many games share a key.
#include "query/duplicates/agreeing_games.hpp"

#include "support/heap.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <map>
#include <random>
#include <vector>

namespace ludex {
namespace {

using Entries = std::vector<AgreementEntry>;

std::uint64_t key_of(std::uint64_t number) { return number * 0x9e37'79b9'7f4a'7c15; }

/// Entries of a few keys that most games have, and of many that two or three have.
Entries skewed_entries(std::int64_t games, std::uint64_t seed) {
  std::mt19937_64 random(seed);
  const auto rare = static_cast<std::uint64_t>(games / 8);
  Entries entries;
  for (std::int64_t game = 1; game <= games; ++game) {
    const bool is_common = random() % 4 != 0;
    const std::uint64_t number = is_common ? random() % 5 : 5 + random() % rare;
    entries.push_back({key_of(number), game, random() % 50 == 0});
  }
  return entries;
}

/// Games of which each shares its key with `sharing` - 1 others.
Entries shared_entries(std::int64_t games, std::int64_t sharing) {
  Entries entries;
  for (std::int64_t game = 1; game <= games; ++game) {
    entries.push_back({key_of(static_cast<std::uint64_t>(game % (games / sharing))), game, true});
  }
  return entries;
}

/// Adds games of one key.
void add_of_one_key(std::int64_t games, bool asks, Entries& entries) {
  const auto first = static_cast<std::int64_t>(entries.size()) + 1;
  for (std::int64_t i = 0; i < games; ++i) entries.push_back({key_of(0x777'7777), first + i, asks});
}

/// Searches entries; notes how often they are read, and how much memory is held meanwhile.
struct Search {
  Search(const Entries& entries, AgreeingGames& agreeing) {
    const std::size_t before = test::heap_bytes_in_use();
    IdSet all;
    agreeing.find(
        [&](auto visit) {
          ++readings;
          for (std::size_t i = 0; i < entries.size(); ++i) {
            visit(entries[i]);
            if (i % 100 == 0) most_bytes = std::max(most_bytes, test::heap_bytes_in_use());
          }
        },
        all);
    most_bytes -= std::min(before, most_bytes);
    found = all.members();
  }
  std::vector<std::int64_t> found;
  std::size_t readings = 0, most_bytes = 0;
};

Search search(const Entries& entries, std::int64_t first_new, std::uint64_t most_entries) {
  AgreeingGames agreeing(first_new, most_entries);
  return Search(entries, agreeing);
}

/// What the documentation says, group by group.
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

/// Entries that are held, and the set of what is found.
std::size_t allowed_bytes(std::uint64_t most_entries, const Entries& entries) {
  return 5 * most_entries * sizeof(AgreementEntry) / 4 + entries.size() / 4;
}

TEST(AgreeingGames, AreThoseOfTheObviousImplementationInWhateverMemory) {
  const Entries entries = skewed_entries(3000, 7);
  for (const std::int64_t first_new : {1, 2, 1500, 2900, 3000}) {
    const auto expected = find_obviously(entries, first_new);
    EXPECT_FALSE(expected.empty());
    for (const std::uint64_t most : {0, 1, 2, 3, 10, 100, 200, 1000, 2000, 2999, 3000, 10'000}) {
      ASSERT_EQ(search(entries, first_new, most).found, expected)
          << most << " entries, new from " << first_new;
    }
  }
}

TEST(AgreeingGames, OfKeysAtTheEndsOfTheirRangeAreFound) {
  Entries entries;
  for (std::int64_t game = 1; game <= 40; ++game) {
    entries.push_back({game % 2 == 0 ? 0 : ~std::uint64_t{0}, game, true});
    entries.push_back({key_of(static_cast<std::uint64_t>(game / 2)), 100 + game, true});
  }
  for (const std::uint64_t most : {1, 2, 5, 30, 100}) {
    EXPECT_EQ(search(entries, 1, most).found, find_obviously(entries, 1)) << most << " entries";
  }
}

TEST(AgreeingGames, AreFoundAgainByTheSameObject) {
  const Entries first = skewed_entries(2000, 1), second = skewed_entries(1500, 2);
  AgreeingGames agreeing(1000, 50);
  EXPECT_EQ(Search(first, agreeing).found, find_obviously(first, 1000));
  EXPECT_EQ(Search(second, agreeing).found, find_obviously(second, 1000));
}

TEST(AgreeingGames, AreReadOnceIfTheyFit) {
  const Entries entries = shared_entries(1000, 2);
  EXPECT_EQ(search(entries, 1, 1000).readings, 1U);
  EXPECT_EQ(search(entries, 1, 999).readings, 2U);
}

TEST(AgreeingGames, OfOneKeyAreReadTwiceInTheMemoryThatIsGiven) {
  Entries entries;
  add_of_one_key(200'000, true, entries);
  const Search found = search(entries, 1, 2000);
  EXPECT_EQ(found.found.size(), entries.size());
  EXPECT_EQ(found.readings, 2U);
  EXPECT_LT(found.most_bytes, allowed_bytes(2000, entries));
}

TEST(AgreeingGames, OfAKeyForWhichNobodyAsksAreNotReadAgain) {
  Entries entries;
  add_of_one_key(20'000, false, entries);
  const Search found = search(entries, 1, 2000);
  EXPECT_TRUE(found.found.empty());
  EXPECT_EQ(found.readings, 1U);
}

TEST(AgreeingGames, OfAKeyThatComesLateTakeNoMoreReadingsAndMemory) {
  Entries entries = shared_entries(2000, 2);
  add_of_one_key(200'000, true, entries);
  const Search found = search(entries, 1, 2000);
  EXPECT_EQ(found.found.size(), entries.size());
  EXPECT_LE(found.readings, 4U);
  EXPECT_LT(found.most_bytes, allowed_bytes(2000, entries));
}

TEST(AgreeingGames, OfManyKeysAreReadInPortionsThatFit) {
  const Entries entries = shared_entries(50'000, 2);
  const Search found = search(entries, 1, 2000);
  EXPECT_EQ(found.found.size(), entries.size());
  EXPECT_GE(found.readings, 25U);
  EXPECT_LE(found.readings, 50U) << "each is of half of what fits, or more";
  EXPECT_LT(found.most_bytes, allowed_bytes(2000, entries));
}

}  // namespace
}  // namespace ludex

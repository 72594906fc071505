// Groups that are kept ready: the answers are those of a search, in whatever memory.
#include "pipeline/duplicate_keeper.hpp"

#include "query/duplicates/comparison_parts.hpp"
#include "query/duplicates/duplicates.hpp"
#include "query/duplicates/related_games.hpp"
#include "query/filter/game_query.hpp"
#include "store/people.hpp"

#include "made_duplicates.hpp"
#include "support/heap.hpp"

#include <fmt/format.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <map>
#include <optional>
#include <utility>
#include <vector>

namespace ludex {
namespace {

using test::Duplicates;
using test::first;
using test::heap_bytes_in_use;
using test::Lines;
using test::Made;
using test::Picker;
using test::Points;
using test::random_points;
using test::row_of;

/// Games of 3 to 90 moves, many of them like another one, of which the database keeps the clusters.
class StoredDuplicates : public Duplicates {
 protected:
  void add_many(int games) {
    std::vector<GameRow> rows;
    for (int i = 0; i < games; ++i) {
      rows.push_back(row_of(next()));
      rows.back().content_hash = static_cast<std::uint64_t>(++last_);
      if (pick_.one_in(9)) rows.back().info.external_id = std::to_string(pick_.below(5));
    }
    made_.add_games(std::move(rows));
  }

  void store() {
    store_in(std::uint64_t{1} << 26);
    ASSERT_TRUE(DuplicateBlocks(made_.database().sql()).are_complete());
  }
  void store_in(std::uint64_t memory_bytes) {
    SqlTransaction transaction(made_.database().sql());
    update_duplicates(made_.database(), memory_bytes);
    transaction.commit();
  }

  IdSet all_games() { return find_games(made_.database(), GameFilters{}).games; }

  /// What is found among all games, and among most of them, some clusters in part.
  std::vector<Lines> answers() {
    Picker pick(11);
    std::vector<Lines> all;
    for (int i = 0; i < 4; ++i) {
      IdSet games = find_games(made_.database(), GameFilters{}).games;
      for (std::int64_t id = 1; id <= last_ && i > 0; ++id) {
        if (pick.one_in(static_cast<std::size_t>(20 * i))) games.erase(id);
      }
      Lines& lines = all.emplace_back();
      for (const DuplicateGame& one : find_duplicates(made_.database().sql(), games)) {
        lines.push_back(fmt::format("{} {} {} {} {} {}", raw(one.cluster), raw(one.game),
                                    duplicate_reason_name(one.reason), one.equal_moves,
                                    orientation_name(one.orientation), one.colors_exchanged));
      }
    }
    return all;
  }

  /// What is stored changes no answer.
  void expect_same_answers_when_stored() {
    forget();
    const std::vector<Lines> searched = answers();
    EXPECT_GT(searched[0].size(), 100U);
    store();
    EXPECT_EQ(answers(), searched);
  }

  /// True if groups are searched for in this memory: without beginning hashes the search would
  /// succeed.
  bool are_searched_for_in(std::uint64_t memory_bytes) {
    SqlConnection& sql = made_.database().sql();
    const SqlTransaction rolled_back(sql);
    sql.run("DELETE FROM mark_block");
    update_duplicates(made_.database(), memory_bytes);
    return DuplicateBlocks(sql).are_complete();
  }

  void forget() {
    SqlTransaction transaction(made_.database().sql());
    forget_duplicates(made_.database().sql());
    transaction.commit();
  }

 private:
  /// A new game, or one before with other ends, turned, of other players or on another day.
  Made next() {
    const bool is_new = last_games_.size() < 10 || pick_.one_in(3);
    Made made = is_new ? Made{random_points(pick_, 3 + pick_.below(88))} : pick_.from(last_games_);
    if (!is_new && !made.points.empty()) {
      made.orientation = static_cast<Orientation>(pick_.below(8));
      made.exchanged = pick_.one_in(5);
      if (pick_.one_in(3)) made.points = first(made.points, 1 + pick_.below(made.points.size()));
      if (pick_.one_in(4)) std::swap(made.points.back(), made.points.front());
      if (pick_.one_in(20)) made.points.clear();
    }
    if (pick_.one_in(3)) made.black = pick_.one_in(4) ? "" : "Cho";
    if (pick_.one_in(4)) made.date = pick_.one_in(4) ? "" : "2001";
    last_games_.push_back(made);
    if (last_games_.size() > 400) last_games_.erase(last_games_.begin(), last_games_.begin() + 100);
    return made;
  }

  std::vector<Made> last_games_;
};

TEST_F(StoredDuplicates, AreThoseOfASearch) {
  add_many(6000);
  expect_same_answers_when_stored();
}

TEST_F(StoredDuplicates, AreKeptUpToDate) {
  add_many(2000);
  store();
  for (int round = 0; round < 4; ++round) {
    add_many(400);
    const std::vector<Lines> searched = answers();  // the new games are not compared yet
    store();
    ASSERT_EQ(answers(), searched) << "round " << round;
    for (int i = 0; i < 60; ++i) made_.remove(static_cast<GameId>(1 + pick_.below(2000)));
    const std::vector<Lines> stored = answers();
    forget();
    ASSERT_EQ(answers(), stored) << "removed, round " << round;
    store();
    ASSERT_EQ(answers(), stored) << "removed and stored again, round " << round;
  }
}

TEST_F(StoredDuplicates, FollowThePeople) {
  add_many(3000);
  store();
  const std::vector<Lines> before = answers();
  add_aliases(made_.database(), NameKind::player, std::vector<Alias>{{"Ann", "Cho"}});
  EXPECT_FALSE(DuplicateBlocks(made_.database().sql()).are_complete());
  const std::vector<Lines> searched = answers();
  EXPECT_NE(searched, before);
  store();
  EXPECT_EQ(answers(), searched);
}

/// Which games of a set are in how many parts.
class PartCounter {
 public:
  void add(const IdSet& part) {
    for (const std::int64_t id : part.members()) ++parts_of_[id];
  }
  [[nodiscard]] std::int64_t games() const { return static_cast<std::int64_t>(parts_of_.size()); }
  [[nodiscard]] bool is_any_in_two() const {
    return std::ranges::any_of(parts_of_, [](const auto& one) { return one.second > 1; });
  }

 private:
  std::map<std::int64_t, int> parts_of_;
};

TEST_F(StoredDuplicates, AreFoundInPartsInLittleMemory) {
  add_many(4000);
  store();
  SqlConnection& sql = made_.database().sql();
  const ComparedGames games{all_games(), all_games()};
  const auto at_once = find_groups(sql, all_games());
  EXPECT_GT(at_once.size(), 1000U);
  const auto need = static_cast<std::uint64_t>(games.by_moves.count()) * 512;
  for (const std::uint64_t memory_bytes : {need, need - 1, need * 9 / 10, need * 8 / 10}) {
    EXPECT_EQ(find_groups(sql, games, memory_bytes), at_once) << memory_bytes << " bytes";
  }
  EXPECT_EQ(find_groups(sql, games, need / 100), std::nullopt);
}

TEST_F(StoredDuplicates, AreKeptUpToDateInLittleMemory) {
  add_many(2000);
  for (int round = 0; round < 3; ++round) {
    add_many(1000);
    forget();
    const std::vector<Lines> searched = answers();
    store_in(std::uint64_t{850} * static_cast<std::uint64_t>(last_));
    ASSERT_TRUE(DuplicateBlocks(made_.database().sql()).are_complete()) << "round " << round;
    ASSERT_EQ(answers(), searched) << "round " << round;
  }
}

TEST_F(StoredDuplicates, AreNotKeptIfTheirGroupsDoNotFit) {
  add_many(2000);
  const std::vector<Lines> searched = answers();
  store_in(1 << 16);
  EXPECT_FALSE(DuplicateBlocks(made_.database().sql()).are_complete());
  EXPECT_EQ(answers(), searched);
}

TEST_F(StoredDuplicates, AreSearchedForAgainOnlyIfTheyMayFit) {
  constexpr std::uint64_t kTooLittle = 1 << 16;
  add_many(2000);
  store_in(kTooLittle);
  EXPECT_FALSE(are_searched_for_in(kTooLittle));
  EXPECT_FALSE(are_searched_for_in(kTooLittle / 2));
  EXPECT_TRUE(are_searched_for_in(2 * kTooLittle));
  add_many(10);
  EXPECT_FALSE(are_searched_for_in(kTooLittle)) << "more games need more memory";
  for (int i = 1; i <= 10; ++i) made_.remove(GameId{i});
  EXPECT_FALSE(are_searched_for_in(kTooLittle)) << "as many games as before";
  made_.remove(GameId{11});
  EXPECT_TRUE(are_searched_for_in(kTooLittle));
  store_in(kTooLittle);
  EXPECT_FALSE(are_searched_for_in(kTooLittle));
}

TEST_F(StoredDuplicates, ThatDidNotFitAreSearchedForWhenPeopleChange) {
  constexpr std::uint64_t kTooLittle = 1 << 16;
  add_many(2000);
  store_in(kTooLittle);
  add_aliases(made_.database(), NameKind::player, std::vector<Alias>{{"Ann", "Cho"}});
  EXPECT_TRUE(are_searched_for_in(kTooLittle));
}

TEST_F(StoredDuplicates, AreAllInOnePart) {
  add_many(3000);
  store();
  const ComparedGames games{all_games(), all_games()};
  ComparisonParts parts(made_.database().sql(), games, 300);
  EXPECT_GT(parts.long_parts(), 5U);
  EXPECT_GT(parts.short_parts(), 1U);
  PartCounter long_games, short_games;
  for (std::uint64_t i = 0; i < parts.long_parts(); ++i) {
    const IdSet part = parts.long_games(i);
    EXPECT_LE(part.count(), 300) << "part " << i;
    long_games.add(part);
  }
  for (std::uint64_t i = 0; i < parts.short_parts(); ++i) short_games.add(parts.short_games(i));
  EXPECT_FALSE(long_games.is_any_in_two());
  EXPECT_FALSE(short_games.is_any_in_two());
  const std::int64_t all = games.by_moves.count();
  EXPECT_GT(long_games.games() + short_games.games(), all);  // some are in one of each
  EXPECT_LT(long_games.games(), all);
}

/// An old game that asks for no beginning of new games need not be compared with them.
TEST_F(StoredDuplicates, OldGamesAreComparedWithNewOnesOnlyIfOneOfThemAsks) {
  const Points line = random_points(pick_, 200);
  const auto game_of = [&](std::size_t moves) { return Made{first(line, moves)}; };
  const auto other_end = [&](std::size_t shared) {
    Points points = first(line, 150);
    std::reverse(points.begin() + static_cast<std::ptrdiff_t>(shared), points.end());
    return Made{points};
  };
  const std::int64_t asking = add(game_of(22));
  const std::int64_t old = add(other_end(21));
  store();
  const std::int64_t first_new = add(other_end(23));
  store();
  const auto related = [&](std::int64_t first_of_new) {
    SqlConnection& sql = made_.database().sql();
    return RelatedGames(sql, first_of_new, last_ + 1, 1 << 20).find().all().members();
  };
  EXPECT_EQ(related(1), (std::vector{asking, old, first_new}));
  EXPECT_EQ(related(first_new), (std::vector{asking, first_new}));
  const std::int64_t new_asking = add(game_of(21));
  store();
  EXPECT_EQ(related(new_asking), (std::vector{asking, old, first_new, new_asking}));
}

TEST_F(StoredDuplicates, OldShortGamesAreHeldOnlyIfTheyMeetANewOne) {
  constexpr std::size_t kOld = 50'000;
  std::vector<GameRow> rows;
  for (std::size_t i = 1; i <= kOld; ++i) {
    rows.push_back(row_of({random_points(pick_, 2), {}, false, fmt::format("Ann {}", i)}));
    rows.back().content_hash = static_cast<std::uint64_t>(++last_);
  }
  made_.add_games(std::move(rows));
  const std::int64_t first_new = add({random_points(pick_, 3), {}, false, "Ann 7"});
  add({random_points(pick_, 50), {}, false, "Ann 9"});
  store();
  const std::vector<std::int64_t> expected{7, 9, first_new, last_};
  SqlConnection& sql = made_.database().sql();
  EXPECT_EQ(RelatedGames(sql, first_new, last_ + 1, 1 << 26).find().all().members(), expected);
  const std::size_t before = heap_bytes_in_use();
  RelatedGames related(sql, first_new, last_ + 1, 1 << 26);
  EXPECT_EQ(related.find().all().members(), expected);
  EXPECT_LT(heap_bytes_in_use() - before, kOld * 8);
}

TEST_F(StoredDuplicates, TakeSeveralPassesInLittleMemory) {
  add_many(3000);
  const IdSet at_once = RelatedGames(made_.database().sql(), 1, 1, 1 << 20).find().all();
  EXPECT_TRUE(at_once.empty());  // nothing is hashed yet
  store();
  for (const std::int64_t first_new : {1, 2000, 2990}) {
    const auto related = [&](int bits) {
      SqlConnection& sql = made_.database().sql();
      const auto memory_bytes = std::uint64_t{1} << bits;
      return RelatedGames(sql, first_new, last_ + 1, memory_bytes).find().all().members();
    };
    EXPECT_GT(related(26).size(), first_new == 1 ? 1000U : 50U);
    for (const int bits : {12, 16, 20}) {
      EXPECT_EQ(related(bits), related(26)) << bits << ", new from " << first_new;
    }
  }
}

}  // namespace
}  // namespace ludex

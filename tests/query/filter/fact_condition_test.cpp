#include "query/filter/fact_condition.hpp"
#include "store/sql/sqlite_file.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <cstdint>
#include <functional>
#include <limits>
#include <random>
#include <string>
#include <utility>
#include <vector>

namespace ludex {
namespace {

constexpr std::int64_t kGames = 4096 + 777;

// Values in every width that a chunk may be packed in, negative ones too.
std::vector<std::vector<std::int64_t>> columns() {
  std::mt19937_64 random(7);
  std::vector<std::vector<std::int64_t>> columns;
  for (const auto& [low, high] : std::vector<std::pair<std::int64_t, std::int64_t>>{
           {5, 5}, {-3, 200}, {1, 60'000}, {0, 3'000'000}, {-kNoFact, 5 - kNoFact * 8}}) {
    std::uniform_int_distribution<std::int64_t> value(low, high);
    auto& column = columns.emplace_back();
    for (std::int64_t game = 0; game < kGames; ++game) column.push_back(value(random));
  }
  return columns;
}

class FactConditionTest : public testing::Test {
 protected:
  FactConditionTest() : sql_(":memory:", SqliteFile::Mode::create) {
    sql_.exec(
        "CREATE TABLE fact_block (id INTEGER PRIMARY KEY, minimum INTEGER, maximum INTEGER, data "
        "BLOB)");
  }

  void store(Fact fact, const std::vector<std::int64_t>& values) {
    SqlStatement insert(sql_, "INSERT OR REPLACE INTO fact_block VALUES (?, ?, ?, ?)");
    for (std::int64_t chunk = 0; chunk * kFactChunkGames < kGames; ++chunk) {
      const auto first = values.begin() + chunk * kFactChunkGames;
      const auto end = values.begin() + std::min(kGames, (chunk + 1) * kFactChunkGames);
      const std::vector<std::int64_t> part(first, end);
      const std::string data = pack_facts(part);
      insert.bind(1, static_cast<std::int64_t>(fact) << 32 | chunk);
      insert.bind(2, *std::min_element(first, end));
      insert.bind(3, *std::max_element(first, end));
      insert.bind_blob(4, data);
      insert.run();
    }
  }

  // The games that are left of all, one flag each.
  std::vector<bool> narrowed(const FactCondition& condition) {
    std::vector<bool> left;
    FactChunk chunk(sql_);
    for (std::int64_t c = 0; c < chunk.chunk_count(); ++c) {
      chunk.go_to(c);
      GameMask mask = whole(chunk);
      condition(chunk, mask);
      for (std::size_t i = 0; i < chunk.size(); ++i) left.push_back(mask[i]);
    }
    return left;
  }

  void expect(const FactCondition& condition, const std::vector<std::int64_t>& values,
              const std::function<bool(std::int64_t)>& wanted) {
    const std::vector<bool> left = narrowed(condition);
    ASSERT_EQ(left.size(), values.size());
    for (std::size_t i = 0; i < values.size(); ++i) {
      ASSERT_EQ(left[i], wanted(values[i])) << "game " << i + 1 << ", value " << values[i];
    }
  }

  SqliteFile sql_;
};

TEST_F(FactConditionTest, ARangeKeepsTheValuesBetweenItsEnds) {
  for (const auto& values : columns()) {
    store(Fact::flags, values);
    const std::int64_t a = values[10], b = values[20];
    for (const NumberRange range :
         {NumberRange{std::min(a, b), std::max(a, b)}, NumberRange{a, a},
          NumberRange{a, std::numeric_limits<std::int64_t>::max()},
          NumberRange{std::numeric_limits<std::int64_t>::min(), a}, NumberRange{a + 1, a}}) {
      expect(fact_in_range(Fact::flags, range), values,
             [&](std::int64_t value) { return range.from <= value && value <= range.to; });
    }
  }
}

TEST_F(FactConditionTest, ASetKeepsItsMembersBeItSmallOrLarge) {
  for (const auto& values : columns()) {
    if (*std::min_element(values.begin(), values.end()) < 0 || values[0] > 10'000'000) continue;
    store(Fact::flags, values);
    for (const int members : {0, 1, 3, 16, 17, 400}) {
      IdSet set;
      for (int i = 0; i < members; ++i) set.insert(values[static_cast<std::size_t>(i) * 11]);
      expect(fact_in_set(Fact::flags, set), values,
             [&](std::int64_t value) { return set.contains(value); });
    }
  }
}

TEST_F(FactConditionTest, BitsAreComparedWhereTheyAreAskedFor) {
  for (const auto& values : columns()) {
    store(Fact::flags, values);
    for (const std::int64_t unit : {1, 1 << 4, 1 << 12, 1 << 20}) {
      expect(fact_has_bits(Fact::flags, 6 * unit, 4 * unit), values,
             [&](std::int64_t value) { return (value & 6 * unit) == 4 * unit; });
    }
  }
}

TEST_F(FactConditionTest, VisibilityAnswersWhatFlagsSay) {
  using enum GameFlags::Flag;
  std::vector<std::int64_t> flags(kGames, alive | node_text);
  flags[0] = alive | hidden;
  flags[4100] = node_text | has_variations;
  flags[4101] = alive | no_positions;
  store(Fact::flags, flags);
  add_visibility(sql_);
  expect(is_answer(), flags, [](std::int64_t value) { return GameFlags(value).is_answer(); });
  expect(is_without_positions(), flags,
         [](std::int64_t value) { return GameFlags(value).has(no_positions); });
}

TEST(IdSetTest, MarksBecomeMembersWhereverTheyBegin) {
  for (const std::int64_t first : {0, 1, 7, 63, 64, 100, 4097}) {
    IdSet set;
    set.insert(first + 5);
    std::vector<std::uint8_t> marks(200);
    std::vector<std::int64_t> expected{first + 5};
    for (const std::int64_t i : {6, 56, 57, 62, 63, 64, 126, 127, 190, 199}) {
      marks[static_cast<std::size_t>(i)] = 1;
      expected.push_back(first + i);
    }
    set.insert_marked(marks, first);
    EXPECT_EQ(set.members(), expected) << first;
  }
}

TEST(IdSetTest, ARangeBecomesMembersWhereverItBeginsAndEnds) {
  for (const std::int64_t first : {0, 1, 63, 64, 65, 4097}) {
    for (const std::int64_t count : {0, 1, 2, 63, 64, 65, 127, 128, 4096}) {
      IdSet set, expected;
      for (IdSet* const one : {&set, &expected}) one->insert(first + count / 2);
      set.insert_range(first, count);
      for (std::int64_t id = first; id < first + count; ++id) expected.insert(id);
      EXPECT_EQ(set.members(), expected.members()) << first << " and " << count;
    }
  }
}

TEST(GameMaskTest, IsWhatItsPlacesSayWhetherWholeOrNot) {
  const auto places_of = [](const GameMask& mask) {
    std::vector<std::int64_t> places;
    for (std::size_t i = 0; i < kFactChunkGames; ++i) {
      if (mask[i]) places.push_back(static_cast<std::int64_t>(i) + 100);
    }
    return places;
  };
  GameMask few;
  for (const std::size_t place : {0, 3, 500}) few.bytes()[place] = 1;
  GameMask none = few;
  none.bytes().fill(0);
  GameMask told_apart(700);
  (void)told_apart.bytes();
  const std::vector<GameMask> masks{GameMask(), none,          few,
                                    told_apart, GameMask(700), GameMask(4096)};
  for (const GameMask& mask : masks) {
    IdSet games;
    mask.insert_into(games, 100);
    EXPECT_EQ(games.members(), places_of(mask));
    EXPECT_EQ(mask.count(), games.count());
    EXPECT_EQ(mask.is_empty(), games.empty());
    for (const GameMask& other : masks) {
      IdSet both = games;
      other.insert_into(both, 100);
      GameMask joined = mask;
      joined |= other;
      EXPECT_EQ(places_of(joined), both.members());
    }
  }
}

TEST_F(FactConditionTest, ADamagedBlockIsReported) {
  store(Fact::flags, columns()[2]);
  sql_.exec("UPDATE fact_block SET data = substr(data, 1, 100)");
  EXPECT_THROW((void)narrowed(fact_in_range(Fact::flags, {5, 9})), std::exception);
}

}  // namespace
}  // namespace ludex

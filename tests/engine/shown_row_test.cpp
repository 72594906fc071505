// Rows of games as one value of a server's table.

#include "engine/clickhouse/shown_row.hpp"
#include "ludex/error.hpp"

#include <gtest/gtest.h>
#include <rapidcheck.h>

#include <cstdint>
#include <limits>
#include <string>
#include <vector>

namespace ludex::clickhouse {
namespace {

constexpr ListedGames::Board kBoard{GameType::go, {13, 9}};

std::vector<Value> unpacked(std::string_view packed, const std::vector<std::size_t>& places) {
  std::vector<Value> values;
  const ListedGames::Board board = unpack_shown(packed, places, values);
  EXPECT_EQ(board.game, kBoard.game);
  EXPECT_EQ(board.size, kBoard.size);
  return values;
}

TEST(ShownRow, GivesBackTheValuesThatAreAskedFor) {
  const std::vector<Value> row = {std::int64_t{7},
                                  {},
                                  0.5,
                                  "Cho Chikun",
                                  {},
                                  std::string(300, 'x'),
                                  std::numeric_limits<std::int64_t>::min()};
  const std::string packed = pack_shown(kBoard, row);
  EXPECT_EQ(unpacked(packed, {0, 1, 2, 3, 4, 5, 6}), row);
  EXPECT_EQ(unpacked(packed, {1, 3, 6}), (std::vector<Value>{row[1], row[3], row[6]}));
  EXPECT_EQ(unpacked(packed, {9}), std::vector<Value>(1)) << "a column that was added later";
  EXPECT_EQ(pack_shown(kBoard, std::vector<Value>(60)).size(), 4U);
}

TEST(ShownRow, LosesNothing) {
  ASSERT_TRUE(rc::check([] {
    std::vector<Value> row;
    std::vector<std::size_t> all, some;
    std::vector<Value> chosen;
    const auto count = *rc::gen::inRange<std::size_t>(0, 70);
    for (std::size_t place = 0; place < count; ++place) {
      switch (*rc::gen::inRange(0, 4)) {
        case 0:
          row.emplace_back();
          break;
        case 1:
          row.emplace_back(*rc::gen::arbitrary<std::int64_t>());
          break;
        case 2:
          row.emplace_back(*rc::gen::arbitrary<double>());
          break;
        default:
          row.emplace_back(*rc::gen::arbitrary<std::string>());
      }
      all.push_back(place);
      if (*rc::gen::arbitrary<bool>()) {
        some.push_back(place);
        chosen.push_back(row.back());
      }
    }
    const std::string packed = pack_shown(kBoard, row);
    RC_ASSERT(unpacked(packed, all) == row);
    RC_ASSERT(unpacked(packed, some) == chosen);
  }));
}

TEST(ShownRow, RefusesWhatIsCut) {
  const std::string packed = pack_shown(kBoard, std::vector<Value>{std::int64_t{300}, 1.5, "name"});
  for (std::size_t size = 1; size < packed.size(); ++size) {
    try {
      (void)unpacked(packed.substr(0, size), {0, 1, 2});
    } catch (const DatabaseError&) {  // or it ends between two values
    }
  }
  EXPECT_THROW((void)unpacked(packed.substr(0, packed.size() - 1), {2}), DatabaseError);
}

}  // namespace
}  // namespace ludex::clickhouse

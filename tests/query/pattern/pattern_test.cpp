#include "ludex/archive.hpp"
#include "ludex/error.hpp"
#include "query/pattern/pattern_search.hpp"
#include "query/pattern/pattern_text.hpp"
#include "store/database.hpp"
#include "support/cpu_seconds.hpp"
#include "support/sanitized.hpp"
#include "support/temporary_folder.hpp"

#include <fmt/format.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <string>
#include <vector>

namespace ludex {
namespace {

const GameRules& go_rules() { return *find_rules(GameType::go); }

constexpr const char* kOneStone = "...../...../..B../...../.....";

/// How many placements a pattern of Go has on a board.
std::size_t placements(const std::string& rows, const std::string& at, BoardSize size,
                       bool swap_colors = false) {
  Pattern pattern = read_pattern_rows(rows, go_rules());
  if (!at.empty()) read_anchor(at, go_rules(), pattern);
  pattern.swap_colors = swap_colors;
  const PatternPlan plan(pattern, go_rules(), size);
  std::size_t count = 0;
  for (const PatternForm& form : plan.forms()) {
    const auto columns = static_cast<std::size_t>(form.last_x - form.first_x + 1);
    const auto rows_of_form = static_cast<std::size_t>(form.last_y - form.first_y + 1);
    count += form.slides ? columns * rows_of_form : form.places.size();
  }
  return count;
}

TEST(PatternText, CellsAreContents) {
  const Pattern pattern = read_pattern_rows("B.2*/{BW}{^.}{^W}{.}{2W}/{1}4", go_rules());
  EXPECT_EQ(pattern.width, 5);
  EXPECT_EQ(pattern.height, 3);
  EXPECT_EQ(pattern.at(0, 0).allowed, 0b010U);
  EXPECT_EQ(pattern.at(1, 0).allowed, 0b001U);
  EXPECT_EQ(pattern.at(3, 0).allowed, 0b001U);
  EXPECT_EQ(pattern.at(4, 0).allowed, ~ContentSet{0});
  EXPECT_EQ(pattern.at(0, 1).allowed, 0b110U);
  EXPECT_EQ(pattern.at(1, 1).allowed, 0b110U);
  EXPECT_EQ(pattern.at(2, 1).allowed, 0b011U);
  EXPECT_EQ(pattern.at(4, 1).number, 2);
  EXPECT_EQ(pattern.at(4, 1).player, 2);
  EXPECT_EQ(pattern.at(0, 2).number, 1);
  EXPECT_EQ(pattern.at(0, 2).player, 0);
  EXPECT_EQ(pattern.moves, 2);
}

TEST(PatternText, RealLinesMayHaveDrawnEdges) {
  const Pattern pattern = read_pattern_rows("-----\r\n.B.|\r\n..W|\r\n", go_rules());
  EXPECT_TRUE(pattern.anchor.top && pattern.anchor.right);
  EXPECT_FALSE(pattern.anchor.left || pattern.anchor.bottom);
  EXPECT_EQ(pattern.height, 2);
}

TEST(PatternText, AMillionRowsAreRefusedAtTheFirstTooMany) {
  std::string rows = ".";
  for (int i = 0; i < 1'000'000; ++i) rows += "/.";
  EXPECT_THROW((void)read_pattern_rows(rows, go_rules()), UsageError);
}

TEST(PatternText, OfManyPiecesInBracesTakesTimeInProportion) {
  std::string rows(static_cast<std::size_t>(test::many(400'000)), 'B');
  rows = "{" + rows + "}";
  const auto read = [&] { EXPECT_EQ(read_pattern_rows(rows, go_rules()).at(0, 0).allowed, 0b10U); };
  EXPECT_LT(test::cpu_seconds(read), 5);
}

TEST(PatternText, FaultsAreNamedByTheirCharacter) {
  const auto fault = [](const char* rows) {
    try {
      (void)read_pattern_rows(rows, go_rules());
    } catch (const UsageError& error) {
      return std::string(error.what());
    }
    return std::string();
  };
  EXPECT_EQ(fault("B./{Bé}"), "pattern: row 2, column 3: `é` is not a piece of go");
  EXPECT_EQ(fault("{éB"), "pattern: row 1, column 1: `{` is not closed");
  EXPECT_EQ(fault(".B99"), "pattern: row 1, column 3: a number of empty points is 1 to 52");
  EXPECT_EQ(fault("B|B"),
            "pattern: row 1, column 3: `|` inside a row; it marks the edge of the board");
}

TEST(PatternText, SetsOfOneMeaningAreEqual) {
  const auto cells = [](const char* row) { return read_pattern_rows(row, go_rules()).cells; };
  EXPECT_EQ(cells("{BW}")[0].allowed, cells("{^.}")[0].allowed);
  EXPECT_EQ(cells("{BW.}")[0].allowed, cells("*")[0].allowed);
  EXPECT_EQ(placements("*.*", "", {5, 5}), placements("*.{BW.}", "", {5, 5}));
}

TEST(PatternPlan, ExchangedColorsKeepEmptyPointsOfShogiApart) {
  const GameRules& rules = *find_rules(GameType::shogi);
  const auto forms = [&](const char* rows) {
    Pattern pattern = read_pattern_rows(rows, rules);
    pattern.swap_colors = true;
    return PatternPlan(pattern, rules, {9, 9}).forms();
  };
  for (const PatternForm& form : forms("{^.}")) EXPECT_EQ(form.allowed[0] & 1, 0u);
  EXPECT_EQ(forms("p/*/./*/P").size(), 1u) << "it looks the same to both players";
}

TEST(PatternText, BarsMayFrameTheRowsOfDashesToo) {
  for (const char* rows : {"|--/|WB/|.B", "--/|WB/|.B"}) {
    const Pattern pattern = read_pattern_rows(rows, go_rules());
    EXPECT_EQ(pattern.size(), (BoardSize{2, 2})) << rows;
    EXPECT_TRUE(pattern.anchor.left && pattern.anchor.top) << rows;
    EXPECT_FALSE(pattern.anchor.right || pattern.anchor.bottom) << rows;
  }
  EXPECT_TRUE(read_pattern_rows("|W|/|-|", go_rules()).anchor.bottom);
  EXPECT_THROW((void)read_pattern_rows("--|/|WB", go_rules()), UsageError);
}

TEST(PatternPlan, PlacementsThatASymmetryMakesEqualAreOne) {
  EXPECT_EQ(placements("B", "", {19, 19}), 361U);
  EXPECT_EQ(placements("BW", "", {19, 19}), 4U * 18 * 19);
  EXPECT_EQ(placements("BW", "", {19, 19}, true), 4U * 18 * 19);
  EXPECT_EQ(placements("B.", "nw", {19, 19}), 8U);
  EXPECT_EQ(placements("B", "ne", {19, 19}), 4U);
  EXPECT_EQ(placements("B", "ne", {19, 19}, true), 8U);
  EXPECT_EQ(placements("B", "n", {19, 19}), 72U);
  EXPECT_EQ(placements("B", "K10", {19, 19}), 1U);
  EXPECT_EQ(placements("B", "Q16", {19, 19}), 4U);
  EXPECT_EQ(placements("|B.|", "", {2, 2}), 8U);
  EXPECT_EQ(placements("10", "", {9, 9}), 0U);
}

class PatternSearchTest : public testing::Test {
 protected:
  void index(const std::string& text, bool variations = false) {
    const std::vector<std::string> sources = {folder_.add_file("games.sgf", text)};
    archive_.index({.sources = sources, .variations = variations});
  }
  std::vector<std::uint32_t> plies(const std::string& rows, PatternWish wish = {}) {
    Database database = Database::open_for_reading(folder_.path("games.db"));
    const Pattern pattern = read_pattern_rows(rows, go_rules());
    std::vector<std::uint32_t> found;
    PatternSearch(database.sql(), pattern, {})
        .for_each_game(nullptr, wish, [&](GameId, BoardSize, std::span<const FoundPattern> hits) {
          for (const FoundPattern& hit : hits) found.push_back(hit.ply);
          return true;
        });
    return found;
  }

  test::TemporaryFolder folder_;
  Archive archive_{folder_.path("games.db")};
};

TEST_F(PatternSearchTest, HitsOfCopiesThatAreLeftOutDoNotCount) {
  const std::string game = "(;GM[1]SZ[5]PB[A]PW[B]DT[1996];B[bb];W[cb];B[dd])";
  index(game + game);
  Query query;
  query.patterns = {"BW"};
  query.unique = true;
  query.pattern_matching.all_hits = true;
  const GameSet found = archive_.find(query);
  EXPECT_EQ(found.games, 1);
  EXPECT_EQ(found.hits, 1);
}

TEST_F(PatternSearchTest, ARunEndsWhereAStoneIsTaken) {
  // White's stone in the corner is taken at ply 4; put there again it has no liberty.
  index("(;SZ[5];W[aa];B[ba];W[ee];B[ab];W[aa])");
  EXPECT_EQ(plies("---/|.B/|B*"), std::vector<std::uint32_t>{4});
  EXPECT_EQ(plies("---/|W*/|**"), (std::vector<std::uint32_t>{1, 3}));
}

TEST_F(PatternSearchTest, VariationsCountWhereTheyAreAskedFor) {
  index("(;SZ[5];B[cc](;W[dd];B[aa])(;W[bb];B[ee];W[ba]))", true);
  EXPECT_TRUE(plies("---/|*W/|*W").empty());
  EXPECT_EQ(plies("---/|*W/|*W", {.variations = true}), std::vector<std::uint32_t>{6});
  // An occurrence before the lines branch counts once.
  EXPECT_EQ(plies(kOneStone, {.variations = true}), std::vector<std::uint32_t>{1});
}

TEST_F(PatternSearchTest, ADatabaseWithoutCapturesGivesTheSameAndCompactAddsThem) {
  index("(;SZ[5];W[aa];B[ba];W[ee];B[ab];W[cc];B[aa])(;SZ[5];B[cc])");
  const auto before = plies("---/|.B/|B*", {.all_runs = true});
  {
    Database database = Database::open_for_writing(folder_.path("games.db"), 1 << 20);
    database.sql().exec("DELETE FROM capture_block");
  }
  EXPECT_EQ(plies("---/|.B/|B*", {.all_runs = true}), before);
  const CompactReport report =
      Archive::open_for_changes(folder_.path("games.db")).compact([](const char*) {});
  EXPECT_EQ(report.capture_blocks_added, 1);
  EXPECT_EQ(plies("---/|.B/|B*", {.all_runs = true}), before);
}

TEST_F(PatternSearchTest, CompactAddsNothingForGamesWithoutPositions) {
  index("(;GM[1]SZ[300];B[aa])(;SZ[5];B[cc])");
  const CompactReport report =
      Archive::open_for_changes(folder_.path("games.db")).compact([](const char*) {});
  EXPECT_EQ(report.capture_blocks_added, 0);
}

TEST_F(PatternSearchTest, RemovedGamesAreNotFound) {
  index("(;SZ[5];B[cc])(;SZ[5];B[cc])");
  EXPECT_EQ(plies(kOneStone).size(), 2U);
  Archive archive = Archive::open_for_changes(folder_.path("games.db"));
  archive.remove(archive.find(Query().set("id", "1")));
  EXPECT_EQ(plies(kOneStone).size(), 1U);
}

TEST_F(PatternSearchTest, BoardsOfManySizesAreSearchedOneAfterTheOther) {
  std::string games;
  for (int width = 2; width <= 26; ++width) {
    for (int height = 2; height <= 26; ++height) {
      games += fmt::format("(;SZ[{}:{}];B[aa];W[bb])", width, height);
    }
  }
  index(games);
  EXPECT_EQ(plies("---/|B*/|*W").size(), 25u * 25);
  EXPECT_EQ(plies("|B25|").size(), 24u + 2);  // in two ways on 26x26
}

TEST_F(PatternSearchTest, LinesThatBranchAfterManyChangesAreNotReadFromTheirBeginning) {
  const int count = test::many(20'000);
  std::string game = "(;SZ[9]";
  for (int i = 0; i < count; ++i) game += ";AB[aa];AE[aa]";
  game += ";AB[aa];B[bb]";
  for (int i = 0; i < count; ++i) game += "(;W[cc])(;AW[cc];B[dd])";
  index(game + ")", true);
  const auto once = static_cast<std::size_t>(count);
  const auto find_all = [&] {
    EXPECT_EQ(plies("---/|B./|..", {.all_runs = true, .variations = true}).size(), once + 1);
    EXPECT_EQ(plies("---/|B*/|*B", {.variations = true}).size(), 1u);
  };
  EXPECT_LT(test::cpu_seconds(find_all), 5);
}

TEST_F(PatternSearchTest, ANumberedMoveIsNotLookedForAfterItsMoment) {
  const int count = test::many(40'000);
  std::string game = "(;SZ[9]";
  for (int i = 0; i < count; ++i) game += ";AB[aa];AE[aa];B[ii];W[hh]";
  index(game + ";B[aa])");
  const auto find_all = [&] { EXPECT_EQ(plies("---/|{1B}./|..", {.all_runs = true}).size(), 2u); };
  EXPECT_LT(test::cpu_seconds(find_all), 5);
}

}  // namespace
}  // namespace ludex

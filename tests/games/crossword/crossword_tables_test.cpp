#include "games/crossword/scored_board.hpp"
#include "games/crossword/tile_set.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <cstdlib>
#include <map>
#include <set>
#include <string>
#include <utility>

namespace ludex::crossword {
namespace {

// Tiles and the sum of their values, as the editions' rules have them.
TEST(LetterDistribution, AddsUpToTheSetsOfTheEditions) {
  const std::map<std::string_view, std::pair<int, int>> expected = {
      {"english", {100, 187}},   {"english_super", {200, 381}}, {"french", {102, 197}},
      {"german", {102, 202}},    {"spanish", {100, 192}},       {"polish", {100, 190}},
      {"norwegian", {100, 202}}, {"catalan", {100, 189}},       {"dutch", {102, 230}},
      {"swedish", {100, 194}},   {"slovene", {100, 180}},       {"italian", {120, 293}},
      {"portuguese", {120, 204}}};
  EXPECT_EQ(letter_distributions().size(), expected.size());
  for (const LetterDistribution& set : letter_distributions()) {
    ASSERT_TRUE(expected.contains(set.name)) << set.name;
    int value = 0;
    for (const LetterCount& letter : set.letters) value += letter.count * letter.value;
    EXPECT_EQ(std::pair(set.tile_count(), value), expected.at(set.name)) << set.name;
  }
}

TEST(LetterDistribution, HasEveryTileOnce) {
  for (const LetterDistribution& set : letter_distributions()) {
    std::set<std::string_view> texts;
    for (const LetterCount& letter : set.letters) {
      EXPECT_TRUE(texts.insert(letter.text).second) << set.name << " " << letter.text;
      EXPECT_GT(letter.count, 0) << set.name << " " << letter.text;
      EXPECT_EQ(letter.value == 0, letter.text == "?") << set.name << " " << letter.text;
    }
  }
}

TEST(LetterDistribution, IsFoundByTheNamesThatFilesUse) {
  EXPECT_EQ(find_distribution("English"), find_distribution("english"));
  EXPECT_EQ(find_distribution("English (Super)")->name, "english_super");
  EXPECT_EQ(find_distribution("klingon"), nullptr);
}

TEST(LetterDistribution, IsKnownByTheLexicon) {
  for (const auto* lexicon : {"CSW21", "NWL18", "TWL06", "OWL2", "OSPD4", "OSWI", "ECWL"}) {
    ASSERT_NE(distribution_of_lexicon(lexicon), nullptr) << lexicon;
    EXPECT_EQ(distribution_of_lexicon(lexicon)->name, "english") << lexicon;
  }
  EXPECT_EQ(distribution_of_lexicon("ODS8")->name, "french");
  EXPECT_EQ(distribution_of_lexicon("FRA20")->name, "french");
  EXPECT_EQ(distribution_of_lexicon("RD28")->name, "german");
  EXPECT_EQ(distribution_of_lexicon("FILE2017")->name, "spanish");
  EXPECT_EQ(distribution_of_lexicon("OSPS44")->name, "polish");
  EXPECT_EQ(distribution_of_lexicon("NSF21")->name, "norwegian");
  EXPECT_EQ(distribution_of_lexicon("DISC2")->name, "catalan");
  EXPECT_EQ(distribution_of_lexicon("filet"), nullptr);
  EXPECT_EQ(distribution_of_lexicon(""), nullptr);
}

TEST(LetterDistribution, KnowsTilesOfSeveralLetters) {
  const LetterDistribution& spanish = *find_distribution("spanish");
  EXPECT_EQ(spanish.long_tile_at("CHA"), 2U);
  EXPECT_EQ(spanish.long_tile_at("rra"), 2U);
  EXPECT_EQ(spanish.long_tile_at("CA"), 0U);
  EXPECT_EQ(find_distribution("catalan")->long_tile_at("L·LA"), 4U);
}

std::map<char, int> marks(const BoardLayout& layout) {
  std::map<char, int> counts;
  for (const char mark : layout.squares) ++counts[mark];
  counts.erase(' ');
  return counts;
}

TEST(BoardLayout, HasAsManyPremiumSquaresAsTheBoards) {
  const std::map<char, int> standard = {{'=', 8}, {'-', 17}, {'"', 12}, {'\'', 24}};
  EXPECT_EQ(marks(*find_layout("CrosswordGame")), standard);
  const std::map<char, int> super = {{'~', 4}, {'=', 16}, {'-', 41},
                                     {'^', 8}, {'"', 20}, {'\'', 36}};
  EXPECT_EQ(marks(*find_layout("SuperCrosswordGame")), super);
}

TEST(BoardLayout, LooksTheSameFromEverySide) {
  for (const auto* name : {"standard15", "standard21"}) {
    const BoardLayout& layout = *find_layout(name);
    const int side = layout.size.width;
    const auto mark = [&](int row, int column) {
      return layout.squares[static_cast<std::size_t>(row * side + column)];
    };
    for (int row = 0; row < side; ++row) {
      for (int column = 0; column < side; ++column) {
        EXPECT_EQ(mark(row, column), mark(column, row)) << name << row << "," << column;
        EXPECT_EQ(mark(row, column), mark(side - 1 - row, column)) << name << row << "," << column;
      }
    }
  }
}

TEST(BoardLayout, HasTheStandardBoardInTheMiddleOfTheLargeOne) {
  const BoardLayout& small = *find_layout("CrosswordGame");
  const BoardLayout& large = *find_layout("SuperCrosswordGame");
  for (std::size_t row = 0; row < 15; ++row) {
    EXPECT_EQ(large.squares.substr((row + 3) * 21 + 3, 15), small.squares.substr(row * 15, 15));
  }
}

/// The premium squares of the rules by their distances from the middle, the smaller one first;
/// agrees with the quadrant that an independent program of the game has for its large board.
const std::map<std::pair<int, int>, char> kPremiums = {
    {{0, 4}, '\''},  {{0, 10}, '\''}, {{1, 1}, '\''}, {{1, 5}, '\''}, {{4, 7}, '\''},
    {{7, 10}, '\''}, {{2, 2}, '"'},   {{2, 6}, '"'},  {{6, 9}, '"'},  {{5, 8}, '^'},
    {{0, 0}, '-'},   {{1, 8}, '-'},   {{2, 9}, '-'},  {{3, 3}, '-'},  {{4, 4}, '-'},
    {{5, 5}, '-'},   {{6, 6}, '-'},   {{8, 8}, '-'},  {{9, 9}, '-'},  {{0, 7}, '='},
    {{3, 10}, '='},  {{7, 7}, '='},   {{10, 10}, '~'}};

TEST(BoardLayout, HasItsPremiumSquaresByDistanceFromTheCentre) {
  for (const int side : {15, 21}) {
    const BoardLayout& layout =
        *usual_layout({static_cast<std::int16_t>(side), static_cast<std::int16_t>(side)});
    for (int row = 0; row < side; ++row) {
      for (int column = 0; column < side; ++column) {
        const auto distances = std::minmax({std::abs(row - side / 2), std::abs(column - side / 2)});
        const auto premium = kPremiums.find(distances);
        EXPECT_EQ(layout.squares[static_cast<std::size_t>(row * side + column)],
                  premium == kPremiums.end() ? ' ' : premium->second)
            << side << ": " << row << "," << column;
      }
    }
  }
}

TEST(BoardLayout, IsFoundByNameOrBySize) {
  EXPECT_EQ(find_layout("crosswordgame"), usual_layout({15, 15}));
  EXPECT_EQ(find_layout("standard21"), usual_layout({21, 21}));
  EXPECT_EQ(find_layout("hexagonal"), nullptr);
  EXPECT_EQ(usual_layout({17, 17}), nullptr);
  const BoardLayout& board = *usual_layout({15, 15});
  EXPECT_EQ(board.at(0).word, 3);
  EXPECT_EQ(board.at(112).word, 2);
  EXPECT_EQ(board.at(3).letter, 2);
}

}  // namespace
}  // namespace ludex::crossword

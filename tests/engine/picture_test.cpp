#include "ludex/archive.hpp"
#include "ludex/error.hpp"
#include "support/places.hpp"
#include "support/temporary_folder.hpp"

#include <gtest/gtest.h>

#include <fstream>
#include <string>
#include <string_view>

namespace ludex {
namespace {

/// Pictures of the samples, and of records that a test writes.
class PictureTest : public testing::Test {
 protected:
  void add_record(const std::string& name, std::string_view text) {
    std::ofstream(folder_.path(name)) << text;
    archive_.index({.sources = {folder_.path(name)}});
  }
  void add_samples() {
    archive_.index({.sources = {(test::sample_data() / "sample").native(),
                                (test::sample_data() / "boards").native()}});
  }
  [[nodiscard]] std::string of(std::int64_t game, std::uint32_t ply,
                               const PictureOptions& options = {}) {
    return archive_.picture(GameId{game}, ply, options).value().svg;
  }
  [[nodiscard]] std::string of_position(const std::string& text, const PictureOptions& options = {},
                                        std::optional<GameType> game = {}) {
    Query query;
    query.positions = {text};
    query.game = game;
    return archive_.position_picture(query, options).svg;
  }

  test::TemporaryFolder folder_;
  Archive archive_{folder_.path("games.db")};
};

std::size_t count(std::string_view text, std::string_view part) {
  std::size_t found = 0;
  for (auto at = text.find(part); at != text.npos; at = text.find(part, at + 1)) ++found;
  return found;
}

std::string repeated(std::string_view part, int times) {
  std::string text;
  for (int i = 0; i < times; ++i) text += part;
  return text;
}

TEST_F(PictureTest, IsThereForEachPositionOfAGame) {
  add_samples();
  EXPECT_FALSE(archive_.picture(GameId{999'999}).has_value());
  EXPECT_FALSE(archive_.picture(GameId{7}, 100'000).has_value());
  const std::string last = archive_.picture(GameId{7}).value().svg;
  EXPECT_EQ(last, of(7, 325));
  EXPECT_NE(last, of(7, 324));
  EXPECT_TRUE(last.starts_with("<svg ")) << last.substr(0, 80);
  EXPECT_TRUE(last.ends_with("</svg>\n"));
}

TEST_F(PictureTest, TellsWhereThePointsLie) {
  add_samples();
  EXPECT_NE(of(7, 0).find("data-game=\"go\" data-columns=\"19\" data-rows=\"19\" data-x=\"30\" "
                          "data-y=\"30\" data-step=\"24\""),
            std::string::npos);
  const std::string hex = of(37, 0);
  EXPECT_NE(hex.find("data-step=\"26\" data-row-step=\"22.5\" data-row-shift=\"13\""),
            std::string::npos);
}

TEST_F(PictureTest, IsSmall) {
  add_samples();
  EXPECT_LT(of(7, 150).size(), 20'000U);
  PictureOptions options;
  for (char letter = 'a'; letter < 's'; ++letter) {
    options.moves.push_back({.move = std::string(1, letter) + "c", .share = 0.04, .label = {}});
    if (options.moves.size() < 27) {
      options.moves.push_back({.move = std::string(1, letter) + "q", .share = 0.02, .label = {}});
    }
  }
  options.moves.resize(27);
  const std::string marked = of_position("moves:", options, GameType::go);
  EXPECT_EQ(count(marked, "data-move="), 27U);
  EXPECT_LT(marked.size(), 10'000U);
  EXPECT_LT(of(30, 25).size(), 20'000U);  // shogi, outlines and all
}

TEST_F(PictureTest, HasTheWidthAskedFor) {
  add_samples();
  EXPECT_EQ(of(7, 10).find("\" width="), of(7, 10).find("\" width=\"492\""));
  EXPECT_NE(of(7, 10, {.width = 246}).find(" width=\"246\" height=\""), std::string::npos);
}

TEST_F(PictureTest, NumbersTheLastMovesWhereTheirStonesAre) {
  add_record("ko.sgf",
             "(;GM[1]FF[4]SZ[9]AB[cc][db][dd]AW[ec][fb][fd][gc];B[fc];W[ec];B[aa];W[ai]"
             "(;B[ba];W[ii])(;B[ee]))");
  const std::string picture = of(1, 4, {.last_moves = 3});
  for (const char* const number : {">2<", ">3<", ">4<"}) EXPECT_EQ(count(picture, number), 3U);
  EXPECT_EQ(count(of(1, 7, {.last_moves = 1}), ">5</text>\n</g>"), 1U) << "on the variation";
}

TEST_F(PictureTest, MarksAPattern) {
  add_samples();
  Query corner;
  corner.set("pattern", "4/.B2/4");
  const auto found = archive_.picture(GameId{7}, 100, {.pattern = &corner});
  EXPECT_EQ(found->has_pattern, count(found->svg, "class=\"region\"") == 1);
  Query all;
  all.set("pattern", "B");
  EXPECT_TRUE(archive_.picture(GameId{7}, 100, {.pattern = &all})->has_pattern);
  EXPECT_FALSE(archive_.picture(GameId{7}, 0, {.pattern = &all})->has_pattern);
}

TEST_F(PictureTest, NamesWhoPlaysTheStonesAfterASwap) {
  add_record("hex.sgf", "(;FF[4]GM[11]SZ[5]PB[Ann]PW[Ben]RE[B+R];B[a1];W[swap-sides];B[c3])");
  const std::string before = of(1, 0);
  EXPECT_LT(before.find(">Ann<"), before.find(">Ben<"));
  const std::string after = of(1, 2);
  EXPECT_LT(after.find(">Ben<"), after.find(">Ann<"));
  EXPECT_NE(after.find("Ann won"), std::string::npos);
}

TEST_F(PictureTest, ShowsWhatTheRecordAsksFor) {
  add_record("part.sgf", "(;GM[1]FF[4]SZ[19]AB[qd][dd]VW[lb:sg]LB[qe:here])");
  const std::string part = of(1, 0);
  EXPECT_EQ(count(part, "<circle"), 3U) << "a stone, a star point, and a blank point for the label";
  EXPECT_EQ(count(of(1, 0, {.marks = false}), "class=\"labels\""), 0U);
  EXPECT_GT(of(1, 0, {.whole = true}).size(), part.size());
}

TEST_F(PictureTest, DoesNotGrowWithTheMarksOfAPoint) {
  std::string record = "(;GM[1]FF[4]SZ[9]";
  for (int i = 0; i < 20'000; ++i) record += "TR[aa:ii]AR[aa:bb]LN[cc:dd]DD[aa:ii]TB[aa:ii]";
  add_record("marks.sgf", record + ")");
  EXPECT_LT(of(1, 0).size(), 200'000U);
}

TEST_F(PictureTest, NamesAreTextAndNothingElse) {
  add_record("names.sgf", "(;GM[1]FF[4]CA[UTF-8]SZ[9]PB[<script>alert(1)</script>]PW[" +
                              std::string(10'000, 'x') +
                              "]EV[\" onload=\"x\xE2\x80\xAE]LB[aa:<g>][bb:" +
                              std::string(5'000, 'y') + "][cc:" + repeated("\u0301", 5'000) + "])");
  const std::string picture = of(1, 0);
  EXPECT_EQ(picture.find("<script"), std::string::npos);
  EXPECT_EQ(picture.find("<g><"), std::string::npos);
  EXPECT_EQ(picture.find("\" onload"), std::string::npos);
  EXPECT_EQ(picture.find("\xE2\x80\xAE"), std::string::npos);
  EXPECT_NE(picture.find("&lt;script&gt;"), std::string::npos);
  EXPECT_LT(picture.size(), 6'000U);
}

TEST_F(PictureTest, DrawsPositionsOfNoGame) {
  Archive::create(folder_.path("games.db"));
  EXPECT_NE(of_position("startpos").find("ludex-p8"), std::string::npos);
  EXPECT_NE(of_position("sgf:AB[dd]AW[pq]SZ[19]").find("class=\"white\""), std::string::npos);
  EXPECT_NE(of_position("moves:", {}, GameType::othello).find("discs 2"), std::string::npos);
  EXPECT_NE(of_position("moves:a1 b3", {}, GameType::hex).find("class=\"goal black\""),
            std::string::npos);
  EXPECT_NE(of_position("3/1[CH]1/3 AB/ 0/0 0", {}, GameType::crossword).find(">CH<"),
            std::string::npos);
  EXPECT_THROW(static_cast<void>(archive_.position_picture({})), UsageError);
}

TEST_F(PictureTest, DiscsGrowByTheirArea) {
  Archive::create(folder_.path("games.db"));
  const std::string picture = of_position("moves:",
                                          {.moves = {{"dd", 0.64, ""},
                                                     {"pp", 0.16, ""},
                                                     {"jj", 0.04, "x"},
                                                     {"pass", 0.1, ""},
                                                     {"none", 0.02, ""}}},
                                          GameType::go);
  EXPECT_NE(picture.find("r=\"11.28\" data-move=\"dd\"><title>dd 64 %"), std::string::npos);
  EXPECT_NE(picture.find("r=\"5.64\" data-move=\"pp\"><title>pp 16 %"), std::string::npos);
  EXPECT_NE(picture.find("r=\"2.82\" data-move=\"jj\">"), std::string::npos);
  EXPECT_NE(picture.find("pass 10 %, none 2 %"), std::string::npos);
}

TEST_F(PictureTest, LettersStandOnPiecesWithoutOutlines) {
  Archive::create(folder_.path("games.db"));
  const std::string latin = of_position("startpos", {.pieces = PieceSet::latin});
  EXPECT_EQ(count(latin, ">K</text>"), 2U);
  EXPECT_LT(latin.size(), of_position("startpos").size());
}

}  // namespace
}  // namespace ludex

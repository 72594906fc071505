// Games of Othello in GGF as games of FF[4].

#include "formats/format_room.hpp"
#include "formats/record_reader.hpp"

#include "generator/othello_archive.hpp"

#include <gtest/gtest.h>

#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace ludex {
namespace {

std::string as_sgf(std::string_view record) {
  std::string sgf;
  const auto writer = room_of(Format::sgf).make_writer({});
  EXPECT_FALSE(writer->write(record, TextForm::bytes, Charset::utf8, sgf));
  return sgf;
}

struct Played {
  std::vector<PositionKey> keys;
  std::vector<std::string> seats;
  GameResult result;
  DateRange date;
  std::optional<double> seconds;
  friend bool operator==(const Played&, const Played&) = default;
};

Played play(std::string_view record) {
  const auto reader = make_record_reader(Format::sgf);
  EXPECT_FALSE(reader->read({.text = record}));
  const GameInfo& info = reader->info(0);
  Played played{{},
                {info.seats[0].name, info.seats[1].name},
                info.result,
                info.date,
                info.time_limit_seconds};
  ReplayScript script;
  reader->compile(0, script, &played.keys);
  return played;
}

TEST(GgfWriter, WritesAMoveANodeAndKeepsWhatSgfHasNoPlaceFor) {
  EXPECT_EQ(
      as_sgf("(;GM[Othello]PC[GGS/os]DT[2003.12.15_13:24:03.MST]PB[first]PW[a\\]b]RB[2253.25]"
             "TI[05:00//02:00]TY[8]RE[+2.000]CO[good game]BO[8 -------- -------- -------- "
             "---O*--- ---*O--- -------- -------- -------- *]B[F5//2.99]W[D6/-0.50]B[PA];)"),
      "(;FF[4]CA[UTF-8]GM[2]SZ[8]PC[GGS/os]DT[2003-12-15]PB[first]PW[a\\]b]RB[2253.25]"
      "TI[05:00//02:00]TY[8]RE[B+2]C[good game]TM[300]\n;B[fe]GGF[/2.99];W[df]GGF[-0.50];B[])\n");
}

TEST(GgfWriter, SetsUpABoardThatIsNotTheUsualOne) {
  const std::string record =
      "(;GM[Othello]TY[6]BO[6 *----- ------ OO*--- OO---- ------ ------ O]W[D3];)";
  EXPECT_EQ(
      as_sgf(record),
      "(;FF[4]CA[UTF-8]GM[2]SZ[6]TY[6]AB[aa][cc]AW[ac][bc][ad][bd]AE[dc][cd][dd]PL[W];W[dc])\n");
  EXPECT_EQ(play(as_sgf(record)).keys, play(record).keys);
}

TEST(GgfWriter, KeepsTheClocksOfThePlayersAndMakesNoTerritoryOfThem) {
  const std::string record = "(;GM[Othello]TB[01:00]TW[02:00]TY[8]B[F5];)";
  EXPECT_EQ(as_sgf(record), "(;FF[4]CA[UTF-8]GM[2]SZ[8]GGFTB[01:00]GGFTW[02:00]TY[8];B[fe])\n");
  const auto reader = make_record_reader(Format::sgf);
  EXPECT_FALSE(reader->read({.text = record}));
  using Pair = std::pair<std::string, std::string>;
  EXPECT_EQ(reader->info(0).properties,
            (std::vector<Pair>{{"TY", "8"}, {"TB", "01:00"}, {"TW", "02:00"}}));
}

TEST(GgfWriter, SaysHowAGameWasWon) {
  const auto result_of = [](const std::string& written) {
    const std::string sgf = as_sgf("(;GM[Othello]TY[8]RE[" + written + "]B[F5];)");
    const std::size_t begin = sgf.find("RE[") + 3;
    return sgf.substr(begin, sgf.find(']', begin) - begin);
  };
  EXPECT_EQ(result_of("+0.000"), "0");
  EXPECT_EQ(result_of("-64.000"), "W+64");
  EXPECT_EQ(result_of("+12.000:r"), "B+R");
  EXPECT_EQ(result_of("-2:t"), "W+T");
  EXPECT_EQ(result_of("?"), "?");
}

TEST(GgfWriter, LeavesGamesAloneThatAreNotOthelloOfGgf) {
  EXPECT_EQ(as_sgf("(;GM[Othello]B[f5])"), "(;FF[4]CA[UTF-8]GM[Othello]B[f5])\n");
  EXPECT_EQ(as_sgf("(;GM[Amazons]TY[8]B[f5])"), "(;FF[4]CA[UTF-8]GM[Amazons]TY[8]B[f5])\n");
  EXPECT_EQ(as_sgf("(;GM[Othello]TY[8]B[F5];C[late])"),
            "(;FF[4]CA[UTF-8]GM[Othello]TY[8]B[F5];C[late])\n");
}

TEST(GgfWriter, GivesTheSameGames) {
  const bench::OthelloArchive archive({.dialect = bench::OthelloDialect::ggf});
  for (std::uint64_t game = 0; game < 200; ++game) {
    std::string record;
    archive.append_game(game, record);
    const std::string sgf = as_sgf(record);
    EXPECT_EQ(play(sgf), play(record)) << record;
    EXPECT_EQ(play(as_sgf(sgf)), play(record)) << "written again";
  }
}

}  // namespace
}  // namespace ludex

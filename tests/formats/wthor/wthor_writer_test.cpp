// Games of Othello as the bytes of a .wtb, and the lists of names beside them.

#include "formats/wthor/wthor_writer.hpp"
#include "formats/format_room.hpp"
#include "formats/wthor/wthor_file.hpp"
#include "formats/wthor/wthor_splitter.hpp"

#include "formats/collected_records.hpp"
#include "generator/othello_archive.hpp"
#include "generator/wthor_archive.hpp"
#include "ludex/error.hpp"

#include <fmt/format.h>
#include <gtest/gtest.h>
#include <rapidcheck.h>

#include <algorithm>
#include <string>
#include <string_view>
#include <vector>

namespace ludex {
namespace {

// The shortest game in which one side loses all its discs: e6 f4 e3 f6 g5 d6 e7 f5 c5.
constexpr std::string_view kShortSgf = ";B[ef];W[fd];B[ec];W[ff];B[ge];W[df];B[eg];W[fe];B[ce])";

std::string bytes_of(const std::vector<int>& numbers) {
  std::string bytes;
  for (const int number : numbers) bytes += static_cast<char>(number);
  bytes.resize(kWthorGameBytes);
  return bytes;
}

/// Writes games one after the other.
struct SgfToWthor {
  std::unique_ptr<RecordWriter> writer = make_wthor_writer(Format::sgf);
  std::string bytes;

  /// \returns false if it is refused
  bool write(std::string_view sgf) {
    return !writer->write(sgf, TextForm::bytes, Charset::utf8, bytes);
  }
  std::vector<std::string> losses() const {
    std::vector<std::string> lines;
    for (const WriterLoss& loss : writer->losses()) {
      lines.push_back(std::to_string(loss.count) + " " + std::string(loss.noun) + ": " + loss.what);
    }
    return lines;
  }
};

TEST(WthorWriter, WritesMovesAndTheScoreOfTheBoard) {
  SgfToWthor to;
  ASSERT_TRUE(to.write("(;GM[2]SZ[8]RE[B+13]" + std::string(kShortSgf)));
  EXPECT_EQ(to.bytes, bytes_of({0, 0, 0, 0, 0, 0, 64, 64, 65, 46, 35, 66, 57, 64, 75, 56, 53}));
  ASSERT_TRUE(to.write("(;GM[2]SZ[8]RE[W+2]" + std::string(kShortSgf)));
  EXPECT_EQ(to.losses(), std::vector<std::string>{
                             "1 game: written with the score that the board shows, not the written "
                             "one"});
}

TEST(WthorWriter, TakesTheWrittenScoreOfAGameThatStoppedBefore) {
  SgfToWthor to;
  ASSERT_TRUE(to.write("(;GM[2]SZ[8]RE[W+6];B[ef];W[fd])"));
  EXPECT_EQ(to.bytes, bytes_of({0, 0, 0, 0, 0, 0, 29, 29, 65, 46}));
  ASSERT_TRUE(to.write("(;GM[2]SZ[8]RE[Draw];B[ef])"));
  EXPECT_EQ(to.bytes, bytes_of({0, 0, 0, 0, 0, 0, 32, 32, 65}));
}

TEST(WthorWriter, ReadsGgf) {
  SgfToWthor to;
  ASSERT_TRUE(
      to.write("(;GM[Othello]PC[GGS/os]PB[a]PW[b]RE[+64.000]TY[8]BO[8 -------- -------- -------- "
               "---O*--- ---*O--- -------- -------- -------- *]B[E6//1.5]W[F4]B[E3]W[F6]B[G5]W[D6]"
               "B[E7]W[F5]B[C5];)"));
  EXPECT_EQ(to.bytes, bytes_of({0, 0, 0, 0, 0, 0, 64, 64, 65, 46, 35, 66, 57, 64, 75, 56, 53}));
}

// Edax sets the start up and makes the first move in the root.
TEST(WthorWriter, ReadsTheFirstMoveInTheRoot) {
  SgfToWthor to;
  ASSERT_TRUE(to.write("(;GM[2]AP[edax]SZ[8]AB[e4][d5]AW[d4][e5]PL[B]RE[0]B[c4];W[e3];B[f3];)"));
  EXPECT_EQ(to.bytes, bytes_of({0, 0, 0, 0, 0, 0, 32, 32, 43, 35, 36}));
}

TEST(WthorWriter, SaysWhatItCannotHold) {
  SgfToWthor to;
  EXPECT_FALSE(to.write("(;GM[1]SZ[19];B[dd])"));
  EXPECT_FALSE(to.write("(;GM[2]SZ[6]RE[B+2];B[dc])"));
  EXPECT_FALSE(to.write("(;GM[2]SZ[8]RE[B+2]AB[aa]AW[bb]AB[de]AW[dd];B[cc])"));
  EXPECT_FALSE(to.write("(;GM[2]SZ[8]RE[B+2];B[aa])"));
  EXPECT_FALSE(to.write("(;GM[2]SZ[8]RE[B+2];B[ef];W[];B[ec])"));
  EXPECT_FALSE(to.write("(;GM[2]SZ[8]RE[B+R];B[ef])"));
  EXPECT_FALSE(to.write("(;GM[2]SZ[8];B[ef])"));
  EXPECT_EQ(
      to.losses(),
      (std::vector<std::string>{
          "1 record: left out: no game of Othello", "1 record: left out: WTHOR holds boards of 8x8",
          "1 record: left out: WTHOR games begin with the usual four discs",
          "2 record: left out: WTHOR holds moves and passes by the rules only",
          "2 record: left out: WTHOR holds no game without a score (resigned, on time, "
          "unknown)"}));
}

TEST(WthorWriter, CountsGamesThatLoseVariationsOrComments) {
  SgfToWthor to;
  ASSERT_TRUE(to.write("(;GM[2]SZ[8]RE[0];B[ef]C[good](;W[fd])(;W[df]))"));
  EXPECT_EQ(to.losses(), (std::vector<std::string>{
                             "1 game: written without variations, which WTHOR does not have",
                             "1 game: written without comments, which WTHOR does not have"}));
}

TEST(WthorWriter, CountsTheOtherGamesOfARecord) {
  SgfToWthor to;
  ASSERT_TRUE(to.write("(;GM[2]SZ[8]RE[0](;PB[a];B[ef];W[df])(;PB[b];B[ef];W[fd])(;PB[c];B[ef]))"));
  EXPECT_EQ(to.losses(), std::vector<std::string>{
                             "2 game: left out: only the first game of a record is written"});
}

TEST(WthorWriter, CountsGamesWhosePassesAreNotThoseOfTheRules) {
  const std::string begins =
      "(;GM[2]SZ[8]RE[0];B[cd];W[cc];B[fe];W[bd];B[ad];W[ae];B[cb];W[ac]";  // Black has no move
  SgfToWthor to;
  ASSERT_TRUE(to.write(begins + ";B[];W[db])"));
  EXPECT_TRUE(to.losses().empty());
  const std::string bytes = to.bytes;
  const std::string loss =
      "written with the passes that the rules require, not those of the record";
  ASSERT_TRUE(to.write(begins + ";W[db])"));
  EXPECT_EQ(to.bytes, bytes);
  EXPECT_EQ(to.losses(), std::vector<std::string>{"1 game: " + loss});
  const std::string over(kShortSgf.substr(0, kShortSgf.size() - 1));
  ASSERT_TRUE(to.write("(;GM[2]SZ[8]RE[B+64]" + over + ";W[];B[])"));
  EXPECT_EQ(to.losses(), std::vector<std::string>{"2 game: " + loss});
}

class WthorBinderTest : public testing::Test {
 protected:
  void add(RowValues row) {
    ASSERT_TRUE(binder_->takes(row));
    binder_->append(bytes_of({0, 0, 0, 0, 0, 0, 32, 32, 65}), row, stream_);
  }
  std::vector<std::string> names(std::size_t which, std::size_t place) const {
    const auto list = WthorNames::read(binder_->beside()[which].bytes, place);
    std::vector<std::string> all;
    for (std::size_t i = 0; i < list->size(); ++i) all.emplace_back(*list->find(i));
    return all;
  }

  std::unique_ptr<RecordBinder> binder_ = make_wthor_binder();
  RecordStream stream_;
};

TEST_F(WthorBinderTest, NumbersNamesAsTheyCome) {
  add({.black = "Ann", .white = "Bob", .event = "Open", .date = "2003-01-01"});
  add({.black = "Bob", .date = "2003-05-01"});
  EXPECT_EQ(names(0, kWthorPlayerBytes), (std::vector<std::string>{"???", "Ann", "Bob"}));
  EXPECT_EQ(names(1, kWthorEventBytes), (std::vector<std::string>{"Diverses parties", "Open"}));
  EXPECT_EQ(stream_.text.substr(kWthorHeaderBytes, 6), std::string("\1\0\1\0\2\0", 6));
  EXPECT_EQ(stream_.text.substr(kWthorHeaderBytes + kWthorGameBytes, 6),
            std::string("\0\0\2\0\0\0", 6));
  const auto header = find_wthor_header(stream_.text);
  EXPECT_EQ(header->games, 2U);
  EXPECT_EQ(header->year, 2003);
  EXPECT_THROW(add({.date = "2004-01-01"}), Error);
}

// The date of the header is of the 20th or 21st century.
TEST_F(WthorBinderTest, WritesGamesOfEveryYearSoThatTheyAreReadBack) {
  for (const int year : {200, 1890, 1899, 1900, 2099, 2100, 2199, 9999}) {
    stream_ = {};
    binder_ = make_wthor_binder();
    add({.black = "Ann", .date = fmt::format("{:04}-05-01", year)});
    const auto header = find_wthor_header(stream_.text);
    ASSERT_TRUE(header) << year;
    EXPECT_EQ(header->year, year);
    EXPECT_EQ(header->made_year, std::clamp(year, 1900, 2099));
    EXPECT_EQ(names(0, kWthorPlayerBytes), (std::vector<std::string>{"???", "Ann"})) << year;
  }
}

TEST_F(WthorBinderTest, ReadsBackNamesInLatinAndInUtf8) {
  add({.black = "Gérard", .white = "村上", .date = "2003-01-01"});
  const auto splitter =
      make_splitter(Format::wthor, {.companions = {{"a.jou", binder_->beside()[0].bytes},
                                                   {"a.trn", binder_->beside()[1].bytes}}});
  CollectingSink sink;
  splitter->feed(stream_.text, sink);
  splitter->finish(sink);
  const auto context = WthorContext::read(sink.cut.records.at(0).context);
  EXPECT_EQ(context.black, "Gérard");
  EXPECT_EQ(context.white, "村上");
  EXPECT_EQ(names(0, kWthorPlayerBytes)[1], "G\xE9rard");
  EXPECT_EQ(binder_->losses().back().what,
            "written in UTF-8, which other programs may show wrongly");
}

TEST_F(WthorBinderTest, CutsNamesBetweenCharacters) {
  add({.black = "A name of twenty-four by", .white = "村上村上村上村上", .date = "2003-01-01"});
  EXPECT_EQ(names(0, kWthorPlayerBytes)[1], "A name of twenty-fo");
  EXPECT_EQ(names(0, kWthorPlayerBytes)[2], "村上村上村上");
  EXPECT_EQ(binder_->losses()[1].count, 2U);
}

TEST_F(WthorBinderTest, TakesNoGameWithoutAYear) {
  EXPECT_FALSE(binder_->takes({.black = "Ann"}));
  EXPECT_EQ(binder_->losses()[0].what, "left out: WTHOR holds no game without a year");
}

// write(parse(x)) is x, but for the numbers of names and the theoretical score.
TEST(WthorLaw, AGameTranslatedToSgfIsWrittenAsTheSameBytes) {
  EXPECT_TRUE(rc::check([] {
    const bench::WthorArchive archive({.seed = *rc::gen::inRange<std::uint64_t>(0, 1'000'000)});
    std::string bytes, sgf;
    archive.append_game(*rc::gen::inRange<std::uint64_t>(0, 1'000'000), bytes);
    const auto converter = room_of(Format::wthor).make_converter(Format::sgf, {});
    RC_ASSERT(!converter->write(bytes, TextForm::bytes, Charset::utf8, sgf));
    SgfToWthor to;
    RC_ASSERT(to.write(sgf));
    RC_ASSERT(to.bytes.substr(8) == bytes.substr(8));
    RC_ASSERT(to.bytes[6] == bytes[6]);
    RC_ASSERT(to.losses().empty());
  }));
}

TEST(WthorLaw, GamesOfEveryDialectGiveTheirMoves) {
  EXPECT_TRUE(rc::check([] {
    const bench::OthelloArchive archive({.seed = *rc::gen::inRange<std::uint64_t>(0, 1'000'000),
                                         .players = 10,
                                         .dialect = std::nullopt});
    std::string sgf;
    archive.append_game(*rc::gen::inRange<std::uint64_t>(0, 1'000'000), sgf);
    SgfToWthor to;
    if (!to.write(sgf)) {
      const bool is_small = sgf.find("SZ[6]") != sgf.npos || sgf.find("SZ[10]") != sgf.npos;
      RC_ASSERT(is_small);
      return;
    }
    WthorGame game;
    std::vector<Problem> problems;
    read_wthor_game(to.bytes, game, problems);
    RC_ASSERT(problems.empty());
    RC_ASSERT(game.is_over);
    RC_ASSERT(game.board_score() == game.score);
    const auto reader = make_record_reader(Format::sgf);
    RC_ASSERT(!reader->read({.text = sgf}));
    ReplayScript script;
    reader->compile(0, script, nullptr);
    const auto discs = std::ranges::count_if(
        game.turns, [](const WthorGame::Turn& turn) { return turn.square.has_value(); });
    RC_ASSERT(script.moves >= discs);  // passes are not written in all dialects
    RC_ASSERT(script.moves <= game.turns.size());
  }));
}

}  // namespace
}  // namespace ludex

// WTHOR: what a game of 68 bytes says, with the names beside it.

#include "formats/wthor/wthor_splitter.hpp"

#include "core/little_endian.hpp"
#include "formats/collected_records.hpp"
#include "formats/format_room.hpp"
#include "formats/record_reader.hpp"
#include "ludex/error.hpp"

#include <gtest/gtest.h>

#include <string>
#include <string_view>
#include <vector>

namespace ludex {
namespace {

std::string header(std::uint32_t games, std::uint16_t names, std::uint16_t year) {
  std::string bytes("\x14\x05\x0A\x08", 4);
  append_little(bytes, games);
  append_little(bytes, names);
  append_little(bytes, year);
  bytes += std::string("\x08\x00\x18\x00", 4);
  return bytes;
}

std::string list(const std::vector<std::string>& names, std::size_t name_bytes) {
  std::string bytes = header(0, static_cast<std::uint16_t>(names.size()), 0);
  bytes[12] = bytes[14] = 0;
  for (std::string name : names) {
    name.resize(name_bytes);
    bytes += name;
  }
  return bytes;
}

std::string game(std::uint16_t event, std::uint16_t black, std::uint16_t white, int score,
                 const std::string& moves) {
  std::string bytes;
  append_little(bytes, event);
  append_little(bytes, black);
  append_little(bytes, white);
  bytes += static_cast<char>(score);
  bytes += '\x21';
  bytes += moves;
  bytes.resize(kWthorGameBytes);
  return bytes;
}

// The shortest game in which one side loses all its discs: e6 f4 e3 f6 g5 d6 e7 f5 c5.
const std::string kShortest = {65, 46, 35, 66, 57, 64, 75, 56, 53};

const std::vector<Companion> kLists = {
    {"WTHOR.JOU", list({"???", "Hubbard Paul", "Girardo Robert"}, kWthorPlayerBytes)},
    {"WTHOR.TRN", list({"Diverses parties", "Pr\xE9qualif de Paris"}, kWthorEventBytes)}};

Cut cut_wthor(std::string_view text, std::size_t chunk_bytes,
              const std::vector<Companion>& companions = kLists) {
  const auto splitter = make_splitter(Format::wthor, {.companions = companions});
  CollectingSink sink;
  for (std::size_t at = 0; at < text.size(); at += chunk_bytes) {
    splitter->feed(text.substr(at, chunk_bytes), sink);
  }
  splitter->finish(sink);
  return sink.cut;
}

struct ReadGame {
  std::unique_ptr<RecordReader> reader = make_record_reader(Format::wthor);
  explicit ReadGame(const CutRecord& record) {
    EXPECT_FALSE(reader->read({.text = record.text, .context = record.context}));
  }
  std::vector<std::string> problems() const {
    std::vector<std::string> texts;
    for (const Problem& problem : reader->text_problems()) {
      texts.push_back(std::string(problem_name(problem.kind)) + " at " +
                      std::to_string(problem.offset_bytes) + ": " + problem.message);
    }
    return texts;
  }
};

TEST(Wthor, SaysWhoPlayedWhereAndHowItEnded) {
  const Cut cut = cut_wthor(header(1, 0, 1978) + game(1, 1, 2, 64, kShortest), 1000);
  ASSERT_EQ(cut.records.size(), 1U);
  ReadGame read(cut.records[0]);
  GameInfo& info = read.reader->info(0);
  EXPECT_EQ(info.game, GameType::othello);
  EXPECT_EQ(info.seats[0].name, "Hubbard Paul");
  EXPECT_EQ(info.seats[1].name, "Girardo Robert");
  EXPECT_EQ(info.event, "Préqualif de Paris");
  EXPECT_EQ(info.date_raw, "1978");
  EXPECT_EQ(to_text(info.result), "B+64");
  EXPECT_EQ(info.properties[3], std::pair(std::string("theoretical score"), std::string("33")));
  EXPECT_TRUE(read.problems().empty());
  ReplayScript script;
  read.reader->compile(0, script, nullptr);
  EXPECT_EQ(script.moves, 9U);
  EXPECT_TRUE(script.problems.empty());
}

TEST(Wthor, KnowsNoPlayerOfNumberZero) {
  const Cut cut = cut_wthor(header(1, 0, 1978) + game(0, 0, 2, 64, kShortest), 1000);
  ReadGame read(cut.records[0]);
  EXPECT_EQ(read.reader->info(0).seats[0].name, "");
  EXPECT_EQ(read.reader->info(0).event, "");
  EXPECT_TRUE(read.problems().empty());
}

TEST(Wthor, LeavesOutANameThatTheListsDoNotHave) {
  const Cut cut = cut_wthor(header(1, 0, 2020) + game(7, 1, 3405, 64, kShortest), 1000);
  ReadGame read(cut.records[0]);
  EXPECT_EQ(read.reader->info(0).seats[1].name, "");
  EXPECT_EQ(read.problems(),
            (std::vector<std::string>{
                "missing_property at 0: tournament 7 is not in the .trn beside the file",
                "missing_property at 4: player 3405 is not in the .jou beside the file"}));
}

TEST(Wthor, ReadsGamesWithoutAnyList) {
  const Cut cut = cut_wthor(header(1, 0, 2020) + game(0, 0, 2, 64, kShortest), 1000, {});
  ReadGame read(cut.records[0]);
  EXPECT_EQ(read.problems(),
            std::vector<std::string>{
                "missing_property at 4: player 2 is without a name: no .jou beside the file"});
}

TEST(Wthor, StopsAtAMoveThatCannotBeMade) {
  const Cut cut = cut_wthor(header(1, 0, 1978) + game(1, 1, 2, 40, {65, 11, 35}), 1000);
  ReadGame read(cut.records[0]);
  EXPECT_EQ(read.problems(),
            std::vector<std::string>{"impossible_move at 9: 11 turns no disc over"});
  const Cut off = cut_wthor(header(1, 0, 1978) + game(1, 1, 2, 40, {65, 19}), 1000);
  EXPECT_EQ(ReadGame(off.records[0]).problems(),
            std::vector<std::string>{"off_board at 9: 19 is no square of 8x8"});
}

TEST(Wthor, ComparesTheScoreWithTheBoard) {
  const Cut cut = cut_wthor(header(1, 0, 1978) + game(1, 1, 2, 63, kShortest), 1000);
  EXPECT_EQ(ReadGame(cut.records[0]).problems(),
            std::vector<std::string>{"wrong_score at 6: 63 discs, the board shows 64"});
  const Cut high = cut_wthor(header(1, 0, 1978) + game(1, 1, 2, 65, kShortest), 1000);
  EXPECT_EQ(ReadGame(high.records[0]).problems(),
            std::vector<std::string>{"bad_result at 6: 65 discs"});
}

TEST(Wthor, RejectsAGameThatIsCutShort) {
  const std::string one = game(1, 1, 2, 64, kShortest);
  const Cut cut = cut_wthor(header(2, 0, 1978) + one + one.substr(0, 30), 1000);
  ASSERT_EQ(cut.records.size(), 2U);
  EXPECT_TRUE(cut.records[1].unclosed);
  const auto reject = make_record_reader(Format::wthor)->read({.text = cut.records[1].text});
  ASSERT_TRUE(reject);
  EXPECT_EQ(reject->message, "30 bytes, a game has 68");
}

TEST(Wthor, NoticesACountThatIsWrong) {
  const std::string one = game(1, 1, 2, 64, kShortest);
  const Cut fewer = cut_wthor(header(3, 0, 1978) + one + one, 1000);
  EXPECT_FALSE(fewer.records[0].unclosed);
  EXPECT_TRUE(fewer.records[1].unclosed);
  const Cut more = cut_wthor(header(1, 0, 1978) + one + one, 1000);
  EXPECT_EQ(
      ReadGame(more.records[1]).problems(),
      std::vector<std::string>{"bad_number at 0: stands after the 1 games that the header counts"});
}

TEST(Wthor, TrustsNoCountOfFourThousandMillion) {
  const std::string one = game(1, 1, 2, 64, kShortest);
  const Cut cut = cut_wthor(header(0xFFFFFFFF, 0, 1978) + one, 1000);
  ASSERT_EQ(cut.records.size(), 1U);
  EXPECT_TRUE(cut.records[0].unclosed);
  EXPECT_TRUE(ReadGame(cut.records[0]).problems().empty());
}

TEST(Wthor, GivesNothingForAHeaderThatIsCut) {
  const std::string whole = header(1, 0, 1978);
  for (std::size_t bytes = 0; bytes <= whole.size(); ++bytes) {
    const std::string cut = whole.substr(0, bytes);
    const Cut found = cut_wthor(cut, 1000);
    EXPECT_TRUE(found.records.empty()) << bytes;
    EXPECT_TRUE(coverage_fault(found, cut).empty()) << bytes;
    EXPECT_EQ(detect_format(cut, "").has_value(), bytes == whole.size()) << bytes;
  }
}

TEST(Wthor, ReadsNamesWithoutAnEndAndListsThatLie) {
  std::string players = list({"???", "Twenty bytes of name", "Ann"}, kWthorPlayerBytes);
  const auto whole = WthorNames::read(players, kWthorPlayerBytes);
  EXPECT_EQ(whole->find(1), "Twenty bytes of name");
  EXPECT_EQ(whole->endless(), 1U);
  EXPECT_FALSE(whole->is_cut());
  players[8] = players[9] = '\xFF';  // 65,535 names
  const auto lying = WthorNames::read(players, kWthorPlayerBytes);
  EXPECT_EQ(lying->size(), 3U);
  EXPECT_TRUE(lying->is_cut());
  EXPECT_EQ(lying->find(3), std::nullopt);
  players.resize(players.size() - 1);
  EXPECT_EQ(WthorNames::read(players, kWthorPlayerBytes)->size(), 2U);
  EXPECT_FALSE(WthorNames::read(players.substr(0, 15), kWthorPlayerBytes));
  const Cut cut =
      cut_wthor(header(1, 0, 1978) + game(0, 1, 2, 64, kShortest), 1000, {{"a.jou", players}});
  EXPECT_EQ(ReadGame(cut.records[0]).reader->info(0).seats[0].name, "Twenty bytes of name");
}

TEST(Wthor, IsCutAlikeInChunksOfEverySize) {
  const std::string one = game(1, 1, 2, 64, kShortest);
  const std::string text = header(4, 0, 1978) + one + one + one + one.substr(0, 5);
  const Cut whole = cut_wthor(text, text.size());
  ASSERT_EQ(whole.records.size(), 4U);
  EXPECT_TRUE(coverage_fault(whole, text).empty());
  for (std::size_t bytes = 1; bytes < 150; ++bytes) EXPECT_EQ(cut_wthor(text, bytes), whole);
}

TEST(Wthor, GoesOnAfterAnyRecord) {
  const std::string one = game(1, 1, 2, 64, kShortest);
  const std::string text = header(3, 0, 1978) + one + one + one;
  const Cut whole = cut_wthor(text, text.size());
  const std::size_t start = kWthorHeaderBytes + kWthorGameBytes;
  const auto splitter =
      make_splitter(Format::wthor, {.start_offset_bytes = start, .companions = kLists}, text);
  CollectingSink sink;
  splitter->feed(std::string_view(text).substr(start), sink);
  splitter->finish(sink);
  EXPECT_EQ(sink.cut.records, (std::vector<CutRecord>{whole.records[1], whole.records[2]}));
}

TEST(Wthor, IsKnownByItsHeader) {
  EXPECT_EQ(detect_format(header(1, 0, 1978), ""), Format::wthor);
  EXPECT_EQ(detect_format(kLists[0].bytes, ""), Format::wthor);
  EXPECT_TRUE(cut_wthor(kLists[0].bytes, 1000).records.empty());
  std::string solitaires = header(7, 21, 0);
  solitaires[13] = 1;
  EXPECT_EQ(detect_format(solitaires, "a.pzz"), std::nullopt);
  EXPECT_EQ(detect_format(std::string("\x14\x05\x0D\x08", 4) + std::string(12, '\0'), ""),
            std::nullopt)
      << "month 13";
}

TEST(Wthor, BecomesSgfWithThePassesThatItLeavesOut) {
  const Cut cut = cut_wthor(header(1, 0, 1978) + game(1, 1, 2, 64, kShortest), 1000);
  std::string sgf;
  const auto writer = room_of(Format::wthor).make_converter(Format::sgf, {});
  EXPECT_FALSE(writer->write_with(cut.records[0].context, cut.records[0].text, TextForm::bytes,
                                  Charset::utf8, sgf));
  EXPECT_EQ(sgf,
            "(;FF[4]CA[UTF-8]GM[2]SZ[8]PB[Hubbard Paul]PW[Girardo Robert]EV[Préqualif de Paris]"
            "DT[1978]RE[B+64]\n;B[ef];W[fd];B[ec];W[ff];B[ge];W[df];B[eg];W[fe];B[ce])\n");
}

TEST(Wthor, IsWrittenWithAHeaderThatCountsItsGames) {
  const FormatRoom& room = room_of(Format::wthor);
  const std::string one = game(1, 1, 2, 64, kShortest);
  const RowValues row = {.date = "1978", .properties = {{"made", "2005-10-08"}, {"depth", "24"}}};
  RecordStream stream;
  room.append_binary(one, row, stream);
  room.append_binary(one, row, stream);
  EXPECT_EQ(stream.text, header(2, 0, 1978) + one + one);
  EXPECT_THROW(room.append_binary(one, RowValues{.date = "1979"}, stream), Error);
}

}  // namespace
}  // namespace ludex

#include "formats/gcg/gcg.hpp"

#include "formats/collected_records.hpp"
#include "formats/gcg/gcg_splitter.hpp"
#include "support/gcg_samples.hpp"

#include <gtest/gtest.h>

#include <string>

namespace ludex {
namespace {

GcgGame parsed_gcg(const std::string& text) {
  GcgGame game;
  EXPECT_FALSE(parse_gcg(text, {}, game).has_value()) << text;
  for (GcgEvent& event : game.events) event.offset_bytes = 0;
  return game;
}

void expect_same(const GcgGame& a, const GcgGame& b) {
  EXPECT_EQ(a.nicks, b.nicks);
  EXPECT_EQ(a.events, b.events);
  EXPECT_EQ(a.last_racks, b.last_racks);
  EXPECT_EQ(a.distribution, b.distribution);
  EXPECT_EQ(a.start_note, b.start_note);
  EXPECT_EQ(a.incomplete, b.incomplete);
  EXPECT_EQ(a.pragmas, b.pragmas);
  EXPECT_EQ(a.info.event, b.info.event);
  EXPECT_EQ(a.info.lexicon, b.info.lexicon);
  EXPECT_EQ(a.info.variant, b.info.variant);
  EXPECT_EQ(a.info.board_name, b.info.board_name);
  EXPECT_EQ(a.info.external_id, b.info.external_id);
  EXPECT_EQ(a.info.comment, b.info.comment);
  EXPECT_EQ(a.info.result, b.info.result);
  ASSERT_EQ(a.info.seats.size(), b.info.seats.size());
  for (std::size_t seat = 0; seat < a.info.seats.size(); ++seat) {
    EXPECT_EQ(a.info.seats[seat].name, b.info.seats[seat].name);
    EXPECT_EQ(a.info.seats[seat].score, b.info.seats[seat].score);
  }
}

TEST(GcgWriter, WritesOneForm) {
  EXPECT_EQ(
      write_gcg(parsed_gcg("#player1 ann  Ann Lee\r\n#player2 bob\r\n#lexicon CSW21\r\n#style x\r\n"
                           ">ann:  ABC   8h  CAB   +16   16  CAB\r\n#note one\r\n#two\r\n"
                           "8:>bob:  - +0 0\r\n#note three\r\n\r\nfour\r\n#rack2 DE\r\n")),
      "#character-encoding UTF-8\n#lexicon CSW21\n#player1 ann Ann Lee\n#player2 bob\n#style x\n"
      ">ann: ABC 8H CAB +16 16 CAB\n#note one\n#note #two\n>bob: - +0 0\n"
      "#note three\n\nfour\n#rack2 DE\n");
}

TEST(GcgWriter, WritesNothingButAHeaderBeforeTheFirstPlayer) {
  EXPECT_EQ(write_gcg(parsed_gcg("#id a b\n#hue red\n#- more\n#description by hand\n#- and two\n"
                                 "#incomplete AB\n#rack2 A\n#rack1 B\n#rack2 C\n#player2 b Bob\n"
                                 "#player1 a Ann\n#player2 c Cy\n#note n\n>a: A - +0 0\n")),
            "#character-encoding UTF-8\n#id a b\n#description by hand\n#player1 a Ann\n"
            "#player2 b Bob\n#hue red\n#- more\n#- and two\n#incomplete AB\n#- player2 c Cy\n"
            "#rack1 B\n#rack2 A\n#rack2 C\n#note n\n>a: A - +0 0\n");
}

TEST(GcgWriter, WritesAPlayerTooManyTheSameWayEachTime) {
  const std::string once = write_gcg(parsed_gcg("#id a b\n#player2 z\n#player2 z\n#player2 z\n"));
  EXPECT_EQ(once, "#character-encoding UTF-8\n#id a b\n#player1 z\n#player2 z\n#- player2 z\n");
  EXPECT_EQ(write_gcg(parsed_gcg(once)), once);
}

TEST(GcgWriter, WritesAFirstPlayerForEveryGame) {
  EXPECT_EQ(write_gcg(parsed_gcg("#player2 b\n>b: A - +0 0\n")),
            "#character-encoding UTF-8\n#player1\n#player2 b\n>b: A - +0 0\n");
  EXPECT_EQ(write_gcg(parsed_gcg(">: A - +0 0\n")),
            "#character-encoding UTF-8\n#player1\n>: A - +0 0\n");
}

/// Written and read again, it is the same game, and a splitter finds it as one record.
void expect_round_trip(const std::string& text) {
  SCOPED_TRACE(text);
  const GcgGame game = parsed_gcg(text);
  const std::string written = write_gcg(game);
  const GcgGame again = parsed_gcg(written);
  expect_same(again, game);
  EXPECT_EQ(write_gcg(again), written);
  const Cut cut = cut_with(GcgSplitter(), 7, written + written);
  ASSERT_EQ(cut.records.size(), 2U);
  EXPECT_EQ(cut.records[1].text + '\n', written);
}

TEST(GcgWriter, KeepsFourPlayersOfWhomTheFourthBegins) {
  for (const std::string players :
       {"#player1 a\n#player2 b\n#player3 c\n#player4 d\n",
        "#player4 d\n#player1 a Ann\n#player2 b Bob\n#player3 c Cy\n", "#player1 a\n#player4 d\n",
        "#player4 d\n", "#player1\n#player2\n#player3\n#player4 d Dee\n",
        "#player1 a\n#player2 b\n#player3 c\n#player4\n", "#player1 a\n#player4\n"}) {
    for (const std::string fourth : {"d", "e", ""}) {
      expect_round_trip(players + ">" + fourth + ": ABC 8H CAB +16 16\n>a: - +0 0\n>" + fourth +
                        ": DE 9H DE +5 21\n>b: - +0 0\n>c: - +0 0\n");
    }
  }
}

TEST(GcgWriter, TakesANulInAPragmaForABlank) {
  using namespace std::string_literals;
  for (const std::string& pragma :
       {"#ti\0tle Open\n"s, "#title\0Open\n"s, "#title Op\0en\n"s, "#\0title Open\n"s, "#\0 x\n"s,
        "#\0\n"s, "#lexicon\0\0\n"s, "#id a\0b\n"s, "#note\0more\n"s, "#rack1\0AB\n"s,
        "#incomplete\0\n"s, "#style\1\2x\0\n"s}) {
    expect_round_trip("#player1 a\n#player2 b\n" + pragma + ">a: ABC 8H CAB +16 16\n" + pragma);
    expect_round_trip("#player1 a\n#player2 b\n>a: ABC 8H CAB +16 16\n#note n\n" + pragma +
                      ">b: - +0 0\n");
  }
  const GcgGame game = parsed_gcg("#player1\0a Ann\n#title\0Open\n>a: - +0 0\n"s);
  EXPECT_EQ(game.info.event, "Open");
  EXPECT_EQ(game.info.seats[0].name, "Ann");
}

TEST(GcgWriter, ANickWithBlanksOfAnEventIsAName) {
  for (const std::string players : {"", "#player1 Bob\n"}) {
    const GcgGame game = parsed_gcg(players + ">Bob: - +0 0\n>Ann  of X: ABC 8H CAB +16 16\n");
    const std::string written = write_gcg(game);
    EXPECT_NE(written.find("#player2 Ann__of_X Ann  of X\n"), written.npos) << written;
    const GcgGame again = parsed_gcg(written);
    EXPECT_EQ(again.info.seats[1].name, "Ann  of X");
    EXPECT_EQ(again.events[1].seat, 2);
    EXPECT_TRUE(again.info.problems.empty());
    EXPECT_EQ(write_gcg(again), written);
  }
}

TEST(GcgWriter, KeepsEmptyNicks) {
  for (const std::string players :
       {"", "#player1\n", "#player1\n#player2\n", "#player2\n", "#player1 a\n#player2\n",
        "#player1\n#player2 b\n", "#player3\n", "#player1 a\n#player3 \n"}) {
    expect_round_trip(players + ">: ABC 8H CAB +16 16\n>b: - +0 0\n>: - +0 16\n>a: - +0 0\n");
    expect_round_trip(players + ">b: ABC 8H CAB +16 16\n>: - +0 0\n");
  }
}

TEST(GcgWriter, GivesNobodyTheNameOfAPlayerTooMany) {
  for (const std::string second : {"b", "z"}) {
    const std::string once =
        write_gcg(parsed_gcg("#player1 a\n#player2 " + second + "\n#player2 z Zed\n>a: - +0 0\n"));
    EXPECT_EQ(once, "#character-encoding UTF-8\n#player1 a\n#player2 " + second +
                        "\n#- player2 z Zed\n>a: - +0 0\n");
    EXPECT_EQ(write_gcg(parsed_gcg(once)), once);
  }
  expect_round_trip("#player1 a a\n#player2 b b b\n>a: - +0 0\n");
  const std::string unnamed =
      write_gcg(parsed_gcg("#player1 a\n#player2 b\n#player2\n>a: - +0 0\n"));
  EXPECT_EQ(unnamed, "#character-encoding UTF-8\n#player1 a\n#player2 b\n#- player2\n>a: - +0 0\n");
}

TEST(GcgWriter, WritesWhatReadsAsTheSameGame) {
  for (const std::string& text : test::gcg_samples()) {
    const GcgGame game = parsed_gcg(text);
    const std::string written = write_gcg(game);
    const GcgGame again = parsed_gcg(written);
    expect_same(again, game);
    EXPECT_EQ(write_gcg(again), written);
  }
}

}  // namespace
}  // namespace ludex

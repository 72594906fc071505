// Records of shogi-server (floodgate), and the charsets of CSA records.
#include "formats/csa/csa_values.hpp"
#include "formats/csa/parsed_csa.hpp"
#include "formats/format_room.hpp"
#include "formats/record_reader.hpp"

#include <gtest/gtest.h>

#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace ludex {
namespace {

using Properties = std::vector<std::pair<std::string, std::string>>;

/// The result that a record has once it is written in another format.
GameResult result_in(Format to, const std::string& csa) {
  const auto converter = room_of(Format::csa).make_converter(to, {});
  std::string text;
  EXPECT_FALSE(converter->write(csa, TextForm::bytes, Charset::utf8, text));
  const auto reader = make_record_reader(to);
  EXPECT_FALSE(reader->read({.text = text})) << text;
  return reader->info(0).result;
}

TEST(CsaServer, NamesEventIdAndClockByTheGameId) {
  const CsaGame game =
      parsed("V2\nN+A+b\nN-C\n$EVENT:wdoor+floodgate-300-10F+A+b+C+20240102030405\nPI\n+\n");
  EXPECT_EQ(game.info.event, "floodgate-300-10F");
  EXPECT_EQ(game.info.external_id, "wdoor+floodgate-300-10F+A+b+C+20240102030405");
  EXPECT_EQ(game.info.time_limit_raw, "300-10F");
  EXPECT_EQ(game.info.time_limit_seconds, 300);
  EXPECT_EQ(game.info.overtime, "10 s increment");
}

TEST(CsaServer, LeavesOtherEventsAsTheyAre) {
  for (const std::string_view event : {"a+b+c+d+2024", "floodgate-300-10F", "+x+a+b+20240102030405",
                                       "Meijin + Ryuo + Oi + Osho", "w+x+y+20240102030405"}) {
    const CsaGame game = parsed("$EVENT:" + std::string(event) + "\nPI\n+\n");
    EXPECT_EQ(game.info.event, event);
    EXPECT_EQ(game.info.external_id, "");
    EXPECT_EQ(game.info.time_limit_seconds, std::nullopt);
  }
}

TEST(CsaServer, ReadsRatesAndItsOtherComments) {
  const CsaGame game = parsed(
      "V2\nN+a\nN-b\n'Max_Moves:256\n'Least_Time_Per_Move:0\n'Increment:10\nPI\n+\n"
      "'rating:a+12ab:b+34cd\n'black_rate:a+12ab:2345.5\n'white_rate:b+34cd:1999\n+7776FU\nT3\n"
      "'** 30 -3334FU\n%TORYO\n'P1 *  * \n'+\n'summary:toryo:a win:b lose\n"
      "'$END_TIME:2024/01/02 03:30:00\n");
  EXPECT_EQ(game.info.seats[0].rating, 2345.5);
  EXPECT_EQ(game.info.seats[1].rating, 1999);
  EXPECT_EQ(game.info.properties, (Properties{{"V", "2"},
                                              {"Max_Moves", "256"},
                                              {"Least_Time_Per_Move", "0"},
                                              {"Increment", "10"},
                                              {"rating", "a+12ab:b+34cd"},
                                              {"black_rate", "a+12ab:2345.5"},
                                              {"white_rate", "b+34cd:1999"},
                                              {"$END_TIME", "2024/01/02 03:30:00"},
                                              {"%", "TORYO"}}));
  EXPECT_EQ(game.moves[0].comment, "** 30 -3334FU");
  EXPECT_EQ(game.end_comment,
            "P1 *  *\n+\nsummary:toryo:a win:b lose\n$END_TIME:2024/01/02 03:30:00");
  EXPECT_EQ(moves_of(game), "+7776FU");
}

TEST(CsaClock, ReadsEveryForm) {
  EXPECT_EQ(parse_csa_time_limit("01:30+60"), (CsaClock{5400, "60 s byoyomi"}));
  EXPECT_EQ(parse_csa_time_limit("00:25+00"), (CsaClock{1500, ""}));
  for (const std::string_view bad : {"", "25", "00:25", "25+00", "+00:25", "a:b+c", "00:25+00x"}) {
    EXPECT_EQ(parse_csa_time_limit(bad), CsaClock{}) << bad;
  }
  EXPECT_EQ(parse_csa_time("0.5+1.125+0"), (CsaClock{0.5, "1.125 s byoyomi"}));
  for (const std::string_view bad : {"", "1", "1+2", "1+2+3+4", "1+2+", "-1+2+3", "1.+2+3"}) {
    EXPECT_EQ(parse_csa_time(bad), CsaClock{}) << bad;
  }
}

TEST(CsaClock, ReadsTheEndOfAnEvent) {
  const auto clock = [](std::string_view event) {
    std::string_view part;
    CsaClock found = parse_csa_event_clock(event, part);
    return std::pair(found, std::string(part));
  };
  EXPECT_EQ(clock("floodgate-900-0"), std::pair(CsaClock{900, ""}, std::string("900-0")));
  EXPECT_EQ(clock("floodgate-300-10F"),
            std::pair(CsaClock{300, "10 s increment"}, std::string("300-10F")));
  EXPECT_EQ(clock("pgsklp_32-0-30"), std::pair(CsaClock{0, "30 s byoyomi"}, std::string("0-30")));
  for (const std::string_view none :
       {"", "floodgate", "2024-5", "x-900", "x-900-", "x-F", "x--1"}) {
    EXPECT_EQ(clock(none), std::pair(CsaClock{}, std::string())) << none;
  }
}

TEST(CsaClock, ReadsSeconds) {
  EXPECT_EQ(parse_csa_seconds("12"), 12);
  EXPECT_DOUBLE_EQ(parse_csa_seconds("6.123").value(), 6.123);
  for (const std::string_view bad : {"", ".", "1.", ".5", "-1", "1e5", "12x", "99999999999"}) {
    EXPECT_EQ(parse_csa_seconds(bad), std::nullopt) << bad;
  }
}

// "羽生善治" in each charset.
const std::string kUtf8Name = "羽生善治";
const std::string kShiftJisName = "\x89\x48\x90\xB6\x91\x50\x8E\xA1";
const std::string kEucName = "\xB1\xA9\xC0\xB8\xC1\xB1\xBC\xA3";

void expect_name(const std::string& record, const std::string& charset) {
  const CsaGame game = parsed(record);
  EXPECT_EQ(game.info.seats[0].name, kUtf8Name) << charset;
  EXPECT_EQ(game.info.charset, charset);
}

TEST(CsaCharset, IsTheDeclaredOneIfTheBytesFit) {
  expect_name("'CSA encoding=SHIFT_JIS\nV3.0\nN+" + kShiftJisName + "\n", "Shift_JIS");
  expect_name("'encoding=Shift_JIS\nN+" + kShiftJisName + "\n", "Shift_JIS");
  expect_name("'CSA encoding=EUC-JP\nN+" + kEucName + "\n", "EUC-JP");
  EXPECT_EQ(parsed("'CSA encoding=UTF-8\nV3.0\nN+a\n").info.charset, "UTF-8");
  EXPECT_EQ(parsed("N+a\n").info.charset, "US-ASCII");
}

TEST(CsaCharset, IsAnotherOneIfTheyDoNot) {
  const CsaGame game = parsed("'CSA encoding=UTF-8\nN+" + kShiftJisName + "\n");
  EXPECT_EQ(game.info.seats[0].name, kUtf8Name);
  EXPECT_EQ(game.info.charset, "Shift_JIS");
  EXPECT_EQ(game.info.properties, (Properties{{"encoding", "UTF-8"}}));
  EXPECT_EQ(problems_of(game), "wrong_charset at 0: UTF-8\n");
  EXPECT_EQ(problems_of(parsed("'CSA encoding=KLINGON\nN+a\n")), "unknown_charset at 0: KLINGON\n");
}

TEST(CsaCharset, IsFoundWithoutDeclaration) {
  expect_name("N+" + kUtf8Name + "\n", "UTF-8");
  expect_name("N+" + kShiftJisName + "\n'\x83\x5C\n", "Shift_JIS");
  // "対局者 gps" in EUC-JP is also half-width katakana in Shift_JIS
  expect_name("'\xC2\xD0\xB6\xC9\xBC\xD4\nN+" + kEucName + "\n'\xC0\xE8\xBC\xEA\xC8\xD6\n",
              "EUC-JP");
}

TEST(CsaCharset, IsTheForcedOne) {
  CsaGame game;
  CsaOptions options;
  options.charset = Charset::euc_jp;
  ASSERT_EQ(parse_csa("'encoding=UTF-8\nN+" + kEucName + "\n", options, game), std::nullopt);
  EXPECT_EQ(game.info.seats[0].name, kUtf8Name);
  EXPECT_EQ(game.info.charset, "EUC-JP");
  EXPECT_EQ(problems_of(game), "");
}

TEST(CsaCharset, MayBeUtf16) {
  CsaGame game;
  CsaOptions options;
  options.form = TextForm::utf16le;
  const std::string_view wide("N\0+\0\xBD\x7F\x1F\x75\n\0P\0I\0", 14);
  ASSERT_EQ(parse_csa(wide, options, game), std::nullopt);
  EXPECT_EQ(game.info.seats[0].name, "羽生");
  EXPECT_EQ(game.info.charset, "UTF-16LE");
}

TEST(CsaServer, WhatTheSummarySaysIsTheResultInOtherFormatsToo) {
  const std::string moves = "V2\nN+a\nN-b\nPI\n+\n+7776FU\n-3334FU\n";
  const std::pair<std::string_view, Winner> ends[] = {
      {"%KACHI\n'summary:illegal kachi:a lose:b win\n", Winner::second},
      {"%KACHI\n'summary:kachi:a win:b lose\n", Winner::first},
      {"'summary:sennichite:a draw:b draw\n", Winner::draw},
      {"+3222FU\n%ILLEGAL_MOVE\n", Winner::first},  // the move cannot be written
      {"+3222FU\n%TORYO\n", Winner::first},
      {"'summary:oute_sennichite:a win:b lose\n", Winner::first}};
  for (const Format to : {Format::kif, Format::ki2, Format::jkf}) {
    for (const auto& [end, winner] : ends) {
      EXPECT_EQ(result_in(to, moves + std::string(end)).winner, winner) << format_name(to) << end;
    }
  }
}

TEST(CsaServer, ALossByPerpetualCheckIsNoIllegalMoveInOtherFormats) {
  const std::string moves = "V2\nN+a\nN-b\nPI\n+\n+7776FU\n-3334FU\n'summary:oute_sennichite:";
  const std::pair<std::string_view, Winner> ends[] = {{"a win:b lose\n", Winner::first},
                                                      {"a lose:b win\n", Winner::second}};
  for (const Format to : {Format::kif, Format::ki2, Format::jkf}) {
    for (const auto& [end, winner] : ends) {
      const GameResult result = result_in(to, moves + std::string(end));
      EXPECT_EQ(result.winner, winner) << format_name(to) << end;
      EXPECT_EQ(result.by, WinBy::repetition) << format_name(to) << end;
    }
  }
}

TEST(CsaCharset, KeepsBytesThatFitNothingVisible) {
  CsaGame game;
  CsaOptions options;
  options.charset = Charset::utf8;
  ASSERT_EQ(parse_csa("N+a\xFF\nPI\n+\n", options, game), std::nullopt);
  EXPECT_EQ(game.info.seats[0].name, "a\\xFF");
  EXPECT_EQ(problems_of(game), "bad_charset at 0: 1 bytes mean nothing in UTF-8\n");
}

TEST(CsaCharset, LeavesNoControlCharactersInValues) {
  EXPECT_EQ(parsed(std::string_view("N+a\0b\t\nPI\n", 10)).info.seats[0].name, "a b");
}

}  // namespace
}  // namespace ludex

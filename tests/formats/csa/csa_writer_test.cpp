#include "formats/csa/csa.hpp"
#include "formats/csa/parsed_csa.hpp"

#include <gtest/gtest.h>

#include <string>
#include <string_view>
#include <utility>

namespace ludex {
namespace {

std::string v2(std::string_view record) { return write_csa(parsed(record), CsaVersion::v2_2); }
std::string v3(std::string_view record) { return write_csa(parsed(record), CsaVersion::v3); }

constexpr std::string_view kWhole =
    "N+Sente, of X\n"
    "N-Gote\n"
    "$EVENT:Event\n"
    "$SITE:Tokyo\n"
    "$START_TIME:1998/05/03 10:00:00\n"
    "$TIME_LIMIT:00:25+30\n"
    "$OPENING:YAGURA\n"
    "$END_TIME:1998/05/03 11:00:00\n"
    "$X:kept, too\n"
    "PI\n"
    "+\n"
    "'before\n"
    "+7776FU\n"
    "T12\n"
    "'* one\n"
    "'* two\n"
    "-3334FU\n"
    "T6\n"
    "+0055KA\n"
    "%TORYO\n"
    "T3\n";

TEST(CsaWriter, WritesWhatItRead) { EXPECT_EQ(v2(kWhole), kWhole); }

TEST(CsaWriter, HeaderLinesKeepTheirOrder) {
  const std::string_view record =
      "$OPENING:x\nN-b\n$X:1\nN+a\n$X:2\n$EVENT:e\nN+a\n$SITE:s\n$SITE:t\nPI\n+\n";
  EXPECT_EQ(v2(record), record);
  EXPECT_EQ(v2("$SITE:\nN+\nN-b\nPI\n+\n"), "N-b\nPI\n+\n") << "without empty ones";
}

TEST(CsaWriter, HeadsNameTheVersionAndInV3TheEncoding) {
  EXPECT_EQ(csa_head(CsaVersion::v2_2), "V2.2\n");
  EXPECT_EQ(csa_head(CsaVersion::v3), "'CSA encoding=UTF-8\nV3.0\n");
}

TEST(CsaWriter, WritesHandicapsAsRemovedPieces) {
  EXPECT_EQ(v2("PI82HI22KA\n-\n"), "PI82HI22KA\n-\n");
  EXPECT_EQ(v2("N+A\n"), "N+A\nPI\n+\n") << "nothing written: an even game";
}

TEST(CsaWriter, WritesOtherPositionsRankByRankAndThenTheHands) {
  EXPECT_EQ(v2("P-51OU\nP+53FU00KI00FU00FU\nP-00HI\n-\n"),
            "P1 *  *  *  * -OU *  *  *  * \n"
            "P2 *  *  *  *  *  *  *  *  * \n"
            "P3 *  *  *  * +FU *  *  *  * \n"
            "P4 *  *  *  *  *  *  *  *  * \n"
            "P5 *  *  *  *  *  *  *  *  * \n"
            "P6 *  *  *  *  *  *  *  *  * \n"
            "P7 *  *  *  *  *  *  *  *  * \n"
            "P8 *  *  *  *  *  *  *  *  * \n"
            "P9 *  *  *  *  *  *  *  *  * \n"
            "P+00KI00FU00FU\n"
            "P-00HI\n"
            "-\n");
}

TEST(CsaWriter, WritesTimesAsTheVersionHasThem) {
  EXPECT_EQ(v2("PI\n+\n+7776FU\nT6.125\n"), "PI\n+\n+7776FU\nT6\n");
  EXPECT_EQ(v3("PI\n+\n+7776FU\nT6.125\n"), "PI\n+\n+7776FU\nT6.125\n");
}

TEST(CsaWriter, WritesClocksAsTheVersionHasThem) {
  EXPECT_EQ(v3("$TIME_LIMIT:00:25+30\nPI\n+\n"), "$TIME:1500+30+0\nPI\n+\n");
  EXPECT_EQ(v2("$TIME:1500+30+0\nPI\n+\n"), "$TIME_LIMIT:00:25+30\nPI\n+\n");
  EXPECT_EQ(v2("$TIME:600+0+10\nPI\n+\n"), "'$TIME:600+0+10\nPI\n+\n") << "an increment";
  EXPECT_EQ(v2("$TIME:90+0+0\nPI\n+\n"), "'$TIME:90+0+0\nPI\n+\n") << "half a minute";
  EXPECT_EQ(v2("$TIME_LIMIT:soon\nPI\n+\n"), "$TIME_LIMIT:soon\nPI\n+\n");
  EXPECT_EQ(v3("$TIME_LIMIT:soon\nPI\n+\n"), "'$TIME_LIMIT:soon\nPI\n+\n");
  const std::string_view sides = "$TIME+:600+0+10\n$TIME-:600+0+10\nPI\n+\n";
  EXPECT_EQ(v3(sides), sides);
}

constexpr std::string_view kOfV3 =
    "N+a\nN-b\n$TIME:600+0+10\n$MAX_MOVES:2\n$JISHOGI:27\n$NOTE:x\\ny\n$X:kept\nPI\n+\n"
    "+7776FU\nT6.125\n-3334FU\nT1\n%MAX_MOVES\nT0.5\n";

TEST(CsaWriter, LinesThatAVersionDoesNotHaveBecomeComments) {
  EXPECT_EQ(v3(kOfV3), kOfV3);
  const std::string written = v2(kOfV3);
  EXPECT_EQ(written,
            "N+a\nN-b\n'$TIME:600+0+10\n'$MAX_MOVES:2\n'$JISHOGI:27\n'$NOTE:x\\ny\n$X:kept\nPI\n+\n"
            "+7776FU\nT6\n-3334FU\nT1\n'%MAX_MOVES\n'T0\n'summary:max_moves:a draw:b draw\n");
  EXPECT_EQ(v2(written), written) << "and are not written twice";
  const CsaGame game = parsed(kOfV3), again = parsed(written);
  EXPECT_EQ(again.info.time_limit_seconds, game.info.time_limit_seconds);
  EXPECT_EQ(again.info.overtime, game.info.overtime);
  EXPECT_EQ(again.info.properties, game.info.properties);
  EXPECT_EQ(again.info.result.winner, game.info.result.winner);
  EXPECT_EQ(again.info.result.by, game.info.result.by);
}

TEST(CsaWriter, SaysWhatTheVersionLacks) {
  const auto losses = [](std::string_view record, CsaVersion version) {
    CsaLosses lost;
    (void)write_csa(parsed(record), version, &lost);
    return std::pair(lost.rounded_times, lost.hidden_lines);
  };
  EXPECT_EQ(losses(kOfV3, CsaVersion::v2_2), (std::pair<std::uint64_t, std::uint64_t>(2, 5)));
  EXPECT_EQ(losses(kOfV3, CsaVersion::v3), (std::pair<std::uint64_t, std::uint64_t>(0, 0)));
  EXPECT_EQ(losses("+7776FU\nT3.736\n-3334FU\nT15.569\n+2726FU\nT9.726\n", CsaVersion::v3),
            (std::pair<std::uint64_t, std::uint64_t>(0, 0)));
  EXPECT_EQ(losses("+7776FU\nT1.00049\n", CsaVersion::v3),
            (std::pair<std::uint64_t, std::uint64_t>(1, 0)));
}

TEST(CsaWriter, TakeBacksAreWrittenWhereV2HasThemAndAsCommentsInV3) {
  const std::string_view record =
      "PI\n+\n+7776FU\n-3334FU\nT2\n'slip\n%MATTA\nT3\n'sorry\n-8384FU\n%TORYO\n";
  EXPECT_EQ(v2(record), record);
  EXPECT_EQ(v3(record),
            "PI\n+\n+7776FU\n'-3334FU\n'T2\n'slip\n'%MATTA\n'T3\n'sorry\n-8384FU\n%TORYO\n");
  EXPECT_EQ(v3("PI\n+\n+7776FU\n%MATTA\n"), "PI\n+\n+7776FU\n'%MATTA\n");
  const std::string_view twice =
      "PI\n+\n+7776FU\nT7\n-3334FU\n%MATTA\nT1\n'one\n%MATTA\nT2\n+2726FU\n";
  EXPECT_EQ(v2(twice), twice);
  const std::string_view ended = "PI\n+\n+7776FU\n-3334FU\n%MATTA\nT1\n%MATTA\n%CHUDAN\nT2\n";
  EXPECT_EQ(v2(ended), ended);
  EXPECT_EQ(v3(ended), "PI\n+\n+7776FU\n-3334FU\n'%MATTA\n'T1\n'%MATTA\n%CHUDAN\nT2\n");
}

TEST(CsaWriter, WhatStandsAfterTheEndMarkIsKeptAsComments) {
  EXPECT_EQ(v2("PI\n+\n+7776FU\n%CHUDAN\nT1\n-3334FU\nT2\n%TORYO\n'x\n"),
            "PI\n+\n+7776FU\n%CHUDAN\nT1\n'-3334FU\n'T2\n'%TORYO\n'x\n");
}

TEST(CsaWriter, CommentsStayWhereTheyStood) {
  const std::string_view record =
      "'names\nN+a\nN-b\n'event\n$EVENT:e\n'clock\n$TIME_LIMIT:00:25+30\n'\n'unknown\n$X:x\n"
      "'board\nPI\n'turn\n+\n'moves\n+7776FU\n'of it\n'\n%TORYO\nT1\n'end\n'summary:x\n";
  EXPECT_EQ(v2(record), record);
  EXPECT_EQ(v2("'a\nP1-KY\n'b\n$EVENT:e\n'c\n"), "'a\n'b\n$EVENT:e\n" + v2("P1-KY\n") + "'c\n")
      << "header lines go to the header, with the comments before them";
  EXPECT_EQ(v2("PI\n+\n'a\n+7776FU\n'b\n%TORYO\n$END_TIME:x\n"),
            "$END_TIME:x\nPI\n+\n'a\n+7776FU\n'b\n%TORYO\n")
      << "but not with those after the turn where moves have come";
}

TEST(CsaWriter, ACommentBetweenTwoLinesOfOneNameStaysThere) {
  const std::string_view record =
      "'first\nN+a\n'second\nN+b\n'third\nN+c\n'note\n$NOTE:x\n'other note\n$NOTE:y\nPI\n+\n";
  EXPECT_EQ(v3(record), record);
  const std::string hidden = v3("N+a\n$TIME_LIMIT:soon\nN+b\nPI\n+\n");
  EXPECT_EQ(hidden, "N+a\n'$TIME_LIMIT:soon\nN+b\nPI\n+\n");
  EXPECT_EQ(v3(hidden), hidden);
}

TEST(CsaWriter, ACommentEndsBeforeItsLastControlCharacters) {
  EXPECT_EQ(v2("PI\n+\n+7776FU\n' a\x01"
               "b \x01\x02\n'\x03\n"),
            "PI\n+\n+7776FU\n' a b\n'\n");
}

TEST(CsaWriter, ServersEventsAreWrittenWhole) {
  const std::string_view record =
      "N+a\nN-b\n$EVENT:wdoor+floodgate-900-0+a+b+20100507120007\nPI\n+\n'rating:a:b\n"
      "'black_rate:a:2345\n+7776FU\n%TORYO\n'summary:toryo:a win:b lose\n"
      "'$END_TIME:2010/05/07 12:10:00\n";
  EXPECT_EQ(v2(record), record);
}

TEST(CsaWriter, NotesKeepTheirEscapes) {
  EXPECT_EQ(v3("$NOTE:one\\ntwo\\\\three\nPI\n+\n"), "$NOTE:one\\ntwo\\\\three\nPI\n+\n");
}

TEST(CsaWriter, ALineThatACommentSaysIsNotWrittenBesideIt) {
  for (const std::string start : {"'$MAX_MOVES: 256\n", "'$NOTE:a\\q\n"}) {
    const std::string record = start + "PI\n+\n";
    EXPECT_EQ(v3(record), record);
    EXPECT_EQ(v2(record), record);
  }
}

TEST(CsaWriter, AClockIsWrittenBesideACommentLikeIt) {
  const std::string record = "' $TIME:600+10+0\n$TIME:600+10+0\nPI\n+\n";
  EXPECT_EQ(v3(record), record);
}

TEST(CsaWriter, ACommentLikeADeclarationOfTheCharsetStaysAComment) {
  const std::string written = v2("$EVENT:E\n'encoding=SHIFT_JIS\nN+\xE5\xB7\xA6\nPI\n+\n");
  EXPECT_EQ(written, "'CSA encoding=UTF-8\n$EVENT:E\n'encoding=SHIFT_JIS\nN+\xE5\xB7\xA6\nPI\n+\n");
  EXPECT_EQ(parsed(written).info.charset, "UTF-8");
  EXPECT_EQ(v2(written), written);
  EXPECT_EQ(v3(std::string(csa_head(CsaVersion::v3)) + written), written);
  EXPECT_EQ(v2("'encoding=SHIFT_JIS\n'CSA encoding=UTF-8\nN+a\nPI\n+\n"), "N+a\nPI\n+\n");
  const std::string_view after_the_position = "V3.0\nPI\n'CSA encoding=UTF-8\n+\n+7776FU\n";
  const std::string kept = "PI\n'CSA encoding=UTF-8\n+\n+7776FU\n";
  EXPECT_EQ(v3(after_the_position), kept);
  EXPECT_EQ(v3(std::string(csa_head(CsaVersion::v3)) + kept), kept);
}

TEST(CsaWriter, AClockOfOneSideIsNotThatOfBoth) {
  const std::string record = "$TIME:600+0+0\n$TIME+:600+0+0\n$TIME-:300+0+0\nPI\n+\n";
  EXPECT_EQ(v3(record), record);
  const std::string both = v3("$TIME+:60+0+0\n$TIME-:60+0+0\n'$TIME_LIMIT:00:01+00\nPI\n+\n");
  EXPECT_EQ(v3(both), both) << "and that of a comment is another one";
  EXPECT_EQ(v2("$TIME:600+0+0\n$TIME_LIMIT:00:10+00\nPI\n+\n"),
            "$TIME_LIMIT:00:10+00\n$TIME_LIMIT:00:10+00\nPI\n+\n");
}

TEST(CsaWriter, AClockThatV3CannotReadBecomesAComment) {
  for (const std::string limit : {"99999999:00+00", "00:00.0000001+00"}) {
    EXPECT_EQ(v3("$TIME_LIMIT:" + limit + "\nPI\n+\n"), "'$TIME_LIMIT:" + limit + "\nPI\n+\n");
  }
}

TEST(CsaWriter, TheFirstOfSeveralValuesStaysTheFirst) {
  for (const std::string record :
       {"$TIME_LIMIT:00:10+00\n$TIME_LIMIT:00:20+00\nPI\n+\n+7776FU\n'$TIME_LIMIT:00:10+00\n",
        "$END_TIME:2001/01/01\n$END_TIME:2002/02/02\nPI\n+\n'$END_TIME:2001/01/01\n",
        "'$END_TIME:2001/01/01\n$END_TIME:2002/02/02\nPI\n+\n",
        "'$TIME:300+0+0\nN+a\n$TIME_LIMIT:00:10+00\nPI\n+\n"}) {
    EXPECT_EQ(v2(record), record);
  }
  EXPECT_EQ(v2("$TIME:600+0+0\n'$TIME:300+0+0\nN+a\nPI\n+\n"),
            "$TIME_LIMIT:00:10+00\n'$TIME:300+0+0\nN+a\nPI\n+\n");
}

TEST(CsaWriter, NoClockIsWrittenOnceMoreByEachExport) {
  for (const std::string record :
       {"'$TIME_LIMIT:00:05+00\nN+a\nPI\n+\n", "$TIME_LIMIT:00:05+00\n$TIME:300+0+0\nPI\n+\n",
        "PI\n+\n'$TIME:600+0+0\n$TIME:600+0+0\n"}) {
    const std::string once = v3(record), other = v2(once);
    EXPECT_EQ(v3(once), once);
    EXPECT_EQ(v2(other), other);
    EXPECT_EQ(v3(other), once);
    EXPECT_EQ(parsed(other).info.time_limit_seconds, parsed(record).info.time_limit_seconds);
  }
}

TEST(CsaWriter, TooManyMovesAreADrawWhateverAnUnreadableSummarySays) {
  const std::string record = "N+a\nN-b\nPI\n+\n+7776FU\n%MAX_MOVES\n'summary:x\n";
  const std::string written = v2(record);
  EXPECT_EQ(parsed(written).info.result.winner, Winner::draw) << written;
  EXPECT_EQ(v2(written), written);
  EXPECT_EQ(v3(record), record);
  const std::string others =
      v2("N+a\nPI\n+\n+7776FU\n%MAX_MOVES\n'summary:illegal move:x win:y lose\n");
  EXPECT_EQ(parsed(others).info.result.winner, Winner::draw) << "nor one of other players";
}

TEST(CsaWriter, AnEndMarkWithoutANameStays) {
  for (const std::string record :
       {"PI\n+\n+7776FU\nT1\n%\nT5\n", "PI\n+\n+7776FU\n%MATTA\nT1\n%\nT2\n"}) {
    EXPECT_EQ(v2(record), record);
  }
}

TEST(CsaWriter, LeavesACommentThatOnlyBeginsLikeAKeyword) {
  EXPECT_EQ(v3("'$TIMER  :1\nPI\n+\n"), "'$TIMER  :1\nPI\n+\n");
  EXPECT_EQ(v2("'$TIMER  :1\nPI\n+\n"), "'$TIMER  :1\nPI\n+\n");
}

TEST(CsaWriter, AValueThatHoldsAMoveIsWrittenAsAComment) {
  EXPECT_EQ(v2("PI\n-\n'$TIME:a,+7776FU\n"), "PI\n-\n'$TIME:a,+7776FU\n");
}

TEST(CsaWriter, ANameThatWouldBeCutIsCountedApartFromLinesThatTheVersionLacks) {
  CsaGame game = parsed("PI\n-\n");
  game.header = "N+a,+7776FU";
  CsaLosses losses;
  EXPECT_EQ(write_csa(game, CsaVersion::v2_2, &losses), "'N+a,+7776FU\nPI\n-\n");
  EXPECT_EQ(losses.cut_lines, 1u);
  EXPECT_EQ(losses.hidden_lines, 0u);
}

TEST(CsaWriter, ImpossibleMovesAreWrittenToo) {
  EXPECT_EQ(v2("PI\n-\n+7775FU\n-0055TO\n"), "PI\n-\n+7775FU\n-0055TO\n");
}

}  // namespace
}  // namespace ludex

#include "ludex/parse/csa_writer.hpp"
#include "parse/parsed_csa.hpp"

#include <gtest/gtest.h>

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

TEST(CsaWriter, HeadsNameTheVersionAndInV3TheEncoding) {
  EXPECT_EQ(csa_head(CsaVersion::v2_2), "V2.2\n");
  EXPECT_EQ(csa_head(CsaVersion::v3), "'CSA encoding=UTF-8\nV3.0\n");
}

TEST(CsaWriter, WritesHandicapsAsRemovedPieces) {
  EXPECT_EQ(v2("PI82HI22KA\n-\n"), "PI82HI22KA\n-\n");
  EXPECT_EQ(v2("N+A\n"), "N+A\nPI\n+\n") << "nothing written: an even game";
}

TEST(CsaWriter, WritesOtherPositionsRankByRankAndHandsBehind) {
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
  EXPECT_EQ(v2("$TIME:600+0+10\nPI\n+\n"), "$TIME:600+0+10\nPI\n+\n") << "an increment";
  EXPECT_EQ(v2("$TIME:90+0+0\nPI\n+\n"), "$TIME:90+0+0\nPI\n+\n") << "half a minute";
  EXPECT_EQ(v2("$TIME_LIMIT:soon\nPI\n+\n"), "$TIME_LIMIT:soon\nPI\n+\n");
}

TEST(CsaWriter, ServersEventsAreWrittenWhole) {
  const std::string_view record =
      "N+a\nN-b\n$EVENT:wdoor+floodgate-900-0+a+b+20100507120007\nPI\n+\n'rating:a:b\n"
      "'black_rate:a:2345\n+7776FU\n'summary:toryo:a win:b lose\n'$END_TIME:2010/05/07 12:10:00\n"
      "%TORYO\n";
  EXPECT_EQ(v2(record), record);
}

TEST(CsaWriter, NotesKeepTheirEscapes) {
  EXPECT_EQ(v3("$NOTE:one\\ntwo\\\\three\nPI\n+\n"), "$NOTE:one\\ntwo\\\\three\nPI\n+\n");
}

TEST(CsaWriter, ImpossibleMovesAreWrittenToo) {
  EXPECT_EQ(v2("PI\n-\n+7775FU\n-0055TO\n"), "PI\n-\n+7775FU\n-0055TO\n");
}

}  // namespace
}  // namespace ludex

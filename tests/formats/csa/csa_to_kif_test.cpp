// Records of CSA in the words of KIF.
#include "formats/csa/parsed_csa.hpp"
#include "formats/format_room.hpp"

#include <gtest/gtest.h>

#include <string>
#include <string_view>
#include <utility>

namespace ludex {
namespace {

TEST(CsaToKif, HasTheClockInWordsAndKifsOwnHeaders) {
  const std::pair<std::string_view, std::string_view> headers[] = {
      {"$TIME_LIMIT:00:25+30\n", "持ち時間：25分\n秒読み：30秒\n"},
      {"$TIME:5400+0+0\n", "持ち時間：1時間30分\n"},
      {"$TIME:300+0+10\n", "持ち時間：5分+10秒追加\n"},
      {"$TIME:0+10+0\n", "持ち時間：0分\n秒読み：10秒\n"},
      {"$TIME:0.5+10+0\n", "持ち時間：0.5+10+0\n秒読み：10 s byoyomi\n"},
      {"$NOTE:one\\ntwo\n", "備考：one two\n"},
      {"$END_TIME:2024/01/02 03:30:00\n", "終了日時：2024/01/02 03:30:00\n"}};
  for (const auto& [line, header] : headers) {
    std::string kif;
    ASSERT_FALSE(
        room_of(Format::csa)
            .make_converter(Format::kif, {})
            ->write("PI\n" + std::string(line) + "+\n", TextForm::bytes, Charset::utf8, kif));
    std::erase(kif, '\r');
    EXPECT_NE(kif.find("\n" + std::string(header) + "手合割"), kif.npos) << kif;
  }
}

TEST(CsaToKif, KeepsTheCommentsOnMovesTakenBack) {
  std::string kif;
  ASSERT_FALSE(
      room_of(Format::csa)
          .make_converter(Format::kif, {})
          ->write("PI\n+\n%MATTA\n'early\n+7776FU\n%MATTA\n'slip\n-3334FU\n%MATTA\n'again\n"
                  "-8384FU\n%TORYO\n",
                  TextForm::bytes, Charset::utf8, kif));
  for (const std::string_view comment : {"*early", "*slip", "*again"}) {
    EXPECT_NE(kif.find(comment), kif.npos) << kif;
  }
}

TEST(CsaToKif, ANoteOfTwoLinesComesBackOnce) {
  std::string csa = "PI\n+\n'$NOTE:one\\ntwo\n+7776FU\n";
  const std::string record = "V2.2\n" + csa;
  for (int i = 0; i < 3; ++i) {
    std::string kif;
    ASSERT_FALSE(room_of(Format::csa)
                     .make_converter(Format::kif, {})
                     ->write(csa, TextForm::bytes, Charset::utf8, kif));
    ASSERT_FALSE(room_of(Format::kif)
                     .make_converter(Format::csa, "2.2")
                     ->write(kif, TextForm::bytes, Charset::utf8, csa));
    EXPECT_EQ(csa, record);
  }
}

TEST(CsaInfo, TakesTheDateOfTheEndWhereNoOtherIsWritten) {
  EXPECT_EQ(to_iso(parsed("PI\n+\n$END_TIME:2024/01/02 03:30:00\n").info.date.from), "2024-01-02");
  EXPECT_EQ(to_iso(parsed("$START_TIME:2024/01/01\n$END_TIME:2024/01/02\nPI\n").info.date.from),
            "2024-01-01");
}

}  // namespace
}  // namespace ludex

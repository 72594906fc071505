// Games of other formats of shogi, written as CSA.
#include "formats/csa/parsed_csa.hpp"
#include "formats/format_room.hpp"
#include "formats/record_reader.hpp"

#include <fmt/format.h>
#include <gtest/gtest.h>

#include <string>
#include <string_view>
#include <vector>

namespace ludex {
namespace {

/// A record as CSA, and what was lost.
struct Converted {
  std::string text;
  std::string losses;
};

Converted converted(Format from, std::string_view record, std::string_view version = {}) {
  const auto writer = room_of(from).make_converter(Format::csa, version);
  Converted result;
  EXPECT_FALSE(writer->write(record, TextForm::bytes, Charset::utf8, result.text));
  for (const WriterLoss& loss : writer->losses()) {
    result.losses += fmt::format("{} {} {}\n", loss.count, loss.noun, loss.what);
  }
  return result;
}

std::string csa_of(std::string_view kif) { return converted(Format::kif, kif).text; }

std::string text_of(Format format, std::string_view record) {
  const auto reader = make_record_reader(format);
  EXPECT_FALSE(reader->read({.text = record}));
  return to_text(reader->info(0).result);
}

constexpr std::string_view kMoves = "1 ７六歩(77)\n2 ３四歩(33)\n3 ２二角成(88)\n4 同　銀(31)\n";

TEST(CsaOfShogi, HasNamesKeywordsMovesAndTimes) {
  const Converted written = converted(
      Format::kif,
      "開始日時：2008/12/20(土) 09:00:00\n終了日時：2008/12/20 17:40\n棋戦：順位戦\n場所：東京\n"
      "持ち時間：各1時間30分\n秒読み：60秒\n戦型：角換わり\n先手：甲\n後手：乙\n"
      "1 ７六歩(77) ( 0:05/)\n2 ３四歩(33) ( 1:10/)\n3 ２二角成(88)\n4 同　銀(31)\n"
      "5 ４五角打\n6 投了 ( 0:03/)\n");
  EXPECT_EQ(written.text,
            "V2.2\nN+甲\nN-乙\n$EVENT:順位戦\n$SITE:東京\n$START_TIME:2008/12/20 09:00:00\n"
            "$TIME_LIMIT:01:30+60\n$OPENING:角換わり\n$END_TIME:2008/12/20 17:40\nPI\n+\n"
            "+7776FU\nT5\n-3334FU\nT70\n+8822UM\n-3122GI\n+0045KA\n%TORYO\nT3\n");
  EXPECT_EQ(written.losses, "");
}

TEST(CsaOfShogi, SaysInV3WhatV2CannotSay) {
  const std::string record = "持ち時間：5分+10秒追加\n備考：好局\n" + std::string(kMoves);
  EXPECT_EQ(converted(Format::kif, record, "3").text,
            "$TIME:300+0+10\n$NOTE:好局\nPI\n+\n+7776FU\n-3334FU\n+8822UM\n-3122GI\n");
  const Converted older = converted(Format::kif, record, "2.2");
  EXPECT_EQ(older.text,
            "V2.2\n'$TIME:300+0+10\n'$NOTE:好局\nPI\n+\n+7776FU\n-3334FU\n+8822UM\n-3122GI\n");
  EXPECT_EQ(older.losses, "2 line kept in comments, since V2.2 has no such line\n");
}

TEST(CsaOfShogi, RefusesAVersionThatCsaDoesNotHave) {
  EXPECT_EQ(room_of(Format::kif).make_converter(Format::csa, "4"), nullptr);
}

TEST(CsaOfShogi, ReadsClocksInWords) {
  const std::pair<std::string_view, std::string_view> clocks[] = {
      {"持ち時間：各６時間\n", "$TIME:21600+0+0\n"},
      {"持ち時間：15分+60秒\n", "$TIME:900+60+0\n"},
      {"持ち時間：3分切れ負け\n", "$TIME:180+0+0\n"},
      {"持ち時間：各0:25+10\n", "$TIME:1500+10+0\n"},
      {"持ち時間：0分\n秒読み：10秒\n", "$TIME:0+10+0\n"},
      {"持ち時間：00:25+30\n", "$TIME:1500+30+0\n"},
      {"持ち時間：60分 切れたら1分将棋\n", ""},
      {"秒読み：30秒\n", ""}};
  for (const auto& [header, line] : clocks) {
    const Converted written = converted(Format::kif, std::string(header) + "先手：a\n", "3");
    EXPECT_EQ(written.text, "N+a\n" + std::string(line) + "PI\n+\n");
    EXPECT_EQ(written.losses, line.empty() ? "1 header left out: the format has none\n" : "");
  }
}

TEST(CsaOfShogi, RemovesThePiecesOfAHandicap) {
  EXPECT_EQ(csa_of("手合割：二枚落ち\n下手：a\n上手：b\n1 ３四歩(33)\n"),
            "V2.2\nN+a\nN-b\nPI82HI22KA\n-\n-3334FU\n");
}

TEST(CsaOfShogi, DrawsAnyOtherPosition) {
  const std::string text = csa_of(
      "後手の持駒：歩二\n| ・ ・ ・ ・v玉 ・ ・ ・ ・|一\n| ・ ・ ・ ・ ・ ・ ・ ・ ・|二\n"
      "| ・ ・ ・ ・ 全 ・ ・ ・ ・|三\n| ・ ・ ・ ・ ・ ・ ・ ・ ・|四\n"
      "| ・ ・ ・ ・ ・ ・ ・ ・ ・|五\n| ・ ・ ・ ・ ・ ・ ・ ・ ・|六\n"
      "| ・ ・ ・ ・ ・ ・ ・ ・ ・|七\n| ・ ・ ・ ・ ・ ・ ・ ・ ・|八\n"
      "| ・ ・ ・ ・ ・ ・ ・ ・ ・|九\n先手の持駒：金\n1 ５二金打\n2 詰み\n");
  const std::string empty = " *  *  *  *  *  *  *  *  * \n";
  EXPECT_EQ(text, "V2.2\nP1 *  *  *  * -OU *  *  *  * \nP2" + empty +
                      "P3 *  *  *  * +NG *  *  *  * \nP4" + empty + "P5" + empty + "P6" + empty +
                      "P7" + empty + "P8" + empty + "P9" + empty +
                      "P+00KI\nP-00FU00FU\n+\n+0052KI\n%TSUMI\n");
  EXPECT_EQ(parsed(text).info.result.winner, Winner::unknown);
}

TEST(CsaOfShogi, KeepsComments) {
  EXPECT_EQ(csa_of("先手：a\n*start \n*\n*more\n1 ７六歩(77)\n*first\n2 投了\n*\n*end\n"),
            "V2.2\nN+a\nPI\n+\n'start\n'\n'more\n+7776FU\n'first\n%TORYO\n'end\n");
}

TEST(CsaOfShogi, CountsWhatItLeavesOut) {
  EXPECT_EQ(converted(Format::kif, "先手：a\n先手段級：四段\n表題：x\n対局ID：7\n&start\n" +
                                       std::string(kMoves) +
                                       "&last\n5 中断\n変化：3手\n3 ２六歩(27)\n"
                                       "変化：2手\n2 ８四歩(83)\n3 投了\n")
                .losses,
            "3 header left out: the format has none\n2 bookmark left out: the format has none\n"
            "2 variation left out: the format has none\n");
}

TEST(CsaOfShogi, EndsBeforeAMoveThatCannotBePlayed) {
  const Converted written =
      converted(Format::kif, "1 ７六歩(77)\n2 ３四歩(33)\n3 ３五歩打\n*why\n4 反則勝ち\n*end\n");
  EXPECT_EQ(written.text, "V2.2\nPI\n+\n+7776FU\n-3334FU\n'why\n%ILLEGAL_MOVE\n'end\n");
  EXPECT_EQ(parsed(written.text).info.result.winner, Winner::second);
}

/// Ends that CSA has a mark for.
TEST(CsaOfShogi, EndsWithTheMarkThatSaysTheResult) {
  const std::pair<std::string_view, std::string_view> ends[] = {
      {"投了", "TORYO"},     {"中断", "CHUDAN"},       {"持将棋", "JISHOGI"},
      {"詰み", "TSUMI"},     {"千日手", "SENNICHITE"}, {"引き分け", "HIKIWAKE"},
      {"不詰", "FUZUMI"},    {"切れ負け", "TIME_UP"},  {"反則負け", "ILLEGAL_MOVE"},
      {"入玉勝ち", "KACHI"}, {"勝ち宣言", "KACHI"}};
  for (const bool is_odd : {false, true}) {
    const std::string moves = std::string(kMoves) + (is_odd ? "5 ４五角打\n6 " : "5 ");
    for (const auto& [word, mark] : ends) {
      const std::string record = moves + std::string(word) + "\n";
      const Converted written = converted(Format::kif, record);
      EXPECT_TRUE(written.text.ends_with(fmt::format("%{}\n", mark))) << written.text;
      EXPECT_EQ(text_of(Format::csa, written.text), text_of(Format::kif, record));
      EXPECT_EQ(written.losses, "");
    }
    const Converted illegal = converted(Format::kif, moves + "反則勝ち\n");
    EXPECT_TRUE(illegal.text.ends_with(is_odd ? "%+ILLEGAL_ACTION\n" : "%-ILLEGAL_ACTION\n"));
  }
}

TEST(CsaOfShogi, SaysWhoWonWhereNoMarkDoes) {
  const std::pair<std::string_view, std::string_view> ends[] = {
      {"5 不戦勝\n", "%CHUDAN\n'summary:abnormal:a win:b lose\n"},
      {"5 不戦敗\n", "%CHUDAN\n'summary:abnormal:a lose:b win\n"},
      {"まで4手で先手の勝ち\n", "%CHUDAN\n'summary:unknown:a win:b lose\n"},
      {"5 封じ手\n", "%CHUDAN\n"}};
  for (const auto& [end, marks] : ends) {
    const std::string record = "先手：a\n後手：b\n" + std::string(kMoves) + std::string(end);
    const Converted written = converted(Format::kif, record);
    EXPECT_TRUE(written.text.ends_with(marks)) << written.text;
    EXPECT_EQ(text_of(Format::csa, written.text), text_of(Format::kif, record));
    EXPECT_EQ(written.losses, "1 end written as %CHUDAN or %TORYO, since CSA has no other mark\n");
  }
}

TEST(CsaOfShogi, SaysThatTheMateOfAProblemWithTwoKingsReadsAsAWin) {
  const Converted written =
      converted(Format::kif, "作品名：x\n" + std::string(kMoves) + "5 詰み\n");
  EXPECT_TRUE(written.text.ends_with("%TSUMI\n"));
  EXPECT_EQ(written.losses,
            "1 header left out: the format has none\n"
            "1 end of a mate problem written as %TSUMI, which is a win in CSA where both kings "
            "stand\n");
}

TEST(CsaOfShogi, KeepsTheResultAgainstACommentThatNamesAnother) {
  const Converted written =
      converted(Format::kif, "先手：a\n後手：b\n*summary:toryo:a lose:b win\n" +
                                 std::string(kMoves) + "5 反則勝ち\n");
  EXPECT_EQ(parsed(written.text).info.result.winner, Winner::first);
  EXPECT_TRUE(written.text.ends_with("%-ILLEGAL_ACTION\n'summary:illegal move:a win:b lose\n"))
      << written.text;
}

TEST(CsaOfShogi, IsMadeOfEveryFormatOfShogi) {
  const std::string moves = "PI\n+\n+7776FU\n-3334FU\n+8822UM\n-3122GI\n";
  const std::pair<Format, std::string> records[] = {
      {Format::kif, std::string(kMoves) + "5 投了\n"},
      {Format::ki2, "▲７六歩 △３四歩 ▲２二角成 △同　銀\nまで4手で後手の勝ち\n"},
      {Format::usi, "startpos moves 7g7f 3c3d 8h2b+ 3a2b resign\n"},
      {Format::psn, "[Sente \"\"]\nP7g-7f P3c-3d B8hx2b+ S3ax2b Resigns\n"},
      {Format::jkf,
       R"({"header":{},"moves":[{},{"move":{"from":{"x":7,"y":7},"to":{"x":7,"y":6},"piece":"FU"}},)"
       R"({"move":{"from":{"x":3,"y":3},"to":{"x":3,"y":4},"piece":"FU"}},{"move":{"from":)"
       R"({"x":8,"y":8},"to":{"x":2,"y":2},"piece":"KA","promote":true}},{"move":{"from":)"
       R"({"x":3,"y":1},"same":true,"piece":"GI"}},{"special":"TORYO"}]})"}};
  for (const auto& [format, record] : records) {
    EXPECT_EQ(converted(format, record).text, "V2.2\n" + moves + "%TORYO\n")
        << room_of(format).name;
    EXPECT_EQ(converted(format, record, "3").text, moves + "%TORYO\n") << room_of(format).name;
  }
}

TEST(CsaOfShogi, ResignsForTheLoserOfAWinOfUnknownKind) {
  const Converted written = converted(Format::psn, "[Result \"1-0\"]\nP7g-7f P3c-3d P2g-2f 1-0\n");
  EXPECT_TRUE(written.text.ends_with("+2726FU\n%TORYO\n")) << written.text;
  EXPECT_EQ(written.losses, "1 end written as %CHUDAN or %TORYO, since CSA has no other mark\n");
}

TEST(CsaOfShogi, LeavesOutARecordWithMorePiecesInHandThanASetHas) {
  const auto writer = room_of(Format::usi).make_converter(Format::csa, {});
  std::string text;
  const auto problem =
      writer->write("sfen 4k4/9/9/9/9/9/9/9/4K4 b 3R 1", TextForm::bytes, Charset::utf8, text);
  ASSERT_TRUE(problem);
  EXPECT_EQ(problem->kind, ProblemKind::bad_number);
}

/// What a server wrote comes back from KIF as it was; comments before the moves follow the turn.
TEST(CsaOfShogi, GivesBackWhatCameFromCsa) {
  const std::string_view record =
      "V2.2\nN+a\nN-b\n$EVENT:wdoor+floodgate-300-10F+a+b+20240102030405\n"
      "$START_TIME:2024/01/02 03:04:05\nPI\n+\n'$MAX_MOVES:256\n'Max_Moves:256\n"
      "'black_rate:a+12ab:2345.5\n+7776FU\nT3\n'** 30 -3334FU\n-3334FU\nT4\n%KACHI\nT1\n"
      "'summary:kachi:a win:b lose\n'$END_TIME:2024/01/02 03:30:00\n";
  const std::string normal = [&] {
    std::string text;
    EXPECT_FALSE(
        room_of(Format::csa).make_writer({})->write(record, TextForm::bytes, Charset::utf8, text));
    return text;
  }();
  std::string kif;
  ASSERT_FALSE(room_of(Format::csa)
                   .make_converter(Format::kif, {})
                   ->write(record, TextForm::bytes, Charset::utf8, kif));
  const Converted back = converted(Format::kif, kif);
  EXPECT_EQ(back.losses, "");
  EXPECT_EQ(back.text, normal) << kif;
}

}  // namespace
}  // namespace ludex

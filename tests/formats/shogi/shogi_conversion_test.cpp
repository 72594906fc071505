// What the formats of shogi that have variations make of a record.
#include "formats/format_room.hpp"
#include "formats/record_reader.hpp"
#include "ludex/types.hpp"

#include <gtest/gtest.h>

#include <string>
#include <string_view>

namespace ludex {
namespace {

/// A record of one format as another, and what was lost: "1 time rounded ...".
std::string written_as(Format to, Format from, std::string_view text,
                       std::string* losses = nullptr) {
  const FormatRoom& room = room_of(from);
  const auto writer = to == from ? room.make_writer({}) : room.make_converter(to, {});
  std::string out;
  EXPECT_FALSE(writer->write(text, TextForm::bytes, Charset::utf8, out));
  std::erase(out, '\r');
  if (losses == nullptr) return out;
  for (const WriterLoss& loss : writer->losses()) {
    *losses += std::to_string(loss.count) + " " + std::string(loss.noun) + " " + loss.what + "\n";
  }
  return out;
}

std::string kif_as(Format to, std::string_view text) { return written_as(to, Format::kif, text); }

GameInfo info_of(Format format, std::string_view text) {
  const auto reader = make_record_reader(format);
  EXPECT_FALSE(reader->read({.text = text})) << text;
  return reader->info(0);
}

constexpr Format kWithEnds[] = {Format::kif, Format::ki2, Format::jkf};

std::uint32_t main_positions(Format format, std::string_view text) {
  const auto reader = make_record_reader(format);
  EXPECT_FALSE(reader->read({.text = text})) << text;
  ReplayScript script;
  reader->compile(0, script, nullptr);
  return script.main_positions;
}

TEST(ShogiConversion, AVariationBesideAMoveThatCannotBePlayedIsNotTheMainLine) {
  for (const std::string_view first :
       {"９九王(11)", "nobody understands", "９九王(11)\n3 ９八王(99)"}) {
    const std::string text = "手合割：平手\n1 ７六歩(77)\n2 " + std::string(first) +
                             "\n変化：2手\n2 ３四歩(33)\n3 ２六歩(27)\n";
    for (const Format to : {Format::kif, Format::ki2, Format::jkf}) {
      const std::string written = kif_as(to, text);
      EXPECT_EQ(main_positions(to, written), 2u) << written;
    }
    EXPECT_NE(kif_as(Format::kif, text).find("まで1手\n\n変化：2手\n   2 ３四歩(33)\n"),
              std::string::npos);
  }
}

TEST(ShogiConversion, NothingIsSaidOfAMainLineThatNoVariationContinues) {
  const std::string text = "手合割：平手\n1 ７六歩(77)\n2 ９九王(11)\n変化：1手\n1 ２六歩(27)\n";
  EXPECT_EQ(kif_as(Format::kif, text).find("まで"), std::string::npos);
}

TEST(ShogiConversion, Ki2SaysHowAGameWasWonAndNotOnlyWho) {
  const std::string moves = "1 ７六歩(77)\n2 ３四歩(33)\n3 ";
  const auto ki2_of = [&](const std::string& end) { return kif_as(Format::ki2, moves + end); };
  const auto by_of = [](const std::string& ki2) { return info_of(Format::ki2, ki2).result.by; };
  const std::string time = ki2_of("切れ負け\nまで2手で後手の勝ち\n");
  EXPECT_TRUE(time.ends_with("まで2手で時間切れにより後手の勝ち\n")) << time;
  EXPECT_EQ(by_of(time), WinBy::time);
  EXPECT_EQ(by_of(ki2_of("詰み\nまで2手で後手の勝ち\n")), WinBy::mate);
  EXPECT_EQ(by_of(ki2_of("反則負け\nまで2手で後手の勝ち\n")), WinBy::illegal);
  EXPECT_EQ(by_of(ki2_of("投了\nまで2手で後手の勝ち\n")), WinBy::resign);
}

TEST(ShogiConversion, TheSummaryOfAServerCountsAgainstTheMarkOfCsa) {
  const std::string head = "V2.2\nN+A\nN-B\nPI\n+\n+7776FU\n-3334FU\n";
  for (const std::string cause : {"toryo", "abnormal", "time up", "illegal move", "uchifuzume",
                                  "illegal kachi", "tsumi", "kachi"}) {
    for (const std::string sides : {"A win:B lose", "B lose:A win", "A lose:B win"}) {
      for (const std::string mark : {"%TORYO\n", ""}) {
        const std::string csa = head + mark + "'summary:" + cause + ":" + sides + "\n";
        const GameResult result = info_of(Format::csa, csa).result;
        for (const Format to : kWithEnds) {
          const std::string text = written_as(to, Format::csa, csa);
          EXPECT_EQ(to_text(info_of(to, text).result), to_text(result)) << csa << text;
          EXPECT_EQ(info_of(to, text).result.by, result.by) << csa << text;
          EXPECT_EQ(written_as(to, to, text), text) << "written again";
        }
      }
    }
  }
}

TEST(ShogiConversion, AProblemWithTwoKingsStaysOne) {
  const std::string problem =
      "手合割：詰将棋\n後手の持駒：なし\n| ・ ・ ・ ・ ・ ・ ・ ・v玉|一\n| ・ ・ ・ ・ ・ ・ ・ "
      "・ ・|二\n"
      "| ・ ・ ・ ・ ・ ・ ・ ・ 歩|三\n| ・ ・ ・ ・ ・ ・ ・ ・ ・|四\n"
      "| ・ ・ ・ ・ ・ ・ ・ ・ ・|五\n| ・ ・ ・ ・ ・ ・ ・ ・ ・|六\n"
      "| ・ ・ ・ ・ ・ ・ ・ ・ ・|七\n| ・ ・ ・ ・ ・ ・ ・ ・ ・|八\n"
      "| ・ ・ ・ ・ 玉 ・ ・ ・ ・|九\n先手の持駒：金\n1 １二金打\n2 詰み\n";
  for (const Format to : kWithEnds) {
    const std::string text = kif_as(to, problem);
    const GameInfo info = info_of(to, text);
    EXPECT_EQ(info.kind, GameKind::problem) << text;
    EXPECT_EQ(info.result, GameResult{}) << text;
    EXPECT_EQ(info.properties.front().second, "詰将棋") << text;
    EXPECT_EQ(written_as(to, to, text), text) << "written again";
  }
  EXPECT_NE(kif_as(Format::csa, problem).find("\n%TSUMI\n"), std::string::npos);
}

TEST(ShogiConversion, AStartOfUnknownNameKeepsIt) {
  for (const Format to : kWithEnds) {
    const std::string text = kif_as(to, "手合割：5五将棋\n1 ７六歩(77)\n");
    EXPECT_EQ(info_of(to, text).properties.front().second, "5五将棋") << text;
    EXPECT_EQ(written_as(to, to, text), text) << "written again";
  }
}

TEST(ShogiConversion, TooManyMovesAreADrawOfThatKind) {
  const std::string csa = "V3.0\nPI\n+\n+7776FU\n%MAX_MOVES\n";
  const std::string jkf = written_as(Format::jkf, Format::csa, csa);
  EXPECT_NE(jkf.find(R"({"special":"MAX_MOVES"})"), std::string::npos) << jkf;
  EXPECT_EQ(info_of(Format::jkf, jkf).result.by, WinBy::max_moves);
  EXPECT_EQ(written_as(Format::jkf, Format::jkf, jkf), jkf);
  std::string losses, ki2_losses;
  const std::string kif = written_as(Format::kif, Format::jkf, jkf, &losses);
  EXPECT_EQ(losses, "1 draw by too many moves written as 引き分け: the format has no word\n");
  EXPECT_NE(kif.find("   2 引き分け\n"), std::string::npos) << kif;
  EXPECT_EQ(info_of(Format::kif, kif).result.winner, Winner::draw);
  EXPECT_TRUE(
      written_as(Format::ki2, Format::jkf, jkf, &ki2_losses).ends_with("まで1手で引き分け\n"));
  EXPECT_EQ(ki2_losses, losses);
}

TEST(ShogiConversion, TheClockIsTheSameInTheColumnAndInCsa) {
  for (const auto& [clock, seconds] : {std::pair("0:25+10", 1500),
                                       {"各0:25+10", 1500},
                                       {"3分切れ負け", 180},
                                       {"各6時間", 21600},
                                       {"15分+60秒", 900},
                                       {"5分+10秒追加", 300},
                                       {"300+10+5", 300}}) {
    const std::string kif = "持ち時間：" + std::string(clock) + "\n1 ７六歩(77)\n";
    EXPECT_EQ(info_of(Format::kif, kif).time_limit_seconds, seconds) << clock;
    const std::string csa = kif_as(Format::csa, kif);
    EXPECT_EQ(info_of(Format::csa, csa).time_limit_seconds, seconds) << csa;
  }
  const std::string kif = written_as(Format::kif, Format::csa, "V3.0\n$TIME:300+10+5\nPI\n+\n");
  EXPECT_NE(kif.find("持ち時間：5分+5秒追加\n秒読み：10秒\n"), std::string::npos) << kif;
}

TEST(ShogiConversion, RanksAndTheRoundOfPsnComeBackFromKif) {
  const std::string psn =
      "[Sente \"a\"]\n[SenteGrade \"9 Dan\"]\n[GoteGrade \"5 Dan\"]\n[Round \"3\"]\n1.P7f\n";
  for (const Format to : kWithEnds) {
    const GameInfo info = info_of(to, written_as(to, Format::psn, psn));
    EXPECT_EQ(info.seats[0].rank, "9 Dan");
    EXPECT_EQ(info.seats[0].rank_order, 9);
    EXPECT_EQ(info.seats[1].rank, "5 Dan");
    EXPECT_EQ(info.round, "3");
    EXPECT_TRUE(info.properties.empty());
  }
}

TEST(ShogiConversion, AVariationGoesOnWithTheTimeOfItsLine) {
  std::string losses;
  const std::string kif =
      written_as(Format::kif, Format::kif,
                 "1 ７六歩(77) (62:03/)\n2 ３四歩(33) ( 0:05/)\n3 ２六歩(27) ( 1:00/)\n"
                 "変化：2手\n2 ８四歩(83) ( 0:01/)\n3 ６八銀(79) ( 0:07/)\n",
                 &losses);
  EXPECT_NE(kif.find("( 0:07/01:02:10)"), kif.npos) << kif;
  EXPECT_NE(kif.find("( 0:01/00:00:01)"), kif.npos) << kif;
  EXPECT_EQ(losses, "");
  written_as(Format::kif, Format::csa, "V3.0\nPI\n+\n+7776FU\nT3.736\n", &losses);
  EXPECT_EQ(losses, "1 time rounded down to whole seconds\n");
}

TEST(ShogiConversion, AWinOfUnknownKindHasAWordOfCsaInJkf) {
  const std::string jkf =
      written_as(Format::jkf, Format::psn, "[Result \"1-0\"]\n1.P7f P3d 2.P2f 1-0\n");
  EXPECT_NE(jkf.find(R"({"special":"TORYO"})"), std::string::npos) << jkf;
}

}  // namespace
}  // namespace ludex

#include "formats/kif/kif.hpp"

#include "formats/format_room.hpp"
#include "formats/position_text.hpp"
#include "formats/shogi/shogi_positions.hpp"
#include "games/api/game_rules.hpp"

#include <gtest/gtest.h>

#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace ludex {
namespace {

ShogiGame parsed(std::string_view text) {
  ShogiGame game;
  const auto reject = parse_kif(text, {}, game);
  EXPECT_FALSE(reject) << text;
  return game;
}

std::string last_of(std::string_view text) { return positions_of(parsed(text)).back(); }

std::string faults_of(std::string_view text) {
  const ShogiGame game = parsed(text);
  ReplayScript script;
  compile_shogi(game, script, nullptr);
  std::string faults;
  for (const auto* problems :
       {&std::as_const(game.info.problems), &std::as_const(script.problems)}) {
    for (const Problem& problem : *problems) {
      faults += std::string(problem_name(problem.kind)) + ": " + problem.message + "\n";
    }
  }
  return faults;
}

GameResult result_of(std::string_view text) { return parsed(text).info.result; }

constexpr std::string_view kShort =
    "開始日時：2024/07/15(月) 10:00:00\n棋戦：名人戦\n戦型：横歩取り\n手合割：平手　　\n"
    "先手：羽生\n後手：谷川\n手数----指手---------消費時間--\n*始まり\n"
    "   1 ７六歩(77)   ( 0:16/00:00:16)\n*よい手\n**engine\n&しおり\n"
    "   2 ３四歩(33)   ( 1:02/00:01:02)+\n   3 ２二角成(88)( 0:05/)\n"
    "   4 同　銀(31)   (0:01 / 0:01:03)\n   5 投了\nまで4手で後手の勝ち\n"
    "\n変化：2手\n   2 ８四歩(83)\n   3 ２六歩(27)\n";

TEST(KifParser, ReadsHeadersIntoTheColumnsThatThereAre) {
  const GameInfo info = parsed(kShort).info;
  EXPECT_EQ(info.seats[0].name, "羽生");
  EXPECT_EQ(info.seats[1].name, "谷川");
  EXPECT_EQ(info.event, "名人戦");
  EXPECT_EQ(info.opening, "横歩取り");
  EXPECT_EQ(info.date.from, 20240715);
  EXPECT_EQ(info.handicap, std::nullopt);
  EXPECT_EQ(info.charset, "UTF-8");
  EXPECT_EQ(info.comment, "始まり");
  EXPECT_TRUE(info.problems.empty()) << info.problems.front().message;
}

TEST(KifParser, ReadsMovesTimesCommentsBookmarksAndVariations) {
  const ShogiGame game = parsed(kShort);
  ASSERT_EQ(game.nodes.size(), 7u);
  EXPECT_EQ(game.nodes[0].seconds, 16);
  EXPECT_EQ(game.nodes[0].comment, "よい手\n*engine");
  EXPECT_EQ(game.nodes[0].bookmark, "しおり");
  EXPECT_EQ(game.nodes[1].seconds, 62);
  EXPECT_EQ(game.nodes[2].seconds, 5);
  EXPECT_TRUE(game.nodes[4].is_end);
  EXPECT_EQ(game.nodes[4].end_line, "まで4手で後手の勝ち");
  EXPECT_EQ(game.nodes[5].parent, 0);
  EXPECT_EQ(game.nodes[5].ply, 2u);
  const auto positions = positions_of(game);
  ASSERT_EQ(positions.size(), 7u);
  EXPECT_EQ(positions[4], "lnsgkg1nl/1r5s1/pppppp1pp/6p2/9/2P6/PP1PPPPPP/7R1/LNSGKGSNL b Bb 5");
  EXPECT_EQ(positions[6], "lnsgkgsnl/1r5b1/p1ppppppp/1p7/9/2P4P1/PP1PPPP1P/1B5R1/LNSGKGSNL w - 7");
}

TEST(KifParser, TheBytesDecideOnTheCharset) {
  // 先手：羽生 in Shift_JIS, and the other way round than declared.
  const ShogiGame game = parsed(
      "#KIF version=2.0 encoding=UTF-8\n"
      "\x90\xE6\x8E\xE8\x81\x46\x89\x48\x90\xB6\n"
      "1 \x82\x56\x98\x5A\x95\xE0(77)\n");
  EXPECT_EQ(game.info.charset, "Shift_JIS");
  EXPECT_EQ(game.info.seats[0].name, "羽生");
  ASSERT_EQ(game.info.problems.size(), 1u);
  EXPECT_EQ(game.info.problems[0].kind, ProblemKind::wrong_charset);
  EXPECT_EQ(positions_of(game).size(), 2u);
  EXPECT_EQ(game.nodes[0].offset_bytes, 43u) << "offsets count the record's own bytes";
}

TEST(KifParser, TheGiverOfAHandicapMovesFirst) {
  const ShogiGame game = parsed("手合割：香落ち\n下手：甲\n上手：乙\n   1 ３四歩(33)\n   2 投了\n");
  EXPECT_EQ(game.info.handicap, 1);
  EXPECT_EQ(positions_of(game).front(),
            "lnsgkgsn1/1r5b1/ppppppppp/9/9/9/PPPPPPPPP/1B5R1/LNSGKGSNL w - 1");
  EXPECT_EQ(game.info.result.winner, Winner::second);
}

TEST(KifParser, ADiagramCountsBeforeTheHandicap) {
  constexpr std::string_view kProblem =
      "手合割：平手　　\n後手の持駒：飛二　歩十七\n  ９ ８ ７ ６ ５ ４ ３ ２ １\n"
      "+---------------------------+\n"
      "| ・ ・ ・ ・ ・ ・ ・ ・v玉|一\n| ・ ・ ・ ・ ・ ・ ・ ・ ・|二\n"
      "| ・ ・ ・ ・ ・ ・ ・ ・ 歩|三\n| ・ ・ ・ ・ ・ ・ ・ ・ ・|四\n"
      "| ・ ・ ・ ・ ・ ・ ・ ・ ・|五\n| ・ ・ ・ ・ ・ ・ ・ ・ ・|六\n"
      "| ・ ・ ・ ・ ・ ・ ・ ・ ・|七\n| ・ ・ ・ ・ ・ ・ ・ ・ ・|八\n"
      "| ・ ・ ・ ・ ・v竜 ・ ・ ・|九\n+---------------------------+\n先手の持駒：金\n";
  const std::string problem(kProblem);
  EXPECT_EQ(positions_of(parsed(problem)).front(), "8k/9/8P/9/9/9/9/9/5+r3 b G2r17p 1");
  EXPECT_EQ(positions_of(parsed(problem + "後手番\n")).front(),
            "8k/9/8P/9/9/9/9/9/5+r3 w G2r17p 1");
  const ShogiGame mated = parsed(problem + "1 １二金打\n2 詰み\n");
  EXPECT_EQ(mated.info.kind, GameKind::problem);
  EXPECT_EQ(mated.info.result, GameResult{}) << "the end of a problem is no result of a game";
}

TEST(KifParser, AnEndWordShowsTheWinnerByTheSideToMove) {
  const std::string one = "先手：a\n   1 ７六歩(77)\n   2 ";
  const auto of = [&](std::string_view word) { return result_of(one + std::string(word) + "\n"); };
  EXPECT_EQ(of("投了").winner, Winner::first);
  EXPECT_EQ(of("切れ負け").by, WinBy::time);
  EXPECT_EQ(of("反則負け").winner, Winner::first);
  EXPECT_EQ(of("反則勝ち").winner, Winner::second);
  EXPECT_EQ(of("反則勝ち").by, WinBy::illegal);
  EXPECT_EQ(of("入玉勝ち").winner, Winner::second);
  EXPECT_EQ(of("千日手").by, WinBy::repetition);
  EXPECT_EQ(of("持将棋").by, WinBy::impasse);
  EXPECT_EQ(of("中断").winner, Winner::unknown);
  EXPECT_EQ(of("投了\nまで122手で中断").winner, Winner::first) << "the end word counts";
}

TEST(KifParser, ALineMadeNamesTheWinnerOfKi2) {
  const std::string one = "▲７六歩\n";
  EXPECT_EQ(result_of(one + "まで1手で先手の勝ち\n").by, WinBy::resign);
  EXPECT_EQ(result_of(one + "まで1手で先手の反則負け\n").winner, Winner::second);
  EXPECT_EQ(result_of(one + "まで1手で後手の反則勝ち\n").winner, Winner::second);
  EXPECT_EQ(result_of(one + "まで1手で時間切れにより先手の勝ち\n").by, WinBy::time);
  EXPECT_EQ(result_of(one + "まで1手で千日手\n").winner, Winner::draw);
  EXPECT_EQ(result_of(one + "まで1手で中断\n").winner, Winner::unknown);
}

TEST(KifParser, AVariationGoesBackFromTheMoveReadLast) {
  const ShogiGame game = parsed(
      "1 ７六歩(77)\n2 ３四歩(33)\n3 ２六歩(27)\n4 ８四歩(83)\n変化：2手\n2 ８四歩(83)\n"
      "3 ２六歩(27)\n4 ８五歩(84)\n変化：3手\n3 ７八金(69)\n変化：4手\n4 ３二金(41)\n");
  ASSERT_EQ(game.nodes.size(), 9u);
  EXPECT_EQ(game.nodes[4].parent, 0);
  EXPECT_EQ(game.nodes[7].parent, 4) << "of the variation, not of the main line";
  EXPECT_EQ(game.nodes[8].parent, 7);
}

TEST(KifParser, MovesOfKi2FindTheirPieces) {
  EXPECT_EQ(last_of("手合割：平手\n▲７六歩△３四歩▲２二角成△同　銀▲４五角"),
            "lnsgkg1nl/1r5s1/pppppp1pp/6p2/5B3/2P6/PP1PPPPPP/7R1/LNSGKGSNL w b 6");
  // Two golds: the words say which of them.
  const std::string golds = "▲５八金";
  EXPECT_EQ(faults_of(golds), "impossible_move: ５八金: more than one 金 can go there\n");
  EXPECT_EQ(last_of(golds + "右"),
            "lnsgkgsnl/1r5b1/ppppppppp/9/9/9/PPPPPPPPP/1B2G2R1/LNSGK1SNL w - 2");
  EXPECT_EQ(last_of(golds + "左"),
            "lnsgkgsnl/1r5b1/ppppppppp/9/9/9/PPPPPPPPP/1B2G2R1/LNS1KGSNL w - 2");
}

TEST(KifReplay, ALineThatCannotBePlayedLeavesTheNextOneInItsPlace) {
  const std::string main_line = "1 ７六歩(77)\n2 ３四歩(33)\n";
  const std::string cannot = "変化：2手\n2 ５五歩(99)\n3 ２六歩(27)\n";
  const std::string other = "変化：2手\n2 ８四歩(83)\n";
  EXPECT_EQ(positions_of(parsed(main_line + cannot + other)),
            positions_of(parsed(main_line + other)));
}

ReplayScript replayed(const std::string& moves) {
  ReplayScript script;
  compile_shogi(parsed(moves), script, nullptr);
  return script;
}

TEST(KifReplay, AMainLineThatCannotBePlayedIsNotReplacedByAVariation) {
  const ReplayScript script = replayed("1 ５五歩(99)\n変化：1手\n1 ７六歩(77)\n");
  EXPECT_EQ(script.moves, 0U);
  EXPECT_EQ(script.main_positions, 1U);
  EXPECT_EQ(script.total_positions, 2U);
  EXPECT_EQ(script.first_illegal_ply, 1);
}

TEST(KifReplay, AVariationWhereTheGameEndedIsNotItsMainLine) {
  const ReplayScript script =
      replayed("1 ７六歩(77)\n2 投了\n変化：2手\n2 ３四歩(33)\n3 ２六歩(27)\n");
  EXPECT_EQ(script.moves, 1U);
  EXPECT_EQ(script.main_positions, 2U);
  EXPECT_EQ(script.total_positions, 4U);
}

TEST(KifMoves, ArePositionsOnTheCommandLine) {
  EXPECT_EQ(to_sfen(parse_position("moves:７六歩 ３四歩").position),
            "lnsgkgsnl/1r5b1/pppppp1pp/6p2/9/2P6/PP1PPPPPP/1B5R1/LNSGKGSNL b - 3");
  EXPECT_EQ(to_sfen(parse_position("moves:▲７六歩(77) △３四歩 ▲２二角成 △同　銀").position),
            "lnsgkg1nl/1r5s1/pppppp1pp/6p2/9/2P6/PP1PPPPPP/7R1/LNSGKGSNL b Bb 5");
}

TEST(KifParser, WhatIsBrokenIsSaidAndTheRestIsRead) {
  EXPECT_EQ(faults_of("先手：a\n1 ７六歩(77)\n2 なにか\n3 ２六歩(27)\n"), "bad_syntax: 2 なにか\n");
  EXPECT_EQ(faults_of("先手：a\n1 ７五歩(76)\n"), "impossible_move: ７五歩(76): no piece there\n");
  EXPECT_EQ(faults_of("先手：a\n1 ７六銀(77)\n"), "impossible_move: ７六銀(77): 歩 is on 77\n");
  EXPECT_EQ(faults_of("先手：a\n1 ７六歩(77)\n変化：9手\n9 ３四歩(33)\n"),
            "bad_syntax: no line has a move before this one: the variation does not count\n");
  EXPECT_EQ(faults_of("手合割：五面指し\n先手：a\n"), "bad_handicap: 五面指し\n");
  ShogiGame game;
  EXPECT_EQ(parse_kif("# nothing\n", {}, game)->kind, ProblemKind::no_node);
}

TEST(KifParser, AMillionVariationsAreTooMany) {
  std::string text = "1 ７六歩(77)\n2 ３四歩(33)\n";
  for (int i = 0; i < 1000; ++i) text += "変化：2手\n2 ８四歩(83)\n";
  ShogiGame game;
  EXPECT_FALSE(parse_kif(text, {}, game));
  EXPECT_EQ(game.nodes.size(), 1002u);
  ShogiReadOptions options;
  options.max_nodes = 500;
  EXPECT_EQ(parse_kif(text, options, game)->message, "more than 500 moves");
}

TEST(KifParser, VariationsThatGoBackAndForthWithoutEndAreTooMuch) {
  constexpr std::string_view kMoves[] = {"１八飛(28)", "９二飛(82)", "２八飛(18)", "８二飛(92)"};
  std::string text;
  for (std::size_t i = 0; i < 10'000; ++i) {
    text += std::to_string(i + 1) + " " + std::string(kMoves[i % 4]) + "\n";
  }
  for (int i = 0; i < 1'500; ++i) {
    text += "変化：2手\n2 ３四歩(33)\n変化：10000手\n10000 ３四歩(33)\n";
  }
  ShogiGame game;
  const auto reject = parse_kif(text, {}, game);
  ASSERT_TRUE(reject);
  EXPECT_EQ(reject->message, "variations go back and forth over more than 20000000 moves");
}

TEST(KifWriter, WhatIsWrittenReadsBackAsTheSameGame) {
  const std::string problem =
      "後手の持駒：飛二　歩十七\n| ・ ・ ・ ・ ・ ・ ・ ・v玉|一\n| ・ ・ ・ ・ ・ ・ ・ ・ ・|二\n"
      "| ・ ・ ・ ・ ・ ・ ・ ・ 歩|三\n| ・ ・ ・ ・ ・ ・ ・ ・ ・|四\n"
      "| ・ ・ ・ ・ ・ ・ ・ ・ ・|五\n| ・ ・ ・ ・ ・ ・ ・ ・ ・|六\n"
      "| ・ ・ ・ ・ ・ ・ ・ ・ ・|七\n| ・ ・ ・ ・ ・ ・ ・ ・ ・|八\n"
      "| ・ ・ ・ ・ ・v竜 ・ ・ ・|九\n先手の持駒：金\n1 １二金打\n2 詰み\n";
  for (const std::string& text :
       {std::string(kShort), problem, std::string("手合割：香落ち\n△３四歩\n*c\n▲７六歩\n")}) {
    const ShogiGame game = parsed(text);
    for (const KifDialect dialect : {KifDialect::kif, KifDialect::ki2}) {
      const std::string written = write_kif(game, dialect);
      const ShogiGame again = parsed(written);
      EXPECT_EQ(write_kif(again, dialect), written);
      EXPECT_EQ(positions_of(again), positions_of(game)) << written;
      EXPECT_EQ(again.info.result, game.info.result) << written;
      EXPECT_EQ(again.headers, game.headers);
      EXPECT_TRUE(again.info.problems.empty()) << written;
      for (std::size_t i = 0; i < game.nodes.size(); ++i) {
        EXPECT_EQ(again.nodes[i].comment, game.nodes[i].comment);
        EXPECT_EQ(again.nodes[i].bookmark, game.nodes[i].bookmark);
        if (dialect == KifDialect::kif) {
          EXPECT_EQ(again.nodes[i].seconds, game.nodes[i].seconds);
        }
      }
    }
  }
}

TEST(KifWriter, Ki2GivesTheResultThatCounts) {
  const ShogiGame game = parsed("1 ７六歩(77)\n2 投了\nまで2手で中断\n");
  EXPECT_NE(write_kif(game, KifDialect::kif).find("まで2手で中断\n"), std::string::npos);
  const std::string ki2 = write_kif(game, KifDialect::ki2);
  EXPECT_NE(ki2.find("まで1手で先手の勝ち\n"), std::string::npos) << ki2;
  EXPECT_EQ(parsed(ki2).info.result, game.info.result);
}

/// A record as the writer of a format rewrites it.
std::string rewritten(Format format, std::string_view text, Charset charset,
                      std::vector<WriterLoss>* losses = nullptr) {
  const auto writer = room_of(format).make_writer({});
  EXPECT_TRUE(writer->write_in(charset));
  std::string out;
  EXPECT_FALSE(writer->write(text, TextForm::bytes, Charset::utf8, out));
  if (losses != nullptr) *losses = writer->losses();
  return out;
}

TEST(KifFile, WritesAsProgramsOnWindowsDo) {
  const std::string text = rewritten(Format::kif, "先手：髙橋\n1 ７六歩(77)\n", Charset::shift_jis);
  EXPECT_TRUE(text.starts_with("#KIF version=2.0 encoding=Shift_JIS\r\n"));
  EXPECT_EQ(text.find('\n'), text.find("\r\n") + 1);
  EXPECT_NE(text.find("\x90\xE6\x8E\xE8\x81\x46\xFB\xFC\x8B\xB4\r\n"), text.npos);
  ShogiGame game;
  ASSERT_FALSE(parse_kif(text, {}, game));
  EXPECT_EQ(game.info.seats[0].name, "髙橋");
  EXPECT_EQ(game.info.charset, "Shift_JIS");
  EXPECT_TRUE(game.info.problems.empty());
  EXPECT_EQ(rewritten(Format::ki2, "先手：甲\n▲７六歩\n", Charset::utf8),
            "先手：甲\r\n手合割：平手\r\n▲７六歩\r\n");
}

TEST(KifFile, SaysWhichCharactersShiftJisLacks) {
  std::vector<WriterLoss> losses;
  const std::string text =
      rewritten(Format::kif, "先手：😀\n1 ７六歩(77)\n*☗\n", Charset::shift_jis, &losses);
  ASSERT_EQ(losses.size(), 1u);
  EXPECT_EQ(losses[0].count, 2u);
  EXPECT_EQ(losses[0].what, "that Shift_JIS does not have are written as 〓; UTF-8 has all");
  EXPECT_EQ(parsed(text).info.seats[0].name, "〓");
  EXPECT_FALSE(room_of(Format::kif).make_writer({})->write_in(Charset::euc_kr));
}

}  // namespace
}  // namespace ludex

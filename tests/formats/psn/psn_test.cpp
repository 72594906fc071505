#include "formats/psn/psn.hpp"

#include "formats/collected_records.hpp"
#include "formats/format_room.hpp"
#include "formats/kif/kif.hpp"
#include "formats/shogi/shogi_positions.hpp"

#include <gtest/gtest.h>

#include <memory>
#include <string>
#include <string_view>
#include <vector>

namespace ludex {
namespace {

constexpr std::string_view kPairs =
    "[Sente \"Oyama Yasuharu\"]\r\n[SenteGrade \"9 Dan\"]\r\n[Gote \"Nakahara Makoto\"]\r\n"
    "[Date \"1976/01/18\"]\r\n[Event \"26th Osho sen\"]\r\n[Round \"1\"]\r\n[Result \"0-1\"]\r\n"
    "[Moves \"6\"]\r\n{ A remark\r\n[not a tag] }\r\n"
    "1.P7f P3d 2.Bx2b+ {good} xS ( xR? 3.B*4e ) 3.B*4e\r\n(0:09/00:09:12) G65b {Resigns}\r\n";

ShogiGame parsed(std::string_view text) {
  ShogiGame game;
  const auto reject = parse_psn(text, {}, game);
  EXPECT_FALSE(reject) << text << ": " << reject->message;
  return game;
}

std::string last_of(std::string_view moves) { return positions_of(parsed(moves)).back(); }

TEST(Psn, ReadsTagsIntoTheColumnsThatThereAre) {
  const GameInfo info = parsed(kPairs).info;
  EXPECT_EQ(info.seats[0].name, "Oyama Yasuharu");
  EXPECT_EQ(info.seats[0].rank, "9 Dan");
  EXPECT_EQ(info.seats[0].rank_order, 9);
  EXPECT_EQ(info.seats[1].name, "Nakahara Makoto");
  EXPECT_EQ(info.event, "26th Osho sen");
  EXPECT_EQ(info.date.from, 19760118);
  EXPECT_EQ(info.round, "1");
  EXPECT_EQ(info.result.winner, Winner::second);
  EXPECT_EQ(info.result_raw, "0-1");
  EXPECT_EQ(info.properties, (decltype(info.properties){{"Moves", "6"}}));
}

TEST(Psn, TagsEndAtTheirQuoteAndEscapeAsPgnDoes) {
  const GameInfo info = parsed(
                            "[Sente \"A \\\"x\\\" \\\\ B\"]\n[Gote \"O'Neil [jr]\"]\n"
                            "[Event \"not closed]\n[Round \"a\\\"]\n1.P7f\n")
                            .info;
  EXPECT_EQ(info.seats[0].name, "A \"x\" \\ B");
  EXPECT_EQ(info.seats[1].name, "O'Neil [jr]");
  EXPECT_EQ(info.event, "not closed");
  EXPECT_EQ(info.round, "a\\") << "a program that does not escape";
}

TEST(Psn, ReadsMovesCommentsTimesAndVariations) {
  const ShogiGame game = parsed(kPairs);
  EXPECT_EQ(game.start_comment, "A remark\n[not a tag]");
  EXPECT_EQ(tree_of(game),
            (std::vector<std::string>{"-1 77-76FU * &", "0 33-34FU * &", "1 88-22KA+ *good &",
                                      "2 31-22GI * &", "3 -45KA 9s * &", "4 61-52KI * &",
                                      "5 投了 *Resigns &", "2 82-22HI * &", "7 -45KA * &"}));
  EXPECT_EQ(faults_of(game), "");
}

TEST(Psn, TheThreeSpellingsMeanTheSame) {
  const std::string after = last_of("1.P7f P3d 2.Bx2b+ xS 3.B*4e");
  EXPECT_EQ(after, "lnsgkg1nl/1r5s1/pppppp1pp/6p2/5B3/2P6/PP1PPPPPP/7R1/LNSGKGSNL w b 6");
  EXPECT_EQ(last_of("P7g-7f P3c-3d B8hx2b+ S3ax2b B'4e"), after);
  EXPECT_EQ(last_of("1.P7f \t2.P3d \t3.Bx2b+ \t4.Sx \t5.B4e"), after);
  EXPECT_EQ(last_of("P-7f P-3d Bx2b+ S3x Bb4e B*4e").substr(0, 9), after.substr(0, 9));
}

TEST(Psn, APartOfTheOriginTellsPiecesApart) {
  EXPECT_EQ(last_of("1.G45h"), last_of("1.G4i-5h"));
  EXPECT_EQ(last_of("1.G65h"), last_of("1.G6i-5h"));
  EXPECT_EQ(last_of("1.Gi5h P3d 2.P7f").substr(0, 4), "lnsg");
  EXPECT_EQ(faults_of(parsed("1.G5h")),
            "impossible_move at 2: G5h: more than one 金 can go there\n");
  EXPECT_EQ(faults_of(parsed("1.G35h")), "impossible_move at 2: G35h: no such piece\n");
}

TEST(Psn, ACaptureWithoutSquareTakesWhatMovedElseTheOnlyPiece) {
  EXPECT_EQ(last_of("1.P7f P3d 2.P6f Bx6f"), last_of("1.P7f P3d 2.P6f B2bx6f"));
  EXPECT_EQ(last_of("1.P7f P3d 2.P1f xB"), last_of("1.P7f P3d 2.P1f B2bx8h"));
  EXPECT_EQ(last_of("1.P7f P3d 2.P1f xB+"), last_of("1.P7f P3d 2.P1f B2bx8h+"));
}

TEST(Psn, WhatStandsAfterTheMovesSaysWhoWon) {
  EXPECT_EQ(parsed("1.P7f {1-0}").info.result.winner, Winner::first);
  EXPECT_EQ(parsed("[Result \" \"]\n1.P7f {Resigns}").info.result.winner, Winner::first);
  EXPECT_EQ(parsed("[Result \"Jishogi\"]\n1.P7f").info.result.by, WinBy::impasse);
  EXPECT_EQ(parsed("[Result \"?\"]\n1.P7f").info.result.winner, Winner::unknown);
  EXPECT_TRUE(parsed("[Result \"0-1\"]\n1.P7f {Resigns}").info.result_disputed);
}

TEST(Psn, SaysWhatIsWrongAndWhere) {
  EXPECT_EQ(faults_of(parsed("1.P7f mate P3z {open")),
            "stray_text at 6: mate\nbad_syntax at 11: P3z\n"
            "bad_syntax at 15: the comment is not closed\n");
  EXPECT_EQ(faults_of(parsed("1.P7f ) (P3d")),
            "bad_syntax at 6: no variation is open\nbad_syntax at 8: the variation is not closed\n"
            "impossible_move at 9: P3d: no 歩 in hand\n");
  ShogiGame game;
  EXPECT_TRUE(parse_psn("nothing here", {}, game));
}

TEST(Psn, SaysWhereInTheBytesOfShiftJis) {
  // 大山 and 中原, which take three bytes a character in UTF-8.
  const std::string tags = "[Sente \"\x91\xE5\x8E\x52\"]\n[Gote \"\x92\x86\x8C\xB4\"]\n";
  const std::string text = tags + "1.P7f {\x96\xCA} mate\nP3d P3z";
  const ShogiGame game = parsed(text);
  EXPECT_EQ(game.info.charset, "Shift_JIS");
  EXPECT_EQ(game.info.seats[0].name, "大山");
  const auto place_of = [&](std::string_view part) { return std::to_string(text.find(part)); };
  EXPECT_EQ(faults_of(game), "stray_text at " + place_of("mate") + ": mate\nbad_syntax at " +
                                 place_of("P3z") + ": P3z\n");
  ASSERT_EQ(game.nodes.size(), 3U);
  EXPECT_EQ(game.nodes[1].offset_bytes, text.find("P3d"));
}

/// The same in chunks of every size.
Cut cut_text(const std::string& text) {
  const auto cut_in = [&](std::size_t chunk_bytes) {
    CollectingSink sink;
    const auto splitter = make_splitter(Format::psn);
    for (std::size_t at = 0; at < text.size(); at += chunk_bytes) {
      splitter->feed(std::string_view(text).substr(at, chunk_bytes), sink);
    }
    splitter->finish(sink);
    return sink.cut;
  };
  const Cut whole = cut_in(text.size() + 1);
  EXPECT_EQ(coverage_fault(whole, text), "");
  for (std::size_t n = 1; n < text.size(); ++n) {
    EXPECT_EQ(cut_in(n), whole) << "chunks of " << n << " bytes";
  }
  return whole;
}

TEST(Psn, AGameEndsBeforeTheTagsOfTheNext) {
  const std::string first =
      "[Sente \"a\"]\n{ remark\n[Gote \"in it\"]\n}\n[Gote \"b\"]\n\n1.P7f P3d\n{end}";
  const std::string second = "[Date \"1993\"]\r\n[Black \"c\"]\r\n\r\n1.P7f \t2.P3d\r\n{1-0}";
  EXPECT_EQ(texts_of(cut_text("\n" + first + "\n\n" + second + "\r\n")),
            (std::vector{first, second}));
}

TEST(Psn, AGameWithoutMovesEndsWhereItsFirstTagStandsAgain) {
  const std::string empty = "[Sente \"a\"]\n[Gote \"b\"]";
  const std::string next = "[Sente \"c\"]\n[Gote \"d\"]\n\n1.P7f";
  EXPECT_EQ(texts_of(cut_text(empty + "\n\n" + next)), (std::vector{empty, next}));
  const std::string apart = "[Sente \"a\"]\n\n[Gote \"b\"]\n[Sente \"a\"]\n1.P7f";
  EXPECT_EQ(texts_of(cut_text(apart)), std::vector{apart}) << "no empty line before it";
}

TEST(Psn, IsRecognisedByTagsAndMoves) {
  const auto format_of = [](std::string_view head) { return detect_format(head, "file"); };
  EXPECT_EQ(format_of(kPairs), Format::psn);
  EXPECT_EQ(format_of("[Date \"1993/07/09\"]\r\n[White \"b\"]\r\n1.P7f \t2.P8d"), Format::psn);
  EXPECT_EQ(format_of("[Event \"chess\"]\n[White \"b\"]\n\n1. e4 e5 2. Nf3"), std::nullopt);
  EXPECT_EQ(format_of("[Event \"chess\"]\n\n1.Nf3 d5"), std::nullopt);
}

TEST(Psn, BecomesKif) {
  std::string kif;
  ASSERT_FALSE(room_of(Format::psn)
                   .make_converter(Format::kif, {})
                   ->write(kPairs, TextForm::bytes, Charset::utf8, kif));
  ShogiGame game;
  ASSERT_FALSE(parse_kif(kif, {}, game));
  EXPECT_EQ(game.info.seats[0].name, "Oyama Yasuharu");
  EXPECT_EQ(game.info.event, "26th Osho sen");
  EXPECT_EQ(game.info.date.from, 19760118);
  EXPECT_EQ(positions_of(game), positions_of(parsed(kPairs)));
  EXPECT_EQ(game.info.result.winner, Winner::second);
}

}  // namespace
}  // namespace ludex

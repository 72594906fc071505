#include "formats/usi/usi.hpp"

#include "formats/cgp/cgp_splitter.hpp"
#include "formats/collected_records.hpp"
#include "formats/format_room.hpp"
#include "formats/shogi/shogi_positions.hpp"

#include <gtest/gtest.h>

#include <string>
#include <string_view>

namespace ludex {
namespace {

constexpr std::string_view kEvenBoard = "lnsgkgsnl/1r5b1/ppppppppp/9/9/9/PPPPPPPPP/1B5R1/LNSGKGSNL";

ShogiGame parsed(std::string_view text) {
  ShogiGame game;
  const auto reject = parse_usi(text, {}, game);
  EXPECT_FALSE(reject) << text << ": " << reject->message;
  return game;
}

std::string reject_of(std::string_view text) {
  ShogiGame game;
  const auto reject = parse_usi(text, {}, game);
  return reject ? std::to_string(reject->offset_bytes) + ": " + reject->message : "read";
}

std::string last_of(std::string_view text) { return positions_of(parsed(text)).back(); }

std::string usi_of(std::string_view text) {
  std::string written;
  EXPECT_FALSE(
      room_of(Format::usi).make_writer({})->write(text, TextForm::bytes, Charset::utf8, written));
  return written;
}

TEST(Usi, ReadsGamesInAllItsSpellings) {
  for (const std::string& text : {
           std::string("position startpos moves 7g7f 3c3d 8h2b+ 3a2b B*5e"),
           std::string("startpos moves 7g7f 3c3d 8h2b+ 3a2b B*5e"),
           std::string("moves 7g7f 3c3d 8h2b+ 3a2b B*5e"),
           "position sfen " + std::string(kEvenBoard) + " b - 1 moves 7g7f 3c3d 8h2b+ 3a2b B*5e",
           std::string(kEvenBoard) + " b - moves 7g7f  3c3d 8h2b+ 3a2b B*5e",
       }) {
    EXPECT_EQ(last_of(text), "lnsgkg1nl/1r5s1/pppppp1pp/6p2/4B4/2P6/PP1PPPPPP/7R1/LNSGKGSNL w b 6")
        << text;
    EXPECT_EQ(faults_of(parsed(text)), "") << text;
  }
}

TEST(Usi, WritesADeclaredWin) {
  EXPECT_EQ(usi_of("startpos moves 7g7f win"), "position startpos moves 7g7f win\n");
  EXPECT_EQ(usi_of("startpos moves resign"), "position startpos moves resign\n");
}

TEST(Usi, ReadsPositions) {
  const ShogiGame game = parsed("8k/9/8P/9/9/9/9/9/9 b 2r17p 7");
  EXPECT_EQ(positions_of(game).front(), "8k/9/8P/9/9/9/9/9/9 b 2r17p 1");
  EXPECT_EQ(game.first_number, 7u);
  EXPECT_EQ(game.info.kind, GameKind::problem);
  EXPECT_EQ(parsed(std::string("sfen ") + std::string(kEvenBoard) + " b -").handicap, "平手");
  EXPECT_EQ(parsed("1nsgkgsn1/9/ppppppppp/9/9/9/PPPPPPPPP/1B5R1/LNSGKGSNL w - 1").info.handicap, 4);
}

TEST(Usi, AResignationEndsTheGame) {
  const ShogiGame game = parsed("position startpos moves 7g7f 3c3d resign");
  EXPECT_EQ(game.info.result.winner, Winner::second);
  EXPECT_EQ(game.info.result.by, WinBy::resign);
  EXPECT_EQ(game.info.result_raw, "resign");
  EXPECT_EQ(parsed("startpos moves 7g7f").info.result.winner, Winner::unknown);
}

TEST(Usi, ReadsUsenWithItsVariationsAndItsEnd) {
  EXPECT_EQ(last_of("~0.7ku2jm6y236e5t24be9qc"),
            "lnsgkgsnl/1r5b1/p1pppp1pp/6p2/1p5P1/2P6/PP1PPPP1P/1BG4R1/LNS1KGSNL w - 8");
  const ShogiGame handicap = parsed(
      "1nsgkgsn1_9_ppppppppp_9_9_9_PPPPPPPPP_1B5R1_LNSGKGSNL.w.-"
      "~0.09k7ku0e46y22jm5t21a49co0n89h80rw.r");
  EXPECT_EQ(handicap.info.handicap, 4);
  EXPECT_EQ(handicap.nodes.size(), 12u);
  EXPECT_EQ(handicap.info.result.winner, Winner::second);
  const ShogiGame varied = parsed("https://a.site/?usen=~0.7ku2jm6y2.p~1.36e.r&x=1");
  ASSERT_EQ(varied.nodes.size(), 6u);
  EXPECT_EQ(varied.nodes[4].parent, 0);
  EXPECT_EQ(varied.nodes[3].end_word, "中断");
  EXPECT_EQ(faults_of(varied), "");
}

TEST(Usi, SaysWhatIsWrongAndWhere) {
  EXPECT_EQ(reject_of("position sfen 9/9 b - 1"), "14: `9/9` is no board");
  EXPECT_EQ(reject_of("lnsgkgsnl/1r5b1/ppppppppp/9/9/9/PPPPPPPP/1B5R1/LNSGKGSNL b - 1"),
            "0: rank 7 is 8 squares wide, expected 9");
  EXPECT_EQ(reject_of("8k/9/9/9/9/9/9/9/9 b 19p 1"),
            "0: the hands hold more of a kind than there are");
  EXPECT_EQ(reject_of("startpos go infinite"), "9: `go` where moves are expected");
  EXPECT_EQ(faults_of(parsed("startpos moves 7g7f nonsense 2g2f")), "bad_syntax at 20: nonsense\n");
  EXPECT_EQ(faults_of(parsed("startpos moves 7g7f 3c3d 7g7f")),
            "impossible_move at 25: 7g-7f: no piece there\n");
}

TEST(Usi, GivesALineForAGame) {
  EXPECT_EQ(usi_of("startpos moves 7g7f 3c3d 8h2b+ 3a2b B*5e resign"),
            "position startpos moves 7g7f 3c3d 8h2b+ 3a2b B*5e resign\n");
  EXPECT_EQ(usi_of("8k/9/8P/9/9/9/9/9/9 b 2r17p 7"),
            "position sfen 8k/9/8P/9/9/9/9/9/9 b 2r17p 7\n");
  EXPECT_EQ(usi_of("startpos"), "position startpos\n");
}

TEST(Usi, FindsTheSameLinesForEveryChunkSize) {
  const std::string text =
      "\xEF\xBB\xBF# a remark\nstartpos moves 7g7f\r\n\n~0.7ku\nposition startpos";
  const auto cut_in = [&](std::size_t chunk_bytes) {
    return cut_with(CgpSplitter(0, 1 << 20, Format::usi), chunk_bytes, text);
  };
  const Cut whole = cut_in(text.size() + 1);
  EXPECT_EQ(texts_of(whole),
            (std::vector<std::string>{"startpos moves 7g7f", "~0.7ku", "position startpos"}));
  EXPECT_EQ(coverage_fault(whole, text), "");
  for (std::size_t n = 1; n < text.size(); ++n) {
    EXPECT_EQ(cut_in(n), whole) << "chunks of " << n << " bytes";
  }
}

TEST(Usi, IsRecognisedByItsFirstLine) {
  const auto format_of = [](std::string_view head) { return detect_format(head, "file"); };
  EXPECT_EQ(format_of("# lines\nposition startpos moves 7g7f\n"), Format::usi);
  EXPECT_EQ(format_of("startpos moves 7g7f\n"), Format::usi);
  EXPECT_EQ(format_of(std::string(kEvenBoard) + " b - 1\n"), Format::usi);
  EXPECT_EQ(format_of("~0.7ku2jm\n"), Format::usi);
  EXPECT_EQ(format_of("position of the stones\n"), std::nullopt);
  EXPECT_EQ(detect_format("", "openings.sfen.gz"), Format::usi);
}

}  // namespace
}  // namespace ludex

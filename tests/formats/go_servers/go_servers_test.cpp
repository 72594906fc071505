// GIB, NGF and UGF: what a record says, and what is wrong with it.

#include "formats/collected_records.hpp"
#include "formats/format_room.hpp"
#include "formats/record_reader.hpp"
#include "formats/sgf_translation.hpp"

#include <gtest/gtest.h>

#include <string>
#include <string_view>
#include <vector>

namespace ludex {
namespace {

constexpr std::string_view kGib =
    "\\HS\n\\[GIBOKIND=Global\\]\n\\[GAMERESULT=white wins by resignation\\]\n"
    "\\[GAMENAME=Rank\\]\n\\[GAMEDATE=2012- 7-15-19-30-47\\]\n\\[GAMEPLACE=a server\\]\n"
    "\\[GAMEGONGJE=65\\]\n\\[GAMEWHITENAME=wei (13K)\\]\n\\[GAMEBLACKNAME=hei (2D)\\]\n"
    "\\[GAMEINFOMAIN=GTIME:1200-30-3,GRLT:4,ZIPSU:0,LINE:19\\]\n\\HE\n\\GS\n2 1 0\n4 0 &4\n"
    "INI 0 1 0 &4\nSTO 0 2 1 15 3\nSTO 0 3 2 3 15\nSKI 0 4\n\\GE\n"
    "\\RS\n\\[REFSUSUN=2\\]\n\\[REFEXPLAIN=a corner\\]\nSTO 0 2 1 15 3\n\\RE\n";

constexpr std::string_view kNgf =
    "Rated game\n19\nLee      7D*\nA. Kim  9DP\na.site\n2\n0\n0\n20170316 [09:51]\n5\n"
    "White loses on time\n2\nPMABWQRRQ\nPMACBEEEE\n";

constexpr std::string_view kNgfWithGi =
    "GIA title\nGIWei 1d\nGIHei 5d\nGI\nGI\nGI2006-9-5\nGI19\nGI0\nGI0\nGI6\nGI2\nPMABBREER\n";

constexpr std::string_view kUgf =
    "[Header]\nVer=UGF3,200\nLang=SJIS\nCrypt=0,PLAIN_UGF_FILE,READ_WRITE\nTitle=2019,A match,\n"
    "Place=there\nDate=2019/03/08,22:09:00,2019/03/09,07:16:59\nRule=JPN\nSize=19\nHdcp=0,-5.50\n"
    "Winner=B,7.50\nWriter=a program\nCoordinateType=IGS\nPlayerB=Hei,7d,,mail\nPlayerW=Wei,2k?,,\n"
    "[Data]\nQP,B1,1,0\nDP,W1,2,0\nYA,B1,3,0\n[ReviewNode]\nNODE,1,0,0,0\nNODE,2,1,17,16\n"
    "  VARIATION,\n    NODE,5,2,3,3\n    NODE,6,1,4,4\n  VARIATIONEND,\nNODE,3,2,4,16\n"
    "NODE,4,1,20,20\n[ReviewComment]\n.Comment,3\nWei [ 2k?]: hello\n.Comment,6\nwhat if\n";

std::unique_ptr<RecordReader> reader_of(Format format, std::string_view text) {
  auto reader = make_record_reader(format);
  EXPECT_FALSE(reader->read({.text = text}));
  return reader;
}

std::vector<std::string> messages(const std::vector<Problem>& problems) {
  std::vector<std::string> texts;
  for (const Problem& problem : problems) {
    texts.push_back(std::string(problem_name(problem.kind)) + " at " +
                    std::to_string(problem.offset_bytes) + ": " + problem.message);
  }
  return texts;
}

/// A record as SGF, which writing again does not change.
std::string sgf_of(Format format, std::string_view text) {
  std::string sgf, again;
  EXPECT_FALSE(room_of(format)
                   .make_converter(Format::sgf, {})
                   ->write(text, TextForm::bytes, Charset::utf8, sgf));
  EXPECT_FALSE(
      room_of(Format::sgf).make_writer({})->write(sgf, TextForm::bytes, Charset::utf8, again));
  EXPECT_EQ(again, sgf);
  return sgf;
}

std::vector<std::string> losses_of(Format format, std::string_view text) {
  std::string sgf;
  const auto writer = room_of(format).make_converter(Format::sgf, {});
  EXPECT_FALSE(writer->write(text, TextForm::bytes, Charset::utf8, sgf));
  std::vector<std::string> losses;
  for (const WriterLoss& loss : writer->losses()) {
    losses.push_back(std::to_string(loss.count) + " " + std::string(loss.noun) + " " + loss.what);
  }
  return losses;
}

std::uint32_t moves_of(RecordReader& reader) {
  ReplayScript script;
  reader.compile(0, script, nullptr);
  EXPECT_TRUE(script.problems.empty());
  return script.moves;
}

TEST(Gib, SaysWhoPlayedAndHowItEnded) {
  const auto reader = reader_of(Format::gib, kGib);
  const GameInfo& info = reader->info(0);
  EXPECT_EQ(info.seats[0].name, "hei");
  EXPECT_EQ(info.seats[0].rank, "2D");
  EXPECT_EQ(info.seats[0].rank_order, 2);
  EXPECT_EQ(info.seats[1].name, "wei");
  EXPECT_EQ(info.seats[1].rank_order, -13);
  EXPECT_EQ(info.event, "Rank");
  EXPECT_EQ(info.place, "a server");
  EXPECT_EQ(info.date_raw, "2012- 7-15-19-30-47");
  EXPECT_EQ(info.date.from, 20120715);
  EXPECT_EQ(info.result_raw, "white wins by resignation");
  EXPECT_EQ(to_text(info.result), "W+R");
  EXPECT_EQ(info.komi, 6.5);
  EXPECT_EQ(info.time_limit_seconds, 1200);
  EXPECT_EQ(info.overtime, "3x30 byo-yomi");
  EXPECT_TRUE(messages(reader->text_problems()).empty());
  EXPECT_EQ(moves_of(*reader), 3U);
}

TEST(Gib, KeepsARemarkWithItsMoveAndNotItsDiagram) {
  const auto comments = reader_of(Format::gib, kGib)->comments(0);
  ASSERT_EQ(comments.size(), 1U);
  EXPECT_EQ(comments[0].ply, 2U);
  EXPECT_EQ(comments[0].comment, "a corner");
}

TEST(Gib, PutsHandicapStonesWhereTheServerDoes) {
  const std::string sgf =
      sgf_of(Format::gib, "\\HS\n\\HE\n\\GS\nINI 0 1 3 &4\nSTO 0 2 2 2 2\n\\GE\n");
  EXPECT_NE(sgf.find("HA[3]AB[pd][dp][dd]"), sgf.npos) << sgf;
  EXPECT_NE(sgf.find(";W[cc])"), sgf.npos) << sgf;
}

TEST(Gib, SaysWhichLinesItCannotRead) {
  const auto reader =
      reader_of(Format::gib, "\\HS\n\\[GAMENAME=x\n\\HE\n\\GS\nSTO 0 2 9 1 1\nSTO 0 3 1 1 1\n");
  EXPECT_EQ(messages(reader->text_problems()),
            (std::vector<std::string>{"bad_syntax at 4: a field without its \\]",
                                      "bad_syntax at 25: a move that cannot be read",
                                      "unclosed_record at 53: no \\GE"}));
}

TEST(Gib, ReadsKoreanWhereTheBytesAreKorean) {
  const auto reader = reader_of(
      Format::gib, "\\HS\n\\[GIBOKIND=Korea\\]\n\\[GAMEBLACKNAME=\xB1\xE8 (1\xB1\xDE)\\]\n\\HE\n");
  EXPECT_EQ(reader->info(0).seats[0].name, "김");
  EXPECT_EQ(reader->info(0).seats[0].rank_order, -1);
  EXPECT_EQ(reader->info(0).charset, "EUC-KR");
}

TEST(Gib, KeepsItsOwnFieldsByTheirNamesInSgf) {
  const std::string gib =
      "\\HS\n\\[GAMECONDITION=a]b\\]\n\\[GAMETAG=W30,B3\\]\n\\[GAMETAG=Z\\]\n\\[WUSERINFO=id\\]\n"
      "\\[AB=aa\\]\n\\[Nick2=x\\]\n\\HE\n\\GS\nINI 0 1 0 &4\nSTO 0 2 1 15 3\n\\GE\n";
  const std::string sgf = sgf_of(Format::gib, gib);
  EXPECT_EQ(sgf,
            "(;FF[4]CA[UTF-8]GM[1]SZ[19]GAMECONDITION[a\\]b]GAMETAG[W30,B3][Z]WUSERINFO[id]"
            ";B[pd])\n");
  EXPECT_EQ(losses_of(Format::gib, gib),
            std::vector<std::string>{"2 field left out that SGF has no place for"});
  const auto reader = reader_of(Format::sgf, sgf);
  using Pair = std::pair<std::string, std::string>;
  EXPECT_EQ(reader->info(0).properties, (std::vector<Pair>{{"FF", "4"},
                                                           {"GAMECONDITION", "a]b"},
                                                           {"GAMETAG", "W30,B3"},
                                                           {"GAMETAG", "Z"},
                                                           {"WUSERINFO", "id"}}));
}

TEST(Ngf, ReadsTheTwelveLines) {
  const auto reader = reader_of(Format::ngf, kNgf);
  const GameInfo& info = reader->info(0);
  EXPECT_EQ(info.seats[0].name, "A. Kim");
  EXPECT_EQ(info.seats[0].rank, "9DP");
  EXPECT_EQ(info.seats[0].rank_order, 109);
  EXPECT_EQ(info.seats[1].name, "Lee");
  EXPECT_EQ(info.seats[1].rank_order, 7);
  EXPECT_EQ(info.handicap, 2);
  EXPECT_EQ(info.komi, 0);
  EXPECT_EQ(info.date.from, 20170316);
  EXPECT_EQ(to_text(info.result), "B+T");
  EXPECT_EQ(moves_of(*reader), 2U);
  EXPECT_NE(sgf_of(Format::ngf, kNgf).find("AB[pd][dp]\n;W[pq];B[dd])"), std::string::npos);
}

TEST(Ngf, ReadsTheOtherDialect) {
  const auto reader = reader_of(Format::ngf, kNgfWithGi);
  const GameInfo& info = reader->info(0);
  EXPECT_EQ(info.seats[0].name, "Hei");
  EXPECT_EQ(info.seats[1].name, "Wei");
  EXPECT_EQ(info.event, "A title");
  EXPECT_EQ(info.komi, 6.5);
  EXPECT_EQ(info.date.from, 20060905);
}

TEST(Ugf, KeepsVariationsAndComments) {
  EXPECT_EQ(sgf_of(Format::ugf, kUgf),
            "(;FF[4]CA[UTF-8]GM[1]SZ[19]AP[a program]PB[Hei]BR[7d]PW[Wei]WR[2k]EV[A match]"
            "PC[there]RU[JPN]DT[2019-03-08]RE[B+7.5]KM[-5.5]\n;B[qd](;W[dd]C[Wei [ 2k?\\]: hello]"
            ";B[])(;W[cq];B[dp]C[what if]))\n");
  const auto reader = reader_of(Format::ugf, kUgf);
  EXPECT_EQ(moves_of(*reader), 3U);
  EXPECT_TRUE(messages(reader->text_problems()).empty());
}

TEST(Ugf, HasAnEventWhereNoYearIsAndACopyright) {
  const std::string ugf =
      "[Header]\nVer=UGF3,200\nTitle=Meijin final,,\nSize=19\nPtime=N;3600;0;0\nCopyright=C Inc.\n"
      "[Data]\nQP,B1,1,0\n";
  EXPECT_EQ(sgf_of(Format::ugf, ugf),
            "(;FF[4]CA[UTF-8]GM[1]SZ[19]EV[Meijin final]CP[C Inc.];B[qp])\n");
  EXPECT_EQ(losses_of(Format::ugf, ugf),
            std::vector<std::string>{"1 field left out that SGF has no place for"});
  const auto reader = reader_of(Format::ugf, ugf);
  EXPECT_EQ(reader->info(0).event, "Meijin final");
  using Pair = std::pair<std::string, std::string>;
  EXPECT_EQ(reader->info(0).properties, (std::vector<Pair>{{"Ver", "UGF3,200"},
                                                           {"Title", "Meijin final,,"},
                                                           {"Ptime", "N;3600;0;0"},
                                                           {"Copyright", "C Inc."}}));
}

TEST(Ugf, SeveralCopyrightsAreOneProperty) {
  EXPECT_EQ(
      sgf_of(Format::ugf, "[Header]\nSize=19\nCopyright=one\nCopyright=two\n[Data]\nQP,B1,1,0\n"),
      "(;FF[4]CA[UTF-8]GM[1]SZ[19]CP[one\ntwo];B[qp])\n");
}

TEST(Ugf, ACommentBelongsToTheFirstOfSeveralNodesWithItsNumber) {
  const std::string sgf = sgf_of(
      Format::ugf,
      "[Header]\nSize=19\n[Data]\nQP,B1,1,0\nDP,W1,2,0\n[ReviewNode]\nNODE,2,1,17,16\n"
      "VARIATION\nNODE,3,2,3,3\nVARIATIONEND\nNODE,3,2,4,16\n[ReviewComment]\n.Comment,3\nhello\n");
  EXPECT_EQ(sgf, "(;FF[4]CA[UTF-8]GM[1]SZ[19];B[qp](;W[dp]C[hello])(;W[cc]))\n");
}

TEST(Ugf, RefusesAnEncryptedRecord) {
  const auto reader = make_record_reader(Format::ugf);
  const auto reject = reader->read({.text = "[Header]\nVer=UGF3,200\nCrypt=1,SECRET\n"});
  ASSERT_TRUE(reject);
  EXPECT_EQ(reject->message, "the record is encrypted");
}

TEST(Ngf, HasRemarksUpToTheEndOfALine) {
  const std::string game = std::string(kNgfWithGi) + "GI1\nIDB[2] well played[EndTxt]\n";
  const auto splitter = make_splitter(Format::ngf);
  CollectingSink sink;
  splitter->feed(game + std::string(kNgf), sink);
  splitter->finish(sink);
  ASSERT_EQ(sink.cut.records.size(), 2U);
  const auto reader = reader_of(Format::ngf, sink.cut.records[0].text);
  const auto& properties = reader->info(0).properties;
  ASSERT_FALSE(properties.empty());
  EXPECT_EQ(properties.back(),
            std::pair(std::string("remarks"), std::string("IDB[2] well played")));
  EXPECT_NE(sgf_of(Format::ngf, sink.cut.records[0].text).find("GC[IDB[2\\] well played]\n;"),
            std::string::npos);
  EXPECT_TRUE(messages(reader->text_problems()).empty());
}

TEST(GoServers, AreKnownByContent) {
  EXPECT_EQ(detect_format(kGib, ""), Format::gib);
  EXPECT_EQ(detect_format(kNgf, ""), Format::ngf);
  EXPECT_EQ(detect_format(kNgfWithGi, ""), Format::ngf);
  EXPECT_EQ(detect_format(kUgf, ""), Format::ugf);
}

TEST(GoServers, AreCutAlikeInChunksOfEverySize) {
  for (const auto& [format, one] :
       {std::pair(Format::gib, kGib), std::pair(Format::ngf, kNgf), std::pair(Format::ugf, kUgf)}) {
    const std::string text = std::string(one) + std::string(one);
    const auto cut = [&text, own = format](std::size_t bytes) {
      const auto splitter = make_splitter(own);
      CollectingSink sink;
      for (std::size_t at = 0; at < text.size(); at += bytes) {
        splitter->feed(std::string_view(text).substr(at, bytes), sink);
      }
      splitter->finish(sink);
      return sink.cut;
    };
    const Cut whole = cut(text.size());
    ASSERT_EQ(whole.records.size(), 2U) << format_name(format);
    EXPECT_EQ(whole.records[0].text, one.substr(0, one.size() - 1));
    EXPECT_EQ(whole.records[1].text, one.substr(0, one.size() - 1));
    for (std::size_t bytes = 1; bytes < 40; ++bytes) EXPECT_EQ(cut(bytes), whole) << bytes;
  }
}

TEST(GoServers, NeverCrashOnARecordCutShort) {
  for (const auto& [format, text] :
       {std::pair(Format::gib, kGib), std::pair(Format::ngf, kNgf), std::pair(Format::ugf, kUgf)}) {
    for (std::size_t bytes = 0; bytes < text.size(); ++bytes) {
      const auto reader = make_record_reader(format);
      if (reader->read({.text = text.substr(0, bytes)})) continue;
      ReplayScript script;
      reader->compile(0, script, nullptr);
    }
  }
}

}  // namespace
}  // namespace ludex

#include "formats/record_reader.hpp"

#include <fmt/format.h>
#include <gtest/gtest.h>

#include <memory>
#include <string>
#include <string_view>
#include <vector>

namespace ludex {
namespace {

std::unique_ptr<RecordReader> read(Format format, std::string_view record,
                                   TextForm form = TextForm::bytes) {
  auto reader = make_record_reader(format);
  EXPECT_FALSE(reader->read({record, form}).has_value());
  return reader;
}

std::string ply_text(const std::optional<std::uint32_t>& ply) {
  return ply ? std::to_string(*ply) : "-";
}

/// "node/ply name: comment" each.
std::vector<std::string> comments_of(Format format, std::string_view record,
                                     TextForm form = TextForm::bytes) {
  std::vector<std::string> lines;
  for (const NodeComment& found : read(format, record, form)->comments(0)) {
    lines.push_back(
        fmt::format("{}/{} {}: {}", found.node, ply_text(found.ply), found.name, found.comment));
  }
  return lines;
}

/// "node/ply IDENT left,top-right,bottom >to text" each.
std::string mark_line(const NodeMark& mark) {
  std::string line = fmt::format("{}/{} {}", mark.node, ply_text(mark.ply), mark.ident);
  if (mark.points) {
    const auto& [left, top, right, bottom] = *mark.points;
    line += fmt::format(" {},{}", left, top);
    if (left != right || top != bottom) line += fmt::format("-{},{}", right, bottom);
  }
  if (mark.to_point) line += fmt::format(" >{}", *mark.to_point);
  return mark.text.empty() ? line : line + ' ' + mark.text;
}

std::vector<std::string> lines_of(const std::vector<NodeMark>& marks) {
  std::vector<std::string> lines;
  for (const NodeMark& mark : marks) lines.push_back(mark_line(mark));
  return lines;
}

std::vector<std::string> marks_of(Format format, std::string_view record) {
  return lines_of(read(format, record)->marks(0));
}

std::vector<std::string> marks_at(std::string_view record, std::uint32_t ply) {
  return lines_of(read(Format::sgf, record)->marks_at(0, ply));
}

using Lines = std::vector<std::string>;

TEST(NodeComments, OfSgfStandAtEveryNode) {
  EXPECT_EQ(comments_of(Format::sgf,
                        "(;GM[1]FF[4]SZ[9]C[before]N[start];AB[cc]C[setup];C[empty];B[ee]C[played]"
                        "(;W[ec]N[main];W[resign]C[gives up])(;C[why not]N[beside];W[gc]C[here]))"),
            (Lines{"0/0 start: before", "1/1 : setup", "2/1 : empty", "3/2 : played",
                   "4/3 main: ", "5/3 : gives up", "6/2 beside: why not", "7/4 : here"}));
}

TEST(NodeComments, OfGamesThatAreNotReplayedHaveNoPly) {
  EXPECT_EQ(comments_of(Format::sgf, "(;GM[3]C[chess];B[e4]C[the best])"),
            (Lines{"0/- : chess", "1/- : the best"}));
}

TEST(NodeComments, OfAPropertyWithSeveralValuesAreJoined) {
  EXPECT_EQ(comments_of(Format::sgf, "(;GM[1]SZ[9]C[one][two]N[a][b])"),
            (Lines{"0/0 a b: one\ntwo"}));
}

TEST(NodeComments, AreReadInTheCharsetOfTheRecord) {
  EXPECT_EQ(comments_of(Format::sgf, "(;GM[1]SZ[9]CA[Shift_JIS]C[\x95\x5C\x8E\xA6])",
                        TextForm::pair_aware),
            (Lines{"0/0 : 表示"}));
}

TEST(NodeComments, OfCsaStandBeforeTheFirstMoveAtMovesAndAfterTheEnd) {
  EXPECT_EQ(
      comments_of(Format::csa, "V2.2\nPI\n'opening\n+\n+7776FU\n'good\n-3334FU\n%TORYO\n'a pity\n"),
      (Lines{"0/0 : opening", "1/1 : good", "3/2 : a pity"}));
}

TEST(NodeComments, OfMovesThatWereTakenBackStandAtTheirVariation) {
  EXPECT_EQ(comments_of(Format::csa,
                        "PI\n+\n+7776FU\n'one\n-3334FU\n'taken back\n%MATTA\n'oh\n-8384FU\n"
                        "'better\n%TORYO\n"),
            (Lines{"1/1 : one", "2/3 : taken back", "3/1 : oh", "4/2 : better"}));
}

TEST(NodeMarks, OfEveryTakeBackAreItsTimeWhateverFollowsIt) {
  EXPECT_EQ(marks_of(Format::csa, "PI\n+\n+7776FU\nT7\n-3334FU\n%MATTA\nT1\n%MATTA\nT2\n+2726FU\n"),
            (Lines{"1/2 T 7", "3/0 T 1", "4/0 T 2"}));
  EXPECT_EQ(marks_of(Format::csa, "PI\n+\n+7776FU\nT7\n%MATTA\nT1\n%TORYO\nT2\n"),
            (Lines{"1/1 T 7", "2/1 T 1", "3/1 T 2"}));
}

TEST(NodeComments, OfMovesAfterAnImpossibleOneHaveNoPly) {
  EXPECT_EQ(comments_of(Format::csa, "PI\n+\n+7776FU\n-5555FU\n'no piece\n+2726FU\n'later\n"),
            (Lines{"2/- : no piece", "3/- : later"}));
}

TEST(NodeComments, OfGcgAreItsNotes) {
  EXPECT_EQ(comments_of(Format::gcg,
                        "#player1 a Ann\n#player2 b Bob\n#note before\n>a: CASA 8G CASA +12 12\n"
                        "#note he said\n>b: LLO - +0 0\n#note nothing\n"),
            (Lines{"0/0 : before", "1/1 : he said", "2/2 : nothing"}));
}

TEST(NodeMarks, OfSgfNamePointsRectanglesEndsAndLabels) {
  EXPECT_EQ(marks_of(Format::sgf,
                     "(;GM[1]FF[4]SZ[9]VW[aa:ie];B[ee]TR[cc][dd:ed]LB[ab:1][bb:a\\:b]AR[aa:bb]"
                     "LN[cc:ii]TB[]DD[])"),
            (Lines{"0/0 VW 0,0-8,4", "1/1 TR 2,2", "1/1 TR 3,3-4,3", "1/1 LB 0,1 1",
                   "1/1 LB 1,1 a:b", "1/1 AR 0,0 >10", "1/1 LN 2,2 >80", "1/1 TB", "1/1 DD"}));
}

TEST(NodeMarks, OfKierulfsTextAreMarkupAndWhatComputersSay) {
  EXPECT_EQ(marks_of(Format::sgf,
                     "(;GM[1]SZ[9]VW[aa][ii];B[ee]EL[12]EX[gc]SL[aa]M[bb]L[cc][dd][ee]FG[]V[-3]"
                     "SC[hh]RG[ff][gg]TB[ab]TW[ac]CH[2])"),
            (Lines{"0/0 VW 0,0", "0/0 VW 8,8", "1/1 EL 12", "1/1 EX 6,2", "1/1 SL 0,0", "1/1 M 1,1",
                   "1/1 L 2,2 A", "1/1 L 3,3 B", "1/1 L 4,4 C", "1/1 FG", "1/1 V -3", "1/1 SC 7,7",
                   "1/1 RG 5,5", "1/1 RG 6,6", "1/1 TB 0,1", "1/1 TW 0,2", "1/1 CH 2"}));
}

TEST(NodeMarks, OfLongNamesHaveTheShortOnes) {
  EXPECT_EQ(marks_of(Format::sgf, "(;GaMe[1]SiZe[9];Black[ee]MArk[aa]LaBel[bb:x])"),
            (Lines{"1/1 MA 0,0", "1/1 LB 1,1 x"}));
}

TEST(NodeMarks, ArePointsAsTheGameWritesThem) {
  EXPECT_EQ(marks_of(Format::sgf, "(;GM[11]SZ[11];B[c2]LB[b3:x]TR[A1:B2])"),
            (Lines{"1/1 LB 1,2 x", "1/1 TR 0,0-1,1"}));
  EXPECT_EQ(marks_of(Format::sgf, "(;GM[21]SZ[24];W[g7]AR[a1:L12]MA[x24])"),
            (Lines{"1/1 AR 0,0 >275", "1/1 MA 23,23"}));
}

TEST(NodeMarks, ThatNameNoPointAreKeptAsWritten) {
  EXPECT_EQ(marks_of(Format::sgf, "(;GM[1]SZ[9]TR[zz]LB[tt:a]EX[]MA[])"),
            (Lines{"0/0 TR zz", "0/0 LB tt:a", "0/0 EX", "0/0 MA"}));
  EXPECT_EQ(marks_of(Format::sgf, "(;GM[3]LB[e4:x])"), (Lines{"0/- LB e4:x"}));
}

TEST(NodeMarks, HoldTheClocksOfNodesWithoutAMove) {
  EXPECT_EQ(marks_of(Format::sgf, "(;GM[1]SZ[9];B[ee]BL[9.5]OB[3];BL[0]WL[17])"),
            (Lines{"1/1 BL 9.5", "1/1 OB 3", "2/1 BL 0", "2/1 WL 17"}));
}

TEST(NodeMarks, OfCsaAreTimesAlsoThatOfTheEndMark) {
  EXPECT_EQ(marks_of(Format::csa, "PI\n+\n+7776FU\nT12\n-3334FU\nT6\n%TORYO\nT3\n"),
            (Lines{"1/1 T 12", "2/2 T 6", "3/2 T 3"}));
}

TEST(MarksAtAPosition, AreThoseOfItsNodesUpToTheNextMove) {
  const std::string record =
      "(;GM[1]FF[4]SZ[9]TR[aa];MA[bb];B[ee]CR[cc];SQ[dd](;W[ec]SL[ff])(;LB[gg:x];W[gc]TR[hh]))";
  EXPECT_EQ(marks_at(record, 0), (Lines{"0/0 TR 0,0", "1/0 MA 1,1"}));
  EXPECT_EQ(marks_at(record, 1), (Lines{"2/1 CR 2,2", "3/1 SQ 3,3"}));
  EXPECT_EQ(marks_at(record, 2), (Lines{"4/2 SL 5,5"}));
  EXPECT_EQ(marks_at(record, 3), (Lines{"6/3 TR 7,7"}));
  EXPECT_EQ(marks_at(record, 4), Lines{});
}

TEST(MarksAtAPosition, InheritViewAndDimmedPointsUntilTheyAreReplaced) {
  const std::string record =
      "(;GM[1]FF[4]SZ[9]VW[aa:ee]DD[aa];B[ee];W[ec]VW[aa][bb];B[aa](;W[gg]VW[]DD[];B[hh])(;W[hh]))";
  EXPECT_EQ(marks_at(record, 1), (Lines{"0/0 DD 0,0", "0/0 VW 0,0-4,4"}));
  EXPECT_EQ(marks_at(record, 2), (Lines{"0/0 DD 0,0", "2/2 VW 0,0", "2/2 VW 1,1"}));
  EXPECT_EQ(marks_at(record, 3), (Lines{"0/0 DD 0,0", "2/2 VW 0,0", "2/2 VW 1,1"}));
  EXPECT_EQ(marks_at(record, 5), (Lines{"4/4 DD", "4/4 VW"}));
  EXPECT_EQ(marks_at(record, 6), (Lines{"0/0 DD 0,0", "2/2 VW 0,0", "2/2 VW 1,1"}));
}

TEST(MarksAtAPosition, ViewIsTwoCornersBeforeTheFourthVersion) {
  EXPECT_EQ(marks_at("(;GM[1]SZ[9]VW[ee][ba])", 0), (Lines{"0/0 VW 1,0-4,4"}));
  EXPECT_EQ(marks_at("(;GM[1]FF[3]SZ[9]VW[aa][bb][cc])", 0),
            (Lines{"0/0 VW 0,0", "0/0 VW 1,1", "0/0 VW 2,2"}));
}

}  // namespace
}  // namespace ludex

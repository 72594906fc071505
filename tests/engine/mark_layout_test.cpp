#include "engine/boards/mark_layout.hpp"
#include "formats/position_text.hpp"
#include "formats/record_reader.hpp"
#include "games/api/game_rules.hpp"

#include <fmt/format.h>
#include <gtest/gtest.h>

#include <string>
#include <string_view>
#include <vector>

namespace ludex {
namespace {

/// A record's position and its marks.
struct Moment {
  Position position;
  std::vector<NodeMark> marks;

  [[nodiscard]] MarkLayout laid_out(bool ascii, bool whole = false) const {
    return lay_out_marks(position, marks, ascii, whole);
  }
  [[nodiscard]] std::string drawn(bool ascii = true, bool whole = false) const {
    return draw(position, laid_out(ascii, whole).diagram);
  }
  /// "TR 2: D4 E5" each.
  [[nodiscard]] std::string listed() const {
    std::string text;
    for (const ListedMarks& list : laid_out(true).listed) {
      text += fmt::format("{} {}:", list.ident, list.count);
      for (const NodeMark& mark : list.marks) {
        if (mark.points) {
          const int point = mark.points->top * position.size.width + mark.points->left;
          text +=
              ' ' +
              find_rules(position.game)->diagram_point(static_cast<Point>(point), position.size);
        }
        if (!mark.text.empty()) text += '=' + mark.text;
      }
      text += '\n';
    }
    return text;
  }
};

Moment moment_of(std::string_view record, std::uint32_t ply) {
  const auto reader = make_record_reader(Format::sgf);
  EXPECT_FALSE(reader->read({record}).has_value());
  ReplayScript script;
  reader->compile(0, script, nullptr);
  const GameInfo& info = reader->info(0);
  auto position = find_rules(info.game)->find_position(script.ops, info.size, ply);
  EXPECT_TRUE(position.has_value());
  return {std::move(*position), reader->marks_at(0, ply)};
}

TEST(DiagramMarks, StandOnEmptyPointsAndBeforeStones) {
  const Moment moment = moment_of(
      "(;GM[1]FF[4]SZ[5]AB[bb][cc]AW[dd];B[aa]TR[bb][ea]SQ[dd]CR[aa]LB[ce:a][cc:1]MA[ae])", 1);
  EXPECT_EQ(moment.drawn(),
            "    A B C D E\n"
            " 5 @X). . . ^ 5\n"
            " 4  .^X . . . 4\n"
            " 3  . .1X . . 3\n"
            " 2  . . .#O . 2\n"
            " 1  % . a . . 1\n"
            "    A B C D E\n");
  EXPECT_EQ(moment.drawn(false),
            "    A B C D E\n"
            " 5 ◎●)┬─┬─┬─△ 5\n"
            " 4  ├△●─┼─┼─┤ 4\n"
            " 3  ├─┼1●─┼─┤ 3\n"
            " 2  ├─┼─┼□○─┤ 2\n"
            " 1  ×─┴─a─┴─┘ 1\n"
            "    A B C D E\n");
  EXPECT_EQ(moment.listed(), "");
}

TEST(DiagramMarks, ALineOfPointsIsWiderWhereALabelAsksForIt) {
  const Moment moment = moment_of("(;GM[1]FF[4]SZ[3]AB[bb]LB[bb:12][ca:10][ac:abcde])", 0);
  EXPECT_EQ(moment.drawn(),
            "     A  B  C\n"
            " 3   .  . 10 3\n"
            " 2   .12X  . 2\n"
            " 1   *  .  . 1\n"
            "     A  B  C\n");
  EXPECT_EQ(moment.listed(), "LB 1: A1=abcde\n");
}

TEST(DiagramMarks, OnLargeBoardsStayWithinATerminal) {
  const Moment moment = moment_of("(;GM[1]FF[4]SZ[19]AB[dd]LB[dd:123][pp:12])", 0);
  const std::string drawn = moment.drawn();
  for (std::size_t begin = 0, end = 0; begin < drawn.size(); begin = end + 1) {
    end = drawn.find('\n', begin);
    EXPECT_LE(end - begin, 80U);
  }
  EXPECT_EQ(moment.listed(), "LB 1: D16=123\n");
}

TEST(DiagramMarks, LabelsComeBeforeSignsAndThoseBeforeTerritory) {
  const Moment moment = moment_of("(;GM[1]FF[4]SZ[3]TB[aa:ba]TR[ba][ca]LB[ca:z])", 0);
  EXPECT_EQ(moment.drawn(),
            "    A B C\n"
            " 3  : ^ z 3\n"
            " 2  . . . 2\n"
            " 1  . . . 1\n"
            "    A B C\n");
  EXPECT_EQ(moment.listed(), "TR 1: C3\nTB 1: B3\n");
}

TEST(DiagramMarks, ThatLookLikeStonesOrLikeNothingAreListed) {
  EXPECT_EQ(moment_of("(;GM[1]FF[4]SZ[3]LB[aa:X][ba:\033][ca:.])", 0).listed(),
            "LB 3: A3=X B3 C3=.\n");
}

TEST(DiagramMarks, ArrowsAndLinesShowTheirEndsAndAreListed) {
  const Moment moment = moment_of("(;GM[1]FF[4]SZ[3]AR[ac:ca]LN[aa:bb])", 0);
  EXPECT_EQ(moment.drawn(false),
            "    A B C\n"
            " 3  ═─┬─↗ 3\n"
            " 2  ├─═─┤ 2\n"
            " 1  └─┴─┘ 1\n"
            "    A B C\n");
  EXPECT_EQ(moment.listed(), "AR 1: A1\nLN 1: A3\n");
}

TEST(DiagramMarks, ExpectedMovesAreDrawnAndValuesListed) {
  const Moment moment = moment_of("(;GM[1]SZ[3];B[bb]EX[aa]EL[12]FG[])", 1);
  EXPECT_EQ(moment.drawn(),
            "    A B C\n"
            " 3  ? . . 3\n"
            " 2  .(X). 2\n"
            " 1  . . . 1\n"
            "    A B C\n");
  EXPECT_EQ(moment.listed(), "EL 1:=12\nFG 1:\n");
}

TEST(DiagramMarks, OnlyThePartThatVwNamesIsShown) {
  const Moment moment = moment_of("(;GM[1]FF[4]SZ[9]AB[gb]VW[fa:ic])", 0);
  EXPECT_EQ(moment.drawn(false),
            "    F G H J\n"
            " 9 ─┬─┬─┬─┐ 9\n"
            " 8 ─┼─●─┼─┤ 8\n"
            " 7 ─┼─╋─┼─┤ 7\n"
            "    F G H J\n");
  EXPECT_EQ(moment.drawn(true, true).size(), draw(moment.position, true).size());
}

TEST(DiagramMarks, PointsInsideThePartThatVwLeavesOutAreBlank) {
  EXPECT_EQ(moment_of("(;GM[1]FF[4]SZ[5]VW[aa:ba][ab][cb])", 0).drawn(),
            "    A B C\n"
            " 5  . .   5\n"
            " 4  .   . 4\n"
            "    A B C\n");
}

TEST(DiagramMarks, AnEmptyVwShowsTheWholeBoard) {
  const Moment moment = moment_of("(;GM[1]FF[4]SZ[5]VW[aa:bb];B[cc]VW[])", 1);
  EXPECT_EQ(moment.drawn(), draw(moment.position, true));
}

TEST(DiagramMarks, OfHexTwixtAndOthello) {
  EXPECT_EQ(moment_of("(;GM[11]FF[4]SZ[4];B[c2]TR[c2][a1]VW[a1:c3])", 1).drawn(),
            " a b c\n"
            "1 ^ . . 1\n"
            " 2 . .^X)2\n"
            "  3 . . . 3\n"
            "     a b c\n");
  EXPECT_EQ(moment_of("(;GM[21]FF[4]SZ[6];W[c3]LB[d4:12]MA[c3]VW[b2:d4])", 1).drawn(),
            "    B   C   D\n"
            " 2  .   .   .\n"
            "\n"
            " 3  .  %O)  .\n"
            "\n"
            " 4  .   .   12\n");
  EXPECT_EQ(moment_of("(;GM[2]FF[4]SZ[4];B[b1]SQ[b1]LB[a1:12]VW[a1:c2])", 1).drawn(),
            "     a   b   c\n"
            "   +---+---+---+\n"
            " 1 |12 |#X)|   | 1\n"
            "   +---+---+---+\n"
            " 2 |   | X | X | 2\n"
            "   +---+---+---+\n"
            "     a   b   c\n");
}

}  // namespace
}  // namespace ludex

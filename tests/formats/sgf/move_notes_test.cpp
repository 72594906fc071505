#include "formats/record_reader.hpp"

#include <gtest/gtest.h>

#include <string_view>
#include <vector>

namespace ludex {
namespace {

std::vector<MoveNote> notes_of(Format format, std::string_view record,
                               TextForm form = TextForm::bytes) {
  const auto reader = make_record_reader(format);
  if (reader->read({record, form})) return {};
  return reader->notes(0);
}

TEST(MoveNotes, OfSgfAreClocksNamesCommentsValuesAndAnnotations) {
  const auto notes = notes_of(Format::sgf,
                              "(;GM[1]FF[4]SZ[9]C[before the game];B[ee]BL[1790.5]"
                              ";W[ec]WL[1700]TE[2]UC[1]N[the reply]V[-3.5]C[good \\] move])");
  ASSERT_EQ(notes.size(), 2U);
  EXPECT_EQ(notes[0].ply, 1U);
  EXPECT_EQ(notes[0].seconds_left, 1790.5);
  EXPECT_EQ(notes[0].comment, "");
  EXPECT_EQ(notes[1].ply, 2U);
  EXPECT_EQ(notes[1].seconds_left, 1700);
  EXPECT_EQ(notes[1].annotations, "TE[2] UC[1]");
  EXPECT_EQ(notes[1].name, "the reply");
  EXPECT_EQ(notes[1].value, -3.5);
  EXPECT_EQ(notes[1].comment, "good ] move");
}

TEST(MoveNotes, CheckMarksAreAnnotationsAndLongNamesBecomeShort) {
  const auto notes = notes_of(
      Format::sgf, "(;GaMe[1]SiZe[9];Black[ee]CHeck[2]GoodBlack[1];White[ec]SIgma[1]TEsuji[])");
  ASSERT_EQ(notes.size(), 2U);
  EXPECT_EQ(notes[0].annotations, "CH[2] GB[1]");
  EXPECT_EQ(notes[1].annotations, "SI[1] TE");
}

TEST(MoveNotes, TheMoversClockCountsWhereANodeHasBoth) {
  const auto notes = notes_of(Format::sgf, "(;GM[1]SZ[9];B[ee]BL[10]WL[20];W[ec]BL[9]WL[19])");
  ASSERT_EQ(notes.size(), 2U);
  EXPECT_EQ(notes[0].seconds_left, 10);
  EXPECT_EQ(notes[1].seconds_left, 19);
}

TEST(MoveNotes, NodesWithoutAMoveAndVariationsHaveNone) {
  const auto notes =
      notes_of(Format::sgf, "(;GM[1]SZ[9];B[ee];C[a word](;W[ec]C[played])(;W[gc]C[not played]))");
  ASSERT_EQ(notes.size(), 1U);
  EXPECT_EQ(notes[0].ply, 2U);
  EXPECT_EQ(notes[0].comment, "played");
}

TEST(MoveNotes, AreReadInTheCharsetOfTheRecord) {
  const auto notes = notes_of(Format::sgf, "(;GM[1]SZ[9]CA[Shift_JIS];B[ee]C[\x95\x5C\x8E\xA6])",
                              TextForm::pair_aware);  // the second byte looks like a backslash
  ASSERT_EQ(notes.size(), 1U);
  EXPECT_EQ(notes[0].comment, "表示");
}

TEST(MoveNotes, OfCsaAreTheTimeSpentAndWhatAnEngineSays) {
  const auto notes = notes_of(Format::csa,
                              "V2.2\nPI\n+\n+7776FU\nT12\n'** 85 -3334FU\n-3334FU\n'a remark\n"
                              "+2726FU\n%TORYO\n");
  ASSERT_EQ(notes.size(), 2U);
  EXPECT_EQ(notes[0].ply, 1U);
  EXPECT_EQ(notes[0].seconds_spent, 12);
  EXPECT_EQ(notes[0].value, 85);
  EXPECT_EQ(notes[0].comment, "** 85 -3334FU");
  EXPECT_EQ(notes[1].ply, 2U);
  EXPECT_FALSE(notes[1].value.has_value());
  EXPECT_EQ(notes[1].comment, "a remark");
}

}  // namespace
}  // namespace ludex

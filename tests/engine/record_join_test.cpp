#include "engine/export/record_export.hpp"

#include "ludex/error.hpp"

#include <gtest/gtest.h>

#include <optional>
#include <string>

namespace ludex {
namespace {

const std::string kSeparator = "\x1E\n";
const std::string kPlayers = "#player1 a Ann\n#player2 b Bob\n";

std::optional<std::string> gap(Format format, const std::string& first, const std::string& second) {
  return record_gap(format, {first}, {second});
}

TEST(RecordGap, IsNothingWhereTheNextRecordIsFoundAnyway) {
  EXPECT_EQ(gap(Format::sgf, "(;B[aa])\n", "(;B[bb])\n"), "");
  EXPECT_EQ(gap(Format::sgf, "(;B[aa]\n", "(;GM[1];B[bb])\n"), "");
  EXPECT_EQ(gap(Format::gcg, kPlayers + ">a: A - +0 0\n", kPlayers), "");
}

TEST(RecordGap, IsASeparatorAfterWhatWouldSwallowTheNextRecord) {
  EXPECT_EQ(gap(Format::sgf, "(;B[aa]\n", "(;B[bb])\n"), kSeparator);
  EXPECT_EQ(gap(Format::sgf, "(;C[never closed\n", "(;GM[1])\n"), kSeparator);
  EXPECT_EQ(gap(Format::sgf, "(;C[\xE1\n", "(;B[bb])\n"), kSeparator);
  EXPECT_EQ(gap(Format::gcg, kPlayers, ">b: X - +0 0\n"), kSeparator);
  EXPECT_EQ(gap(Format::gcg, kPlayers + ">a: A - +0 0\n", "#description two\n"), kSeparator);
}

TEST(RecordGap, IsASeparatorAfterWhatWouldLoseItsEnd) {
  const std::string open = "(;]SZ[]([\n";
  EXPECT_EQ(gap(Format::sgf, open, open), kSeparator);
}

TEST(RecordGap, IsTheLineOfASlashBetweenGamesOfCsa) {
  EXPECT_EQ(gap(Format::csa, "PI\n+\n", "PI\n-\n"), "/\n");
}

TEST(RecordGap, BringsBigEndianTreesToAnEvenPlace) {
  const std::string tree = in_form("(;B[aa])\n", TextForm::utf16be);
  EXPECT_EQ(record_gap(Format::sgf, {"(;)\n"}, {tree, TextForm::utf16be}), "\n");
  EXPECT_EQ(record_gap(Format::sgf, {tree, TextForm::utf16be}, {tree, TextForm::utf16be}), "");
}

TEST(RecordStream, BytesThatLookLikeAMarkOfUtf16DoNotBeginIt) {
  ExportFile file;
  append_to_stream(Format::csa, {"\xFF\xFE+\nPI\n+\n"}, false, file);
  EXPECT_EQ(file.text, "\n\xFF\xFE+\nPI\n+\n");
}

TEST(RecordGap, IsNoneWhereNothingPartsTheRecords) {
  const std::string open = in_form("(;B[aa]\n", TextForm::utf16le);
  EXPECT_EQ(record_gap(Format::sgf, {open, TextForm::utf16le}, {"(;B[aa])\n"}), std::nullopt);
  ExportFile file;
  append_to_stream(Format::sgf, {open, TextForm::utf16le}, true, file);
  file.begun = true;
  EXPECT_THROW(append_to_stream(Format::sgf, {"(;B[aa])\n"}, false, file), Error);
}

TEST(RecordGap, ThatIsMissingIsNamedInReadableText) {
  for (const TextForm form : {TextForm::utf16le, TextForm::utf16be}) {
    ExportFile file;
    const std::string open = in_form("(;B[aa]\tC[b]\n", form);
    append_to_stream(Format::sgf, {open, form}, true, file);
    file.begun = true;
    try {
      append_to_stream(Format::sgf, {"(;B[cc])\n"}, false, file);
      FAIL() << "the records were joined";
    } catch (const Error& error) {
      EXPECT_EQ(std::string(error.what()),
                "in one file, a reader could not tell where one record ends and the next begins: "
                "(;B[aa] C[b] ... "
                "and (;B[cc]) ...; convert them with `format`, or write each to its own file with "
                "`split` 1");
    }
  }
}

}  // namespace
}  // namespace ludex

#include "cli/row_writer.hpp"

#include "ludex/row_text.hpp"

#include "ludex/error.hpp"

#include <gtest/gtest.h>

#include <limits>

namespace ludex::cli {
namespace {

const std::vector<Column> kColumns = {{"id", true}, {"black"}, {"komi", true}};

std::string csv_line(std::span<const Cell> cells) {
  std::string line;
  append_csv(cells, line);
  return line;
}

std::string tsv_line(std::span<const Cell> cells) {
  std::string line;
  append_tsv(cells, line);
  return line;
}

TEST(RowWriter, QuotesCsvFieldsAsRfc4180Says) {
  const std::vector<Cell> row = {std::int64_t{7}, std::string("Cho \"Chikun\", 9p"),
                                 std::string("a\nb")};
  EXPECT_EQ(csv_line(row), "7,\"Cho \"\"Chikun\"\", 9p\",\"a\nb\"");
}

TEST(RowWriter, LeavesPlainCsvFieldsBare) {
  const std::vector<Cell> row = {std::int64_t{-7}, std::string("本因坊 秀策; x"), 6.5};
  EXPECT_EQ(csv_line(row), "-7,本因坊 秀策; x,6.5");
}

TEST(RowWriter, EscapesWhatWouldEndATsvFieldOrLine) {
  const std::vector<Cell> row = {std::string("a\tb"), std::string("c\nd\re"), std::string("f\\g")};
  EXPECT_EQ(tsv_line(row), "a\\tb\tc\\nd\\re\tf\\\\g");
}

TEST(RowWriter, LeavesNullEmptyInCsvAndTsv) {
  const std::vector<Cell> row = {std::monostate{}, std::int64_t{1}, std::monostate{}};
  EXPECT_EQ(csv_line(row), ",1,");
  EXPECT_EQ(tsv_line(row), "\t1\t");
}

TEST(RowWriter, WritesOneJsonObjectALine) {
  const std::vector<Cell> row = {std::int64_t{17}, std::string("quote \" tab \t \\ 趙"),
                                 std::monostate{}};
  EXPECT_EQ(json_line(kColumns, row), R"({"id":17,"black":"quote \" tab \t \\ 趙","komi":null})");
}

TEST(RowWriter, WritesNumbersInTheFewestDigitsThatGiveThemBack) {
  EXPECT_EQ(cell_text(6.5), "6.5");
  EXPECT_EQ(cell_text(7.0), "7");
  EXPECT_EQ(cell_text(0.1), "0.1");
  EXPECT_EQ(cell_text(std::int64_t{9'007'199'254'740'993}), "9007199254740993");
}

TEST(RowWriter, WritesInfinityAsAJsonNumberBeyondAllDoubles) {
  const double infinity = std::numeric_limits<double>::infinity();
  const std::vector<Cell> row = {infinity, -infinity, 6.5};
  EXPECT_EQ(json_line(kColumns, row), R"({"id":1e999,"black":-1e999,"komi":6.5})");
}

TEST(RowWriter, ReplacesBytesThatAreNotUtf8InJson) {
  EXPECT_EQ(json_string("a\xFFz"), "\"a\uFFFDz\"");
}

TEST(RowWriter, KnowsItsFormatsByName) {
  EXPECT_EQ(parse_row_format("tsv"), RowFormat::tsv);
  EXPECT_THROW((void)parse_row_format("xml"), UsageError);
}

}  // namespace
}  // namespace ludex::cli

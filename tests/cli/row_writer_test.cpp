#include "cli/row_writer.hpp"

#include "ludex/row_text.hpp"

#include "ludex/error.hpp"

#include <fmt/format.h>
#include <gtest/gtest.h>

#include <cmath>
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

TEST(RowWriter, QuotesCsvFieldsWhereverTheMarkIs) {
  for (std::size_t size = 1; size <= 50; ++size) {
    for (std::size_t place = 0; place < size; ++place) {
      for (const char mark : {',', '"', '\r', '\n', ';', '\t', '\xE6'}) {
        std::string text(size, 'x');
        text[place] = mark;
        std::string expected = text;
        if (mark == '"') expected.insert(place, 1, '"');
        if (std::string_view(",\"\r\n").find(mark) != std::string_view::npos) {
          expected = '"' + expected + '"';
        }
        EXPECT_EQ(csv_line(std::vector<Cell>{text, text}), expected + ',' + expected);
      }
    }
  }
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

TEST(RowWriter, WritesNumbersAsFmtDoes) {
  std::vector<double> numbers = {0.0, -0.0, 0.29, 1.005, 1e9, 9'999'999.99, 1e7, 1e16, 1e-7, 1e300};
  for (int i = -100'000; i <= 100'000; i += 7) {
    numbers.push_back(i / 100.0);
    numbers.push_back(i / 1000.0);
    numbers.push_back(i * 123.01);
  }
  for (const double number : numbers) {
    for (const double near : {number, std::nextafter(number, 1e9)}) {
      EXPECT_EQ(cell_text(near), fmt::format("{}", near));
      EXPECT_EQ(csv_line(std::vector<Cell>{near}), fmt::format("{}", near));
    }
  }
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

TEST(RowWriter, FindsItsFormatsByName) {
  EXPECT_EQ(parse_row_format("tsv"), RowFormat::tsv);
  EXPECT_THROW((void)parse_row_format("xml"), UsageError);
}

}  // namespace
}  // namespace ludex::cli

#include "cli/csv_reader.hpp"
#include "cli/row_writer.hpp"
#include "ludex/error.hpp"
#include "ludex/row_text.hpp"

#include <gtest/gtest.h>

#include <random>

namespace ludex::cli {
namespace {

using Fields = std::vector<std::string>;

std::string refusal_of(std::string_view text) {
  try {
    (void)read_csv(text);
  } catch (const UsageError& error) {
    return error.what();
  }
  return "";
}

TEST(CsvReader, ReadsQuotedFieldsAndBothLineEnds) {
  EXPECT_EQ(read_csv("\xEF\xBB\xBFperson,name\r\n\"a, b\",\"say \"\"x\"\"\"\n\nlast,"),
            (std::vector<CsvLine>{{1, Fields{"person", "name"}},
                                  {2, Fields{"a, b", "say \"x\""}},
                                  {4, Fields{"last", ""}}}));
}

TEST(CsvReader, CountsTheLinesInsideQuotes) {
  EXPECT_EQ(read_csv("\"one\ntwo\",a\nb,c\n"),
            (std::vector<CsvLine>{{1, Fields{"one\ntwo", "a"}}, {3, Fields{"b", "c"}}}));
}

TEST(CsvReader, SaysWhereAQuoteIsWrong) {
  EXPECT_EQ(refusal_of("a,b\nc,\"d\n"), "line 2: a quote is not closed");
  EXPECT_EQ(refusal_of("a\"b,c\n"), "line 1: a quote inside an unquoted field");
  EXPECT_EQ(refusal_of("\"a\"b,c\n"), "line 1: a quote inside an unquoted field");
}

TEST(CsvReader, ReadsBackWhatTheWriterWrites) {
  std::mt19937 random(5);
  const std::string letters = "ab,\"\n\r ";
  for (int round = 0; round < 2000; ++round) {
    std::vector<Cell> cells;
    Fields fields;
    for (std::size_t i = 0; i < 3; ++i) {
      std::string field = i == 0 ? "x" : "";
      for (std::size_t n = random() % 6; n > 0; --n) field += letters[random() % letters.size()];
      fields.push_back(field);
      cells.emplace_back(field);
    }
    std::string line;
    append_csv(cells, line);
    const std::vector<CsvLine> lines = read_csv(line + "\r\n");
    ASSERT_EQ(lines.size(), 1u);
    EXPECT_EQ(lines[0].fields, fields);
  }
}

}  // namespace
}  // namespace ludex::cli

#include "cli/row_writer.hpp"

#include "ludex/error.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <filesystem>
#include <fstream>
#include <sstream>

namespace ludex::cli {
namespace {

using Row = std::vector<Cell>;

std::string table(std::size_t terminal_columns, const std::vector<Column>& columns,
                  const std::vector<Row>& rows) {
  const auto* test = testing::UnitTest::GetInstance()->current_test_info();
  const auto path =
      std::filesystem::path(testing::TempDir()) / (std::string(test->name()) + ".txt");
  ByteOutput output(path.string());
  TableWriter writer(columns, output, terminal_columns);
  for (const Row& row : rows) writer.write(row);
  writer.finish();
  output.close();
  std::ostringstream text;
  text << std::ifstream(path, std::ios::binary).rdbuf();
  std::filesystem::remove(path);
  return text.str();
}

const std::vector<Column> kNames = {{"id", true}, {"black"}, {"white"}};

TEST(TableWriter, AlignsColumnsByWhatATerminalShows) {
  const std::vector<Row> rows = {
      {std::int64_t{7}, std::string("本因坊秀策"), std::string("Gennan")},
      {std::int64_t{12}, std::string("Shuwa"), std::string("Ota")}};
  EXPECT_EQ(table(0, kNames, rows),
            "id  black       white\n"
            " 7  本因坊秀策  Gennan\n"
            "12  Shuwa       Ota\n");
}

TEST(TableWriter, LeavesNullBlankAndEndsNoLineWithBlanks) {
  EXPECT_EQ(table(0, kNames, {{std::int64_t{1}, std::monostate{}, std::monostate{}}}),
            "id  black  white\n"
            " 1\n");
}

TEST(TableWriter, CutsTheWidestColumnsOnANarrowTerminal) {
  const Row row = {std::int64_t{1}, std::string("The first player of the game"),
                   std::string("Ota")};
  EXPECT_EQ(table(25, kNames, {row}),
            "id  black           white\n"
            " 1  The first pla…  Ota\n"
            "");
}

TEST(TableWriter, CutsNothingWhereThereIsNoTerminal) {
  const std::string name(500, 'x');
  EXPECT_NE(table(0, kNames, {{std::int64_t{1}, name, name}}).find(name + "  " + name),
            std::string::npos);
}

TEST(TableWriter, KeepsControlCharactersFromTheTerminal) {
  EXPECT_EQ(table(0, {{"event"}}, {{std::string("a\x1B[2Jb\nc")}}), "event\na [2Jb c\n");
}

TEST(TableWriter, PrintsNothingWithoutRows) { EXPECT_EQ(table(0, kNames, {}), ""); }

TEST(TableWriter, PrintsEveryRowOfAManyTimesLongerListOnce) {
  std::vector<Row> rows;
  for (std::int64_t i = 1; i <= 1000; ++i) rows.push_back({i, std::string("b"), std::string("w")});
  const std::string text = table(0, kNames, rows);
  EXPECT_EQ(std::ranges::count(text, '\n'), 1001);
  EXPECT_NE(text.find("\n1000  b      w\n"), std::string::npos);
}

TEST(FittedWidths, CutsTheWidestFirst) {
  EXPECT_EQ(fitted_widths({3, 30, 10}, 35), (std::vector<std::size_t>{3, 18, 10}));
}

TEST(FittedWidths, LeavesNarrowColumnsReadable) {
  EXPECT_EQ(fitted_widths({3, 30, 30}, 10), (std::vector<std::size_t>{3, 8, 8}));
}

TEST(FittedWidths, KeepsWhatIsWantedWithoutALimit) {
  EXPECT_EQ(fitted_widths({100, 200}, 0), (std::vector<std::size_t>{100, 200}));
}

}  // namespace
}  // namespace ludex::cli

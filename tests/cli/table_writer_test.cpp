#include "cli/table_writer.hpp"

#include "ludex/error.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <filesystem>
#include <fstream>
#include <sstream>

namespace ludex::cli {
namespace {

using Row = std::vector<Cell>;

template <class Writer>
std::string printed(const std::vector<Column>& columns, const std::vector<Row>& rows,
                    TableStyle style) {
  const auto* test = testing::UnitTest::GetInstance()->current_test_info();
  const auto path =
      std::filesystem::path(testing::TempDir()) / (std::string(test->name()) + ".txt");
  ByteOutput output(path.string());
  Writer writer(columns, output, style);
  for (const Row& row : rows) writer.write(row);
  writer.finish();
  output.close();
  std::ostringstream text;
  text << std::ifstream(path, std::ios::binary).rdbuf();
  std::filesystem::remove(path);
  return text.str();
}

std::string table(std::size_t terminal_columns, const std::vector<Column>& columns,
                  const std::vector<Row>& rows) {
  return printed<TableWriter>(columns, rows, {.columns = terminal_columns});
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
            " 1  The first pla…  Ota\n");
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

TEST(TableWriter, DropsColumnsWhereNamesWouldBecomeTooShort) {
  const Row row = {std::int64_t{1}, std::string("The first player of the game"),
                   std::string("The second player of the game")};
  EXPECT_EQ(table(27, kNames, {row}),
            "id  black\n"
            " 1  The first player of th…\n");
}

TEST(TableWriter, CutsNoNumberNoDateAndNoId) {
  const std::vector<Column> columns = {{"id", true}, {"date"}, {"event"}, {"record_hash"}};
  const Row row = {std::int64_t{123'456'789}, std::string("1846-09-11,14,15"),
                   std::string("Castle Game in Edo"), std::string("92c0ee20a03a5d0f")};
  for (std::size_t width = 29; width < 80; ++width) {
    const std::string text = table(width, columns, {row});
    EXPECT_NE(text.find("123456789"), std::string::npos) << width;
    EXPECT_NE(text.find("1846-09-11,14,15"), std::string::npos) << width;
    if (text.find("record_hash") != std::string::npos) {
      EXPECT_NE(text.find("92c0ee20a03a5d0f\n"), std::string::npos) << width;
    }
  }
}

TEST(TableWriter, MakesRoomForALongerNumberInALaterRow) {
  std::vector<Row> rows;
  for (std::int64_t i = 1; i <= 300; ++i) rows.push_back({i, std::string(40, 'b')});
  rows.push_back({std::int64_t{1'234'567}, std::string(40, 'b')});
  const std::string text = table(24, {{"id", true}, {"black"}}, rows);
  EXPECT_NE(text.find("\n300  bbbbbbbbbbbbbbbbbb…\n1234567  bbbbbbbbbbbbbb…\n"), std::string::npos)
      << text.substr(text.size() - 100);
}

TEST(TableWriter, PrintsTheHeaderAgainWhereALaterRowTakesAColumn) {
  std::vector<Row> rows(200, Row{std::int64_t{1}, std::string(12, 'b'), std::string("w")});
  rows.push_back({std::int64_t{1'234'567}, std::string(12, 'b'), std::string("w")});
  const std::string text = table(23, kNames, rows);
  EXPECT_NE(text.find("\n     id  black\n1234567  bbbbbbbbbbbb\n"), std::string::npos)
      << text.substr(text.size() - 100);
}

TEST(TableWriter, EmphasizesTheHeaderWhereColorsAreWanted) {
  EXPECT_EQ(printed<TableWriter>({{"id", true}}, {{std::int64_t{1}}}, {.color = true}),
            "\033[1mid\033[0m\n 1\n");
}

TEST(RecordWriter, PrintsALineForEachValueThatThereIs) {
  const std::vector<Row> rows = {
      {std::int64_t{7}, std::string("本因坊秀策"), std::monostate{}},
      {std::int64_t{12}, std::monostate{}, std::string("a name of many words")}};
  EXPECT_EQ(printed<RecordWriter>(kNames, rows, {.columns = 22}),
            "id     7\nblack  本因坊秀策\n\nid     12\nwhite  a name of many\n       words\n");
}

TEST(FitColumns, CutsTheWidestFirst) {
  const ColumnNeed columns[] = {{3}, {30}, {15}};
  EXPECT_EQ(fit_columns(columns, 40).widths, (std::vector<std::size_t>{3, 18, 15}));
}

TEST(FitColumns, KeepsWhatIsWantedWithoutALimit) {
  const ColumnNeed columns[] = {{100}, {200}};
  EXPECT_EQ(fit_columns(columns, 0).widths, (std::vector<std::size_t>{100, 200}));
}

TEST(FitColumns, DropsTheLeastImportantFirstAndOfEqualOnesTheLast) {
  const ColumnNeed columns[] = {{3, 3, 0}, {9, 9, 5}, {9, 9, 2}, {9, 9, 5}};
  EXPECT_EQ(fit_columns(columns, 30).shown, (std::vector<std::size_t>{0, 1, 2}));
  EXPECT_EQ(fit_columns(columns, 20).shown, (std::vector<std::size_t>{0, 2}));
  EXPECT_EQ(fit_columns(columns, 1).shown, (std::vector<std::size_t>{0}));
}

}  // namespace
}  // namespace ludex::cli

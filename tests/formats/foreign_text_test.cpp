#include "formats/text_splitter.hpp"

#include "formats/splitter.hpp"

#include <gtest/gtest.h>

#include <string>
#include <string_view>
#include <vector>

namespace ludex {
namespace {

TEST(ForeignText, StartsAtTheFirstLineOfAnotherFormat) {
  const auto expect = [](const std::string& text, Format own, Format format, std::size_t offset) {
    const auto found = find_foreign_text(text, own);
    ASSERT_TRUE(found) << text;
    EXPECT_EQ(found->format, format) << text;
    EXPECT_EQ(found->offset, offset) << text;
  };
  expect("\n\nV2.2\nN+a\nPI\n", Format::sgf, Format::csa, 2);
  expect("+7776FU\n(;GM[1];B[aa])\n", Format::csa, Format::sgf, 8);
  expect("PI\r\n#player1 a Ann\r\n", Format::csa, Format::gcg, 4);
  expect(">a: A 8H A +2 2\n3/3/3 AB/ 0/0 0\n", Format::gcg, Format::cgp, 16);
  expect("x\n\xEF\xBB\xBF(;GM[1])", Format::gcg, Format::sgf, 2);
}

TEST(ForeignText, IsNotWhatOnlyResemblesARecord) {
  for (const char* const text : {"", "\n\n", "+ one\n- two\n", "(; a smile\n", "(see [1])\n",
                                 "Version 2\nNo\n", "# x\n> y: z", "a/b c d e", "V2.2\n"}) {
    EXPECT_FALSE(find_foreign_text(text, Format::sgf)) << text;
  }
  EXPECT_FALSE(find_foreign_text("N+\n(;)\n'(;GM[1])\n", Format::csa));
}

struct ForeignSink final : RecordSink {
  void record(const FoundRecord&) override {}
  void oversize_piece(std::string_view, std::uint64_t, bool) override {}
  void junk(std::uint64_t, std::uint64_t) override {}
  void foreign(Format format, std::uint64_t offset, std::uint64_t length) override {
    reports.push_back(std::string(format_name(format)) + " " + std::to_string(offset) + " " +
                      std::to_string(length));
  }
  std::vector<std::string> reports;
};

using Reports = std::vector<std::string>;

/// What a splitter reports of a stream, the same in chunks of every size.
void expect_reports(Format own, std::string_view text, const Reports& reports) {
  for (std::size_t n = 1; n <= text.size(); ++n) {
    ForeignSink sink;
    const auto splitter = make_splitter(own);
    for (std::size_t at = 0; at < text.size(); at += n) splitter->feed(text.substr(at, n), sink);
    splitter->finish(sink);
    EXPECT_EQ(sink.reports, reports) << text << " in chunks of " << n;
  }
}

TEST(ForeignText, BetweenTreesIsReportedWithItsPlace) {
  expect_reports(Format::sgf, "(;GM[1])\nPI\n+\n+7776FU\n(;GM[1])\nmail\n#player1 a A\n",
                 {"csa 9 13", "gcg 36 13"});
}

TEST(ForeignText, IsReportedWhereAnUnclosedTreeSwallowsIt) {
  expect_reports(Format::sgf, "(;GM[1];B[aa]\nN+A\nPI\n+\n+7776FU\n", {"csa 14 16"});
  expect_reports(Format::sgf, "(;GM[1]C[one\n#player1 a A\n", {"gcg 13 12"});
  expect_reports(Format::sgf, "(;GM[1]\n3/1[CH]1/3 AB/ 0/0 0\n(;GM[1];B[aa])\n", {"cgp 8 20"});
}

TEST(ForeignText, IsNotInTheValuesOfAnUnclosedTree) {
  expect_reports(Format::sgf, "(;GM[1]C[as in\n+7776FU\nor \\]\n#player1 a A\n];B[aa]\n;W[bb]\n",
                 {});
}

TEST(ForeignText, IsReportedAfterAGameOfAFormatWithoutBrackets) {
  expect_reports(Format::csa, "PI\n+\n+7776FU\n(;GM[1];B[aa])\n", {"sgf 13 14"});
  expect_reports(Format::gcg, ">a: A 8H A +2 2\nPI\n+\n", {"csa 16 4"});
}

TEST(ForeignText, AmongPositionsIsReportedLineByLine) {
  expect_reports(
      Format::cgp,
      "3/1A1/3 AB/ 0/0 0\n(;GM[1]\n;B[aa])\n3/3/3 AB/ 0/0 0\n# one\nno position\n"
      "V2.2\nPI\n+\n3/3/3 AB/ 0/0 0\n#player1 a A\n>a: A 8H A +2 2\n",
      {"sgf 18 7", "sgf 26 7", "csa 68 4", "csa 73 2", "csa 76 1", "gcg 94 12", "gcg 107 15"});
}

}  // namespace
}  // namespace ludex

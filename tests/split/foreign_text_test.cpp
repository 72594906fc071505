#include "split/foreign_text.hpp"

#include "split/collected_records.hpp"

#include <gtest/gtest.h>

#include <string>
#include <utility>
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

TEST(ForeignText, BetweenTreesIsToldWithItsPlace) {
  struct Sink final : RecordSink {
    void record(const FoundRecord&) override {}
    void oversize_piece(std::string_view, std::uint64_t, bool) override {}
    void junk(std::uint64_t, std::uint64_t) override {}
    void foreign(Format format, std::uint64_t offset, std::uint64_t length) override {
      told.push_back(std::string(format_name(format)) + " " + std::to_string(offset) + " " +
                     std::to_string(length));
    }
    std::vector<std::string> told;
  };
  const std::string text = "(;GM[1])\nPI\n+\n+7776FU\n(;GM[1])\nmail\n#player1 a A\n";
  for (std::size_t n = 1; n < text.size(); ++n) {
    Sink sink;
    SgfSplitter splitter;
    for (std::size_t at = 0; at < text.size(); at += n)
      splitter.feed(std::string_view(text).substr(at, n), sink);
    splitter.finish(sink);
    EXPECT_EQ(sink.told, (std::vector<std::string>{"csa 9 13", "gcg 36 13"})) << n;
  }
}

}  // namespace
}  // namespace ludex

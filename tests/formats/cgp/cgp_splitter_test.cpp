#include "formats/cgp/cgp_splitter.hpp"

#include "formats/collected_records.hpp"

#include <gtest/gtest.h>

#include <string>
#include <string_view>
#include <vector>

namespace ludex {
namespace {

using Texts = std::vector<std::string>;

Cut cut_cgp(std::string_view text, std::size_t chunk_bytes = 1 << 20,
            std::size_t max_record_bytes = 1 << 20) {
  return cut_with(CgpSplitter(0, max_record_bytes), chunk_bytes, text);
}

Texts texts(std::string_view text) { return texts_of(cut_cgp(text)); }

TEST(CgpSplitter, ARecordIsALineWithoutItsEnd) {
  EXPECT_EQ(texts("3/3 / 0/0 0\n3/A2 / 0/0 0 lex X;\n"),
            (Texts{"3/3 / 0/0 0", "3/A2 / 0/0 0 lex X;"}));
  EXPECT_EQ(texts("a\r\nb\rc\n\rd"), (Texts{"a", "b", "c", "d"}));
}

TEST(CgpSplitter, BlankAndCommentLinesAreJunk) {
  const std::string text = "\xEF\xBB\xBF# puzzles\n\n \t \n  # more\na b\n#\nc\n \n";
  const Cut cut = cut_cgp(text);
  EXPECT_EQ(texts_of(cut), (Texts{"a b", "c"}));
  EXPECT_EQ(coverage_fault(cut, text), "");
}

TEST(CgpSplitter, ByteOrderMarksAreNoPartOfALine) {
  EXPECT_EQ(texts("\xEF\xBB\xBF"
                  "a"),
            (Texts{"a"}));
  EXPECT_EQ(texts("a\n\xEF\xBB\xBF"
                  "b"),
            (Texts{"a", "b"}));
}

TEST(CgpSplitter, ChunksMayEndAnywhere) {
  const std::string text =
      "\xEF\xBB\xBF# x\r\n3/3 / 0/0 0\r\n\r\n  3/A2 / 0/0 0 lex "
      "X;\n\xEF\xBB\xBF#y\r                  a\n\xEF\xBB\xBFlast one is rather long";
  for (const std::size_t limit : {16, 1000}) {
    const Cut whole = cut_cgp(text, text.size(), limit);
    EXPECT_EQ(coverage_fault(whole, text), "");
    for (std::size_t n = 1; n < text.size(); ++n) {
      EXPECT_EQ(cut_cgp(text, n, limit), whole) << "chunks of " << n << " bytes";
    }
  }
}

TEST(CgpSplitter, LinesOverTheLimitComeInPieces) {
  const std::string text = "#" + std::string(40, '#') + "\n" + std::string(40, 'x') + "\nab\n";
  const Cut cut = cut_cgp(text, 7, 16);
  ASSERT_EQ(cut.records.size(), 2U);
  EXPECT_TRUE(cut.records[0].oversize);
  EXPECT_EQ(cut.records[0].text, std::string(40, 'x'));
  EXPECT_EQ(cut.records[1].text, "ab");
  EXPECT_EQ(coverage_fault(cut, text), "");
}

TEST(CgpSplitter, GoesOnFromTheEndOfARecord) {
  const std::string text = "# x\na\nb\n\nc\n";
  const Cut whole = cut_cgp(text);
  for (std::size_t i = 0; i < whole.records.size(); ++i) {
    const std::size_t end = whole.records[i].offset_bytes + whole.records[i].text.size();
    const Cut rest = cut_with(CgpSplitter(end), 3, text.substr(end));
    EXPECT_EQ(rest.records, std::vector(whole.records.begin() + static_cast<std::ptrdiff_t>(i) + 1,
                                        whole.records.end()));
  }
}

TEST(CgpSplitter, HasNothingInAnEmptyStream) { EXPECT_EQ(cut_cgp(""), Cut{}); }

}  // namespace
}  // namespace ludex

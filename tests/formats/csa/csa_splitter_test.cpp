#include "formats/csa/csa_splitter.hpp"

#include "formats/collected_records.hpp"

#include <gtest/gtest.h>

#include <string>
#include <string_view>
#include <vector>

namespace ludex {
namespace {

constexpr std::size_t kMaxRecordBytes = 16 * 1024 * 1024;

Cut cut_csa(std::string_view text, std::size_t chunk_bytes = 1 << 20,
            std::size_t max_record_bytes = kMaxRecordBytes) {
  return cut_with(CsaSplitter(0, max_record_bytes), chunk_bytes, text);
}

std::vector<std::string> texts(std::string_view text) { return texts_of(cut_csa(text)); }

using Texts = std::vector<std::string>;

std::string to_utf16(std::string_view ascii, bool big_endian) {
  std::string wide = big_endian ? "\xFE\xFF" : "\xFF\xFE";
  for (const char c : ascii) {
    if (big_endian) wide += '\0';
    wide += c;
    if (!big_endian) wide += '\0';
  }
  return wide;
}

TEST(CsaSplitter, CutsGamesAtALineThatIsOnlyASlash) {
  EXPECT_EQ(texts("N+a\n+7776FU\n/\nN+b\n+2726FU\n/\n"), (Texts{"N+a\n+7776FU", "N+b\n+2726FU"}));
}

TEST(CsaSplitter, TakesTheLastGameWithoutSlashAndWithoutEndOfLine) {
  EXPECT_EQ(texts("PI\n+\n/\nPI\n-"), (Texts{"PI\n+", "PI\n-"}));
  EXPECT_EQ(texts("PI\n+\n/"), (Texts{"PI\n+"}));
  EXPECT_EQ(texts("PI\n+"), (Texts{"PI\n+"}));
}

TEST(CsaSplitter, TakesEveryLineEndingAndBlanksBesideTheSlash) {
  EXPECT_EQ(texts("PI\r\n/\r\n+\r\n/\r\n"), (Texts{"PI", "+"}));
  EXPECT_EQ(texts("PI\r/\r+\r"), (Texts{"PI", "+"}));
  EXPECT_EQ(texts("PI\n \t/ \t\n+\n/  "), (Texts{"PI", "+"}));
}

TEST(CsaSplitter, LeavesASlashInsideALineAlone) {
  const std::string game = "$START_TIME:2010/05/07\n'/\n'a / b\nN+/\n//\n/ x\nx /\n+";
  EXPECT_EQ(texts(game), (Texts{game}));
}

TEST(CsaSplitter, CountsPiecesWithoutContentAsJunk) {
  const std::string text = "/\n\n/\n'nothing but\n'comments\n/\nV2.2\n/\nPI\n+\n/\n\n \n";
  const Cut cut = cut_csa(text);
  EXPECT_EQ(texts_of(cut), (Texts{"PI\n+"}));
  EXPECT_EQ(cut.junk.size(), 2U);
  EXPECT_EQ(coverage_fault(cut, text), "");
}

TEST(CsaSplitter, TakesPositionsWithoutMoves) {
  EXPECT_EQ(texts("P-22KA\nP+99KY89KE\n+\n/\n'and\nP+00KI\n"),
            (Texts{"P-22KA\nP+99KY89KE\n+", "'and\nP+00KI"}));
}

TEST(CsaSplitter, ARecordIsTheSameWithAndWithoutTheEndOfItsLastLine) {
  for (const char* const end : {"", "\n", "\r\n", " \n\n \n", "\n/\n", "\n\n/\nPI\n-"}) {
    EXPECT_EQ(texts(std::string("PI\n+") + end).at(0), "PI\n+");
  }
}

TEST(CsaSplitter, TakesTheByteOrderMarksOfFilesPutTogetherForJunk) {
  const std::string text = "\xEF\xBB\xBFPI\n+\n/\n\xEF\xBB\xBF\nPI\n-\n/\n\xEF\xBB\xBF";
  EXPECT_EQ(texts(text), (Texts{"PI\n+", "PI\n-"}));
  EXPECT_EQ(coverage_fault(cut_csa(text), text), "");
  for (std::size_t n = 1; n < text.size(); ++n) EXPECT_EQ(cut_csa(text, n), cut_csa(text)) << n;
}

TEST(CsaSplitter, StartsARecordAtItsFirstLineThatIsNotBlank) {
  const std::string text = "\xEF\xBB\xBF\r\n \r\nV2\nPI\n";
  const Cut cut = cut_csa(text);
  ASSERT_EQ(cut.records.size(), 1U);
  EXPECT_EQ(cut.records[0].text, "V2\nPI");
  EXPECT_EQ(cut.records[0].offset_bytes, 8U);
  EXPECT_EQ(coverage_fault(cut, text), "");
}

TEST(CsaSplitter, HasNothingInAnEmptyStream) {
  EXPECT_EQ(cut_csa(""), Cut{});
  EXPECT_EQ(cut_csa("/").junk, (std::vector<std::pair<std::uint64_t, std::uint64_t>>{{0, 1}}));
}

TEST(CsaSplitter, CarriesVersionAndEncodingOfTheHeadAcrossSlashes) {
  const Cut cut = cut_csa("'CSA encoding=UTF-8\nV3.0\nN+a\n/\nN+b\n/\nV2.2\nN+c\n/\nN+d\n");
  ASSERT_EQ(cut.records.size(), 4U);
  EXPECT_EQ(cut.records[0].context, "");
  EXPECT_EQ(cut.records[1].context, "'CSA encoding=UTF-8\nV3.0\n");
  EXPECT_EQ(cut.records[2].context, "'CSA encoding=UTF-8\n");
  EXPECT_EQ(cut.records[3].context, "'CSA encoding=UTF-8\nV3.0\n");
}

TEST(CsaSplitter, CarriesAHeadThatIsAPieceOfItsOwn) {
  const Cut cut = cut_csa("V3.0\n'encoding=SHIFT_JIS\n/\nN+a\n");
  ASSERT_EQ(cut.records.size(), 1U);
  EXPECT_EQ(cut.records[0].context, "'encoding=SHIFT_JIS\nV3.0\n");
}

TEST(CsaSplitter, CarriesNothingThatStandsAfterTheHead) {
  const Cut cut = cut_csa("N+a\n/\nV2.2\nN+b\n/\nN+c\n");
  ASSERT_EQ(cut.records.size(), 3U);
  EXPECT_EQ(cut.records[2].context, "");
}

TEST(CsaSplitter, GoesOnFromTheEndOfARecordWithTheSameRecords) {
  const std::string text = "'CSA encoding=UTF-8\r\nV3.0\r\nN+a\r\n/\r\nN+b\r\n/\r\nN+c\r\n";
  const Cut whole = cut_csa(text);
  for (std::size_t i = 0; i + 1 < whole.records.size(); ++i) {
    const std::uint64_t end = whole.records[i].offset_bytes + whole.records[i].text.size();
    const Cut rest =
        cut_with(CsaSplitter(end, kMaxRecordBytes, std::string_view(text).substr(0, 40)), 5,
                 std::string_view(text).substr(end));
    EXPECT_EQ(rest.records,
              (std::vector<CutRecord>(whole.records.begin() + i + 1, whole.records.end())));
  }
}

TEST(CsaSplitter, KeepsTrailBytesOfEastAsianCharsetsTogether) {
  // Shift_JIS "ソ" is 83 5C, "ポ" 83 7C; EUC-JP has no byte below 80.
  const std::string game = "N+\x83\x5C\x83\x7C\n+";
  EXPECT_EQ(texts(game + "\n/\n" + game), (Texts{game, game}));
}

TEST(CsaSplitter, ReadsUtf16ByItsByteOrderMark) {
  for (const bool big_endian : {false, true}) {
    const std::string text = to_utf16("V3.0\nPI\n+\n /\r\n'no game\n/\nPI\n-\n", big_endian);
    const Cut cut = cut_csa(text);
    ASSERT_EQ(cut.records.size(), 2U);
    EXPECT_EQ(cut.records[0].form, big_endian ? TextForm::utf16be : TextForm::utf16le);
    EXPECT_EQ(cut.records[0].text, to_utf16("V3.0\nPI\n+", big_endian).substr(2));
    EXPECT_EQ(cut.records[1].context, "V3.0\n");
    EXPECT_EQ(coverage_fault(cut, text), "");
  }
}

TEST(CsaSplitter, GivesARecordOverTheLimitInPiecesAndGoesOn) {
  const std::string long_game = "N+long\n" + std::string(300, '+') + "\n// \n  " + "\n+\n";
  const std::string text = "PI\n+\n/\n" + long_game + "/\nPI\n-\n";
  for (const std::size_t chunk : {1U, 2U, 7U, 64U, 5000U}) {
    const Cut cut = cut_csa(text, chunk, 64);
    ASSERT_EQ(cut.records.size(), 3U) << "chunks of " << chunk;
    EXPECT_TRUE(cut.records[1].oversize);
    EXPECT_EQ(cut.records[1].text, long_game);
    EXPECT_EQ(cut.records[2].text, "PI\n-");
    EXPECT_EQ(coverage_fault(cut, text), "");
  }
}

TEST(CsaSplitter, FindsTheSameRecordsForEveryChunkSize) {
  const std::string narrow =
      "\xEF\xBB\xBF'CSA encoding=UTF-8\r\nV3.0\r\nN+a/\r\n+\r\n / \r\n\r\n/\r\n'x\r\n/\r\nN+b\r\n"
      "$START_TIME:2024/01/02\r\n/+\n\t/\t\n-\n/ /\n/\rPI\r/\r\r+";
  for (const std::string& text : {narrow, to_utf16(narrow.substr(3), false)}) {
    for (const std::size_t limit : {std::size_t{16}, std::size_t{30}, kMaxRecordBytes}) {
      const Cut whole = cut_csa(text, text.size(), limit);
      EXPECT_EQ(coverage_fault(whole, text), "");
      for (std::size_t n = 1; n < text.size(); ++n) {
        EXPECT_EQ(cut_csa(text, n, limit), whole) << "chunks of " << n << " bytes, limit " << limit;
      }
    }
  }
}

}  // namespace
}  // namespace ludex

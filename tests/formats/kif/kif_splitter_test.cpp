#include "formats/kif/kif_splitter.hpp"

#include "formats/collected_records.hpp"
#include "formats/format_room.hpp"

#include <gtest/gtest.h>

#include <string>
#include <vector>

namespace ludex {
namespace {

Cut cut_kif(std::size_t chunk_bytes, const std::string& text, const SplitOptions& options = {}) {
  return cut_with(KifSplitter(Format::kif, options, {}), chunk_bytes, text);
}

std::vector<std::string> records_of(const std::string& text) {
  return texts_of(cut_kif(text.size() + 1, text));
}

TEST(KifSplitter, AGameEndsBeforeTheHeaderOfTheNext) {
  const std::string first = "#KIF\n先手：a\n後手：b\n1 ７六歩(77)\n# a remark\n2 投了\n";
  const std::string second = "# ----\n手合割：平手\n1 ２六歩(27)\n変化：1手\n1 ７六歩(77)";
  EXPECT_EQ(records_of(first + second), (std::vector{first.substr(0, first.size() - 1), second}));
}

TEST(KifSplitter, AGameEndsBeforeTheNextFirstMove) {
  EXPECT_EQ(records_of("1 ７六歩(77)\n2 投了\n1 ２六歩(27)\n"),
            (std::vector<std::string>{"1 ７六歩(77)\n2 投了", "1 ２六歩(27)"}));
  EXPECT_EQ(records_of("▲７六歩\n\x1E\n▲２六歩\n").size(), 2u);
}

TEST(KifSplitter, HeadersOfAnyNameBelongToTheGameAfterThem) {
  const std::string first = "先手：a\n1 ７六歩(77)\n2 投了";
  const std::string second = "戦型：矢倉\n# x\n\n備考：b\nNo：3\n先手：c\n1 ２六歩(27)\n2 投了";
  const std::string text = first + "\n\n" + second + "\n";
  for (std::size_t n = 1; n <= text.size(); ++n) {
    EXPECT_EQ(texts_of(cut_kif(n, text)), (std::vector{first, second})) << "chunks of " << n;
  }
  EXPECT_EQ(records_of(first + "\n備考：b\n変化：1手\n1 ２六歩(27)\n").size(), 1u);
  const std::string of_first = first + "\n備考：b\n*備考：c";
  EXPECT_EQ(records_of(of_first + "\n" + second), (std::vector{of_first, second}));
  const std::string shift_jis =
      "\x94\xF5\x8D\x6C\x81\x46"
      "b\n\x90\xE6\x8E\xE8\x81\x46"
      "a\n1 x";
  EXPECT_EQ(records_of(shift_jis + "\n" + shift_jis), (std::vector{shift_jis, shift_jis}));
  // The bytes of め and F hold those of Shift_JIS's colon.
  const std::string no_header = first + "\n詰めFoo bar";
  const std::string cut_head = no_header + " あいうえおかきくけこさしすせそ";
  for (const std::string& before : {no_header, cut_head}) {
    for (std::size_t n = 1; n <= before.size(); ++n) {
      EXPECT_EQ(texts_of(cut_kif(n, before + "\n" + second)), (std::vector{before, second}))
          << "chunks of " << n;
    }
  }
  const std::string no_header_of_shift_jis = shift_jis + "\n\x8B\x6C\x82\xDF" + "Foo bar";
  EXPECT_EQ(records_of(no_header_of_shift_jis + "\n" + shift_jis),
            (std::vector{no_header_of_shift_jis, shift_jis}));
}

TEST(KifSplitter, ALongRunOfHeadersStaysWithTheGameBeforeIt) {
  const std::string second = "先手：b\n1 ２六歩(27)";
  for (const std::size_t bytes : {64u * 1024, 130u * 1024}) {
    std::string first = "先手：a\n1 ７六歩(77)\n2 投了";
    for (const std::size_t end = first.size() + bytes; first.size() <= end;) {
      first += "\n備考：b\n# c\n";
    }
    first += "備考：d";
    const std::string text = first + "\n" + second;
    for (const std::size_t n : {std::size_t{1}, std::size_t{4096}, text.size()}) {
      EXPECT_EQ(texts_of(cut_kif(n, text)), (std::vector{first, second})) << "chunks of " << n;
    }
  }
  const std::string ended = "先手：a\n1 ７六歩(77)\n" + std::string(70'000, '#') + "\n備考：b\n*c";
  const std::string with_head = "備考：d\n" + second;
  EXPECT_EQ(records_of(ended + "\n" + with_head), (std::vector{ended, with_head}));
}

TEST(KifSplitter, KnowsTheLinesOfShiftJis) {
  const std::string first =
      "\x90\xE6\x8E\xE8\x81\x46"
      "a\n1 \x82\x56\x98\x5A\x95\xE0(77)";
  EXPECT_EQ(records_of(first + "\n" + first), (std::vector{first, first}));
}

TEST(KifSplitter, FindsTheSameRecordsForEveryChunkSize) {
  const std::string text =
      "\xEF\xBB\xBF先手：a\n1 ７六歩(77)\n*先手：not a header\n\n# x\n後手：b\n手数----指手--\n"
      "1 ２六歩(27)\r\n変化：1手\r\n1 ７六歩(77)\r\n";
  const Cut whole = cut_kif(text.size() + 1, text);
  EXPECT_EQ(whole.records.size(), 2u);
  EXPECT_EQ(coverage_fault(whole, text), "");
  for (std::size_t n = 1; n < text.size(); ++n) {
    EXPECT_EQ(cut_kif(n, text), whole) << "chunks of " << n << " bytes";
  }
}

TEST(KifSplitter, ARecordInPiecesEndsWhereTheNextOneBegins) {
  std::string moves = "先手：a\n1 ７六歩(77)\n";
  for (int line = 0; line < 40; ++line) moves += "* a comment\n";
  for (const std::string next : {"# x\n後手：b\n", "\x1E\n▲２六歩\n"}) {
    const std::string text = moves + next;
    const Cut whole = cut_kif(text.size(), text);
    for (std::size_t n = 1; n <= text.size(); ++n) {
      const Cut cut = cut_kif(n, text, {.max_record_bytes = 64});
      ASSERT_EQ(cut.records.size(), 2u) << "chunks of " << n << " bytes";
      EXPECT_EQ(cut.records[1].text, whole.records[1].text) << "chunks of " << n << " bytes";
    }
  }
}

TEST(KifFormats, AreRecognisedByTheirContent) {
  const auto format_of = [](std::string_view head) { return detect_format(head, "file"); };
  EXPECT_EQ(format_of("先手：a\n後手：b\n手数----指手--\n"), Format::kif);
  EXPECT_EQ(format_of("1 ７六歩(77)\n"), Format::kif);
  EXPECT_EQ(format_of("#KIF version=2.0\n先手：a\n"), Format::kif);
  EXPECT_EQ(format_of("1 \x82\x56\x98\x5A\x95\xE0(77)\n"), Format::kif);
  EXPECT_EQ(format_of("先手：a\n\n▲７六歩    △３四歩\n"), Format::ki2);
  EXPECT_EQ(format_of("日本語の文章です。\n"), std::nullopt);
  EXPECT_EQ(format_of("持ち時間の話：長い\n1 章\n"), std::nullopt);
}

}  // namespace
}  // namespace ludex

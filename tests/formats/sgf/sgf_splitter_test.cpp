#include "formats/sgf/sgf_splitter.hpp"

#include "formats/collected_records.hpp"

#include <gtest/gtest.h>

#include <string>
#include <vector>

namespace ludex {
namespace {

using Texts = std::vector<std::string>;
using namespace std::string_literals;

// Every chunk size up to the whole gives the same, and every byte is handed over once.
void expect_records(const std::string& text, const Texts& expected) {
  const Cut whole = cut_whole(text);
  EXPECT_EQ(texts_of(whole), expected);
  EXPECT_EQ(coverage_fault(whole, text), "");
  for (std::size_t n = 1; n < text.size(); ++n) {
    ASSERT_EQ(cut_in_chunks_of(n, text).records, whole.records) << "chunks of " << n << " bytes";
    ASSERT_EQ(cut_in_chunks_of(n, text).junk, whole.junk) << "chunks of " << n << " bytes";
  }
}

std::string utf16(std::string_view ascii, bool big_endian) {
  std::string wide;
  for (const char c : ascii) wide += big_endian ? std::string{'\0', c} : std::string{c, '\0'};
  return wide;
}

TEST(SgfSplitter, FindsTheSameRecordsForEveryChunkSize) {
  expect_records("(;SZ[9];B[ee]C[one ) and \\] inside])\n(;SZ[9];B[cc])\n",
                 {"(;SZ[9];B[ee]C[one ) and \\] inside])", "(;SZ[9];B[cc])"});
}

TEST(SgfSplitter, TakesBracketsInValuesAsText) {
  const std::string game = "(;C[a ( b ; c [ d \\] e \\\\](;B[aa])(;W[bb]C[)))]))";
  expect_records(game + game, {game, game});
}

TEST(SgfSplitter, TakesAnyJunkBetweenRecords) {
  expect_records("From: x [y] (see [1]) :-( [\n(;B[aa])junk ) ] [ ((a) (;W[bb]) tail (",
                 {"(;B[aa])", "(;W[bb])"});
}

TEST(SgfSplitter, SkipsByteOrderMarksAndZeroBytes) {
  expect_records("\xEF\xBB\xBF(;B[aa])\0\0(;W[bb]\0)\r\n"s, {"(;B[aa])", "(;W[bb]\0)"s});
}

TEST(SgfSplitter, FindsTheStartAcrossBlanks) {
  expect_records("( \r\n\t;B[aa])(\n\r;W[bb])", {"( \r\n\t;B[aa])", "(\n\r;W[bb])"});
}

TEST(SgfSplitter, AcceptsARootWithoutSemicolonWhereTheHeaderIsPlain) {
  expect_records("(FF[4]GM[1];B[aa])", {"(FF[4]GM[1];B[aa])"});
  expect_records("(\r\nTE[x]\r\nRD[2025-06-12];B[pd])", {"(\r\nTE[x]\r\nRD[2025-06-12];B[pd])"});
  expect_records("(GaMe[1]VieW[];Black[aa])", {"(GaMe[1]VieW[];Black[aa])"});
}

TEST(SgfSplitter, DoesNotTakeMailForARoot) {
  expect_records("mail (see [1]) (RE[2]) (A[1]B[2]) (EV[1] of May) (C[x];B[y]) (FF[4]", {});
}

TEST(SgfSplitter, ResynchronisesAtALineThatStartsAnotherGame) {
  expect_records("(;GM[1];B[aa]\n(;GM[1]SZ[19];W[bb])\n",
                 {"(;GM[1];B[aa]", "(;GM[1]SZ[19];W[bb])"});
  expect_records("(;B[aa](;W[bb]\r\n\xEF\xBB\xBF( ;C[x]SiZe[9];W[bb])",
                 {"(;B[aa](;W[bb]\r\n\xEF\xBB\xBF", "( ;C[x]SiZe[9];W[bb])"});
  EXPECT_TRUE(cut_whole("(;GM[1];B[aa]\n(;GM[1]SZ[19];W[bb])\n").records[0].unclosed);
  EXPECT_FALSE(cut_whole("(;GM[1];B[aa]\n(;GM[1]SZ[19];W[bb])\n").records[1].unclosed);
}

TEST(SgfSplitter, ResynchronisesAtAGameOnTheSameLine) {
  expect_records("(;GM[1]SZ[9];B[aa](;GM[1]SZ[19];W[bb])(;B[cc])",
                 {"(;GM[1]SZ[9];B[aa]", "(;GM[1]SZ[19];W[bb])", "(;B[cc])"});
  expect_records("(;GM[1](;B[aa](;W[bb] (;C[x]FF[4];W[bb])",
                 {"(;GM[1](;B[aa](;W[bb]", "(;C[x]FF[4];W[bb])"});
  EXPECT_TRUE(cut_whole("(;GM[1];B[aa](;GM[1];W[bb])").records[0].unclosed);
  for (const std::string whole : {"(;GM[1];B[aa](;W[bb]C[SZ[9\\]];B[cc]SZ[9])(;W[cc]))",
                                  "(;C[(;GM[1\\]SZ[9\\])](;B[aa])(;B[bb]))"}) {
    expect_records(whole, {whole});
  }
}

TEST(SgfSplitter, KeepsVariationsThatStartALine) {
  const std::string game = "(;GM[1];B[aa]\n(;W[bb];B[cc]SZ[9])\n(;W[cc]C[(;FF\\[4\\]])\n)";
  expect_records(game, {game});
}

TEST(SgfSplitter, ResynchronisesInsideAValueThatNeverClosedOnlyWhenConvincing) {
  expect_records("(;GM[1];B[aa]C[no end\n(;FF[4]GM[1]SZ[9];W[bb])\n",
                 {"(;GM[1];B[aa]C[no end", "(;FF[4]GM[1]SZ[9];W[bb])"});
  expect_records("(;GM[1];B[a\n(;GM[1];B[aa])\n(;B[bb])",
                 {"(;GM[1];B[a", "(;GM[1];B[aa])", "(;B[bb])"});
  expect_records("(;C[no end\r\n(;FF[4]\r\n;AB[aa]\r\n;W[bb])",
                 {"(;C[no end", "(;FF[4]\r\n;AB[aa]\r\n;W[bb])"});
  for (const std::string quoted :
       {"(;GM[1]C[look:\n(;FF\\[4\\]GM\\[1\\])];B[aa])", "(;GM[1]C[look:\n(;FF[4];;B[aa])",
        "(;GM[1]C[look:\n(;FF[4](;B[aa]))", "(;GM[1]C[look:\n(;FF[4])",
        "(;GM[1]C[look:\n(;B[aa]W[bb])", "(;GM[1]C[look: (;FF[4]GM[1])",
        "(;GM[1]C[look:\n(;FF 4]GM[1])"}) {
    expect_records(quoted, {quoted});
  }
}

TEST(SgfSplitter, GivesAnOpenRecordAtTheEndAsUnclosed) {
  const Cut cut = cut_whole("(;B[aa];W[bb");
  ASSERT_EQ(cut.records.size(), 1u);
  EXPECT_TRUE(cut.records[0].unclosed);
  expect_records("(;B[aa];W[bb", {"(;B[aa];W[bb"});
}

TEST(SgfSplitter, AnOpenRecordEndsWithItsLastByteThatIsNotBlank) {
  for (const char* const end : {"", "\n", "\r\n \n", "\n(;GM[1];B[bb])"}) {
    EXPECT_EQ(texts_of(cut_whole(std::string("(;GM[1];B[aa]") + end)).at(0), "(;GM[1];B[aa]");
  }
  const std::string wide = utf16("(;GM[1];B[aa]", true);
  expect_records(wide + utf16("\r\n \n", true), {wide});
}

TEST(SgfSplitter, ASeparatorEndsWhatNothingElseEnds) {
  for (const std::string open :
       {"(;B[aa]", "(;B[aa](;W[bb]C[never", "(;B[aa]C[the end \\", "(;PB[\x90\x5c]C[\xe1"}) {
    expect_records(open + "\n\x1E\n(;W[bb])", {open, "(;W[bb])"});
    expect_records(open + "\r\n\x1E\r\n(;W[bb])", {open, "(;W[bb])"});
  }
  expect_records(utf16("(;C[a\n\x1E\n(;W[b])", false),
                 {utf16("(;C[a", false), utf16("(;W[b])", false)});
  const std::string inside = "(;C[\x1E\n(;W[b\\]\n \x1E\n(;W[c\\]])";
  expect_records(inside, {inside});
}

TEST(SgfSplitter, KeepsRecordBoundariesBesideUnescapedBrackets) {
  expect_records("(;PB[jytou]PW[Shumacher;]]SZ[11])\n\n(;PB[a]]PW[b])",
                 {"(;PB[jytou]PW[Shumacher;]]SZ[11])", "(;PB[a]]PW[b])"});
}

TEST(SgfSplitter, ReadsTrailBytesThatLookLikeSyntax) {
  const std::string shift_jis = "(;PB[\x90\x5c\xe1\xc1\x83\x5c]PW[\x93\x7d];B[aa])";
  const std::string big5 = "(;C[\xa6\x5d\xac\xb0];B[aa])";
  const std::string gbk = "(;C[\x8b\x5b\x8c\x5c];W[\x8d\x5d\x29\x8d\x5d])";
  for (const std::string& game : {shift_jis, big5, gbk}) {
    expect_records(game + "\n" + game, {game, game});
    EXPECT_EQ(cut_whole(game).records[0].form, TextForm::pair_aware) << game;
  }
}

TEST(SgfSplitter, ReadsSingleByteCharsetsByteByByte) {
  for (const std::string game : {"(;PB[Andr\xE9]PW[Lee];B[aa])", "(;PB[Lee]C[Andr\xE9])",
                                 "(;PW[\xC8\xE2\xE0\xED]GN[\xCF])"}) {
    expect_records(game + "\n" + game + "\n", {game, game});
    EXPECT_EQ(cut_whole(game + "\n").records[0].form, TextForm::bytes) << game;
  }
}

TEST(SgfSplitter, ReadsValidUtf8ByteByByte) {
  const std::string game = "(;PB[\xE8\xB6\x99]C[Andr\xC3\xA9])";
  expect_records(game + game, {game, game});
  EXPECT_EQ(cut_whole(game).records[0].form, TextForm::bytes);
}

TEST(SgfSplitter, ReadsUtf16WithAndWithoutByteOrderMark) {
  const std::string game = "(;GM[1]C[a \\] b])";
  for (const bool big_endian : {false, true}) {
    const std::string wide = utf16(game, big_endian);
    const std::string mark = big_endian ? "\xFE\xFF" : "\xFF\xFE";
    const TextForm form = big_endian ? TextForm::utf16be : TextForm::utf16le;
    expect_records(mark + wide + utf16("\r\n", big_endian) + wide, {wide, wide});
    expect_records(wide, {wide});
    EXPECT_EQ(cut_whole(mark + wide).records[0].form, form);
    EXPECT_EQ(cut_whole(wide + wide).records[1].form, form);
  }
}

TEST(SgfSplitter, TakesUtf16UnitsWhole) {
  const std::string wide = utf16("(;C[", false) + "\x5D\x5B\x5C\x5D"s + utf16("])", false);
  expect_records(wide, {wide});
}

TEST(SgfSplitter, GivesARecordOverTheLimitInPieces) {
  const std::string small = "(;B[aa])";
  const std::string large = "(;C[" + std::string(500, 'x') + "])";
  const std::string text = small + large + small;
  const Cut whole = cut_in_chunks_of(text.size(), text, 64);
  ASSERT_EQ(texts_of(whole), (Texts{small, large, small}));
  EXPECT_TRUE(whole.records[1].oversize);
  for (std::size_t n = 1; n < text.size(); ++n) {
    ASSERT_EQ(cut_in_chunks_of(n, text, 64).records, whole.records) << "chunks of " << n;
  }
}

TEST(SgfSplitter, TakesARecordOfExactlyTheLimit) {
  const std::string game = "(;C[" + std::string(58, 'x') + "])";
  ASSERT_EQ(game.size(), 64u);
  EXPECT_FALSE(cut_in_chunks_of(7, game + game, 64).records.at(1).oversize);
  EXPECT_TRUE(cut_in_chunks_of(7, game + game, 63).records.at(1).oversize);
}

TEST(SgfSplitter, GoesOnFromTheEndOfAnyRecord) {
  const std::string text = "x(;GM[1];B[aa]\n(;GM[1]PB[\x90\x5c])\ny" +
                           utf16("(;B[aa])(;W[bb])", false) +
                           "\xEF\xBB\xBF(;GM[1]\n(;GM[2])(;C[\xE8\xB6\x99])(;";
  const Cut whole = cut_whole(text);
  ASSERT_EQ(whole.records.size(), 8u) << ::testing::PrintToString(whole.records);
  for (std::size_t i = 0; i < whole.records.size(); ++i) {
    const std::size_t end = whole.records[i].offset_bytes + whole.records[i].text.size();
    const Cut rest = cut_in_chunks_of(5, std::string_view(text).substr(end), 16384, end);
    EXPECT_EQ(rest.records,
              std::vector(whole.records.begin() + 1 + static_cast<long>(i), whole.records.end()));
  }
}

TEST(SgfSplitter, CountsAMillionOpenParentheses) {
  std::string deep;
  for (int i = 0; i < 1'000'000; ++i) deep += "(;B[aa]";
  const std::string text = deep + std::string(1'000'000, ')') + "(;W[bb])";
  EXPECT_EQ(cut_in_chunks_of(65536, text).records.size(), 2u);
}

}  // namespace
}  // namespace ludex

#include "formats/gcg/gcg_splitter.hpp"

#include "formats/collected_records.hpp"

#include <gtest/gtest.h>

#include <string>
#include <string_view>
#include <vector>

namespace ludex {
namespace {

constexpr std::size_t kMaxRecordBytes = 16 * 1024 * 1024;
using Texts = std::vector<std::string>;

Cut cut_gcg(std::string_view text, std::size_t chunk_bytes = 1 << 20,
            std::size_t max_record_bytes = kMaxRecordBytes) {
  return cut_with(GcgSplitter(0, max_record_bytes), chunk_bytes, text);
}

Texts texts(std::string_view text) { return texts_of(cut_gcg(text)); }

const std::string kFirst = "#player1 a Ann\n#player2 b Bob\n>a: ABC 8H CAB +16 16";
const std::string kSecond = "#player1 c Cy\n#player2 d Di\n>c: ABC 8H CAB +16 16";

std::string to_utf16(std::string_view ascii) {
  std::string wide = "\xFF\xFE";
  for (const char c : ascii) (wide += c) += '\0';
  return wide;
}

TEST(GcgSplitter, StartsAGameAtItsFirstPlayer) {
  EXPECT_EQ(texts(kFirst + "\n" + kSecond + "\n"), (Texts{kFirst, kSecond}));
}

TEST(GcgSplitter, ASeparatorEndsAGameWhateverFollows) {
  for (const std::string second :
       {">c: ABC 8H CAB +16 16", "#description two\n>a: X - +0 16", "text", "#rack1 ABC"}) {
    EXPECT_EQ(texts(kFirst + "\n\x1E\n" + second), (Texts{kFirst, second}));
    EXPECT_EQ(texts(kFirst + "\n#title of both\r\n\x1E\r\n" + second + "\n"),
              (Texts{kFirst + "\n#title of both", second}));
  }
}

TEST(GcgSplitter, TakesThePragmasBeforeThePlayersAlong) {
  const std::string head = "#title two\n#lexicon CSW21\n\n#something else\n";
  EXPECT_EQ(texts(kFirst + "\n" + head + kSecond), (Texts{kFirst, head + kSecond}));
}

TEST(GcgSplitter, LeavesNotesRacksAndIncompleteToTheGameBefore) {
  const std::string tail = "\n#note one\nmore of it\n\n#rack1 ABC\n#incomplete";
  EXPECT_EQ(texts(kFirst + tail + "\n#title two\n" + kSecond),
            (Texts{kFirst + tail, "#title two\n" + kSecond}));
}

TEST(GcgSplitter, StartsAGameAtItsEncodingWhateverStandsBefore) {
  const std::string tail = "\n#description of the first";
  const std::string head = "#character-encoding UTF-8\n#title two\n";
  EXPECT_EQ(texts(kFirst + tail + "\n" + head + kSecond), (Texts{kFirst + tail, head + kSecond}));
}

TEST(GcgSplitter, KeepsAGameTogetherThatHasItsEncodingInTheMiddle) {
  const std::string game = kFirst + "\n#character-encoding UTF-8\n>b: DE - +0 0";
  EXPECT_EQ(texts(game), (Texts{game}));
}

TEST(GcgSplitter, KeepsAGameTogetherWhosePlayersAreBothCalledTheFirst) {
  const std::string game = "#player1 a Ann\n#player1 b Bob\n>a: ABC 8H CAB +16 16";
  EXPECT_EQ(texts(game), (Texts{game}));
}

TEST(GcgSplitter, LeavesToAHeaderWhateverStandsBetweenItAndItsFirstPlayer) {
  for (const std::string between :
       {"#note Annotated by Zed\nand others\n#findingsadder\n", "#incomplete\n", "#rack1 ABC\n",
        "#- and more\n", "#player2 d Di\n", "#player3 e Ed\n#player2 d Di\n", "stray text\n",
        "#note > quoted\n> Paul: more\n", "#character-encoding UTF-8\n"}) {
    for (const std::string head :
         {"#character-encoding UTF-8\n#title Two\n", "#title Two\n#character-encoding UTF-8\n",
          "#lexicon CSW21\n", "#title Two\n#description by hand\n"}) {
      const std::string second = head + between + kSecond;
      EXPECT_EQ(texts(kFirst + "\n#note end\n#rack1 Q\n" + second),
                (Texts{kFirst + "\n#note end\n#rack1 Q", second}));
    }
  }
}

TEST(GcgSplitter, StartsAGameAtASecondPlayerThatStandsBeforeTheFirst) {
  const std::string turned = "#player2 d Di\n#player1 c Cy\n>c: ABC 8H CAB +16 16";
  EXPECT_EQ(texts(turned + "\n" + turned + "\n" + turned), (Texts{turned, turned, turned}));
  EXPECT_EQ(texts(kFirst + "\n#title t\n" + turned), (Texts{kFirst, "#title t\n" + turned}));
  const std::string three = "#player1 a\n#player2 b\n#player3 c";
  EXPECT_EQ(texts(three + "\n" + three), (Texts{three, three}));
}

TEST(GcgSplitter, KeepsAGameTogetherWhoseSecondPlayerIsNamedAfterAnEvent) {
  const std::string game = "#player1 a Ann\n>a: ABC 8H CAB +16 16\n#player2 b Bob\n>b: A - +0 0";
  EXPECT_EQ(texts(game + "\n" + game), (Texts{game, game}));
}

TEST(GcgSplitter, CutsGamesWithoutPlayersWhereTheScoresStartFromZero) {
  const std::string one = "#character-encoding UTF-8\n>a: AB 8H AB +8 8\n>b: CD 9H CD +9 9";
  EXPECT_EQ(texts(one + "\n" + one + "\n#title two\n" + one.substr(one.find('>'))),
            (Texts{one, one, "#title two\n" + one.substr(one.find('>'))}));
  const std::string others = "#character-encoding UTF-8\n#note new\n>c: AB 8H AB +8 8";
  EXPECT_EQ(texts(one + "\n" + others), (Texts{one, others}));
}

TEST(GcgSplitter, KeepsAGameTogetherWhoseScoresGoOnAfterAnEncoding) {
  const std::string middle = "\n#character-encoding UTF-8\n#title late\n";
  const std::string points = "#player1 a Ann\n#player2 b Bob\n>a: AB 8H AB +8 8" + middle +
                             ">b: CD 9H CD +9 9" + middle + ">a: AB 8G A.. +9 17";
  EXPECT_EQ(texts(points), (Texts{points}));
  const std::string third = ">a: AB - +0 0\n>b: CD 9H CD +9 9" + middle + ">a: AB 8G A.. +9 9";
  EXPECT_EQ(texts("#player3 c Cy\n" + third), (Texts{"#player3 c Cy\n" + third}));
}

TEST(GcgSplitter, TakesNoQuotedLineForAnEvent) {
  const std::string quoted = "#note he wrote\n> ABC 8H\n> Paul: no\n" + kFirst;
  EXPECT_EQ(texts(quoted + "\n" + quoted.substr(quoted.find("#player"))), (Texts{quoted, kFirst}));
}

TEST(GcgSplitter, CutsGamesWithoutEvents) {
  const std::string one = "#player1 a Ann\n#player2 b Bob";
  EXPECT_EQ(texts(one + "\n\n" + one), (Texts{one, one}));
}

TEST(GcgSplitter, StartsAGameAtAByteOrderMarkInsideTheStream) {
  const std::string mark = "\xEF\xBB\xBF";
  EXPECT_EQ(texts(mark + kFirst + "\r\n" + mark + "#title x\r\n" + kSecond),
            (Texts{kFirst, "#title x\r\n" + kSecond}));
}

TEST(GcgSplitter, TakesEveryLineEnding) {
  EXPECT_EQ(texts("#player1 a\r>a: A - +0 0\r#player1 b\r"),
            (Texts{"#player1 a\r>a: A - +0 0", "#player1 b"}));
  EXPECT_EQ(texts("#player1 a\r\n>a: A - +0 0\r\n#player1 b\r\n"),
            (Texts{"#player1 a\r\n>a: A - +0 0", "#player1 b"}));
}

TEST(GcgSplitter, CountsBlanksBetweenGamesAsJunk) {
  const std::string text = "\n \n" + kFirst + " \n\n" + kSecond + "\n\n";
  const Cut cut = cut_gcg(text);
  EXPECT_EQ(texts_of(cut), (Texts{kFirst, kSecond}));
  EXPECT_EQ(cut.junk.size(), 3U);
  EXPECT_EQ(coverage_fault(cut, text), "");
}

TEST(GcgSplitter, HasNothingInAnEmptyStream) { EXPECT_EQ(cut_gcg(""), Cut{}); }

TEST(GcgSplitter, ReadsUtf16ByItsMark) {
  const Cut cut = cut_gcg(to_utf16(kFirst + "\r\n" + kSecond + "\r\n"));
  ASSERT_EQ(cut.records.size(), 2U);
  EXPECT_EQ(cut.records[1].form, TextForm::utf16le);
  EXPECT_EQ(cut.records[1].text, to_utf16(kSecond).substr(2));
}

class GcgChunks : public testing::TestWithParam<std::size_t> {};
INSTANTIATE_TEST_SUITE_P(RecordLimits, GcgChunks, testing::Values(kMaxRecordBytes, 100, 20));

TEST_P(GcgChunks, GiveTheSameRecordsWhereverTheyEnd) {
  const std::string text = "\xEF\xBB\xBF\n" + kFirst + "\n#note x\r\n\r\nmore\r\n#rack1 Q\r" +
                           "#title t\n#character-encoding UTF-8\n#lexicon L\n" + kSecond +
                           "\n>d: QQ (challenge) +5 5\n\xEF\xBB\xBF#id a b\n\n" + kFirst +
                           "\n#title u\n#note v\nw\n#player2 b\n#player1 a\n>a: A - +0 0\n" +
                           "#title x\n>a: A 8H A +2 2\n>b: C 9H C +3 3\n" +
                           "#lexicon y\n>a: A 8H A +2 2\n\n";
  for (const std::string& stream : {text, to_utf16(text.substr(3))}) {
    const Cut whole = cut_gcg(stream, stream.size(), GetParam());
    EXPECT_EQ(whole.records.size(), 5U);
    EXPECT_EQ(coverage_fault(whole, stream), "");
    for (std::size_t n = 1; n < stream.size(); ++n) {
      ASSERT_EQ(cut_gcg(stream, n, GetParam()), whole) << "chunks of " << n << " bytes";
    }
  }
}

TEST(GcgSplitter, GoesOnFromTheEndOfAnyRecord) {
  const std::string text = kFirst + "\n\n#title t\n" + kSecond + "\n" + kFirst + "\n";
  const Cut whole = cut_gcg(text);
  ASSERT_EQ(whole.records.size(), 3U);
  for (std::size_t done = 0; done < whole.records.size(); ++done) {
    const auto& last = whole.records[done];
    const std::size_t end = last.offset_bytes + last.text.size();
    const Cut rest = cut_with(GcgSplitter(end, kMaxRecordBytes, text), 7, text.substr(end));
    EXPECT_EQ(rest.records, std::vector(whole.records.begin() + static_cast<long>(done) + 1,
                                        whole.records.end()));
  }
}

TEST(GcgSplitter, HoldsNoMoreThanItsLimitOfPragmas) {
  std::string pragmas;
  while (pragmas.size() < 3 * 64 * 1024) pragmas += "#description of nothing\n";
  const Cut cut = cut_gcg(kFirst + "\n" + pragmas + kSecond, 1000, 1000);
  ASSERT_EQ(cut.records.size(), 2U);
  EXPECT_TRUE(cut.records[0].oversize);
  EXPECT_TRUE(cut.records[1].text.ends_with(kSecond));
  EXPECT_EQ(cut_gcg(kFirst + "\n" + pragmas + kSecond, 1 << 20, 1000), cut);
}

}  // namespace
}  // namespace ludex

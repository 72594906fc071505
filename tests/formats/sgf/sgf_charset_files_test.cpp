// The files with which Sabaki tests its reading of charsets; where a corpus is there.
#include "formats/collected_records.hpp"
#include "formats/sgf/sgf.hpp"
#include "support/corpus.hpp"
#include "support/places.hpp"

#include <gtest/gtest.h>

#include <filesystem>
#include <fstream>
#include <iterator>
#include <string>

namespace ludex {
namespace {

class SgfCharsetFiles : public testing::Test {
 protected:
  void SetUp() override { SKIP_WITHOUT_CORPUS("torture/sabaki-sgf"); }

  /// The only game of a file, as it is found, split and read.
  [[nodiscard]] GameInfo info_of(const std::string& name) const {
    std::ifstream file(folder_ + name, std::ios::binary);
    const std::string bytes{std::istreambuf_iterator<char>(file), {}};
    const Cut cut = cut_whole(bytes);
    EXPECT_EQ(cut.records.size(), 1U) << name;
    SgfTree tree;
    std::vector<SgfGame> games;
    EXPECT_FALSE(parse_sgf(cut.records.at(0).text, cut.records[0].form, tree)) << name;
    extract_sgf_games(tree, cut.records[0].text, cut.records[0].form, {}, games);
    EXPECT_EQ(games.size(), 1U) << name;
    return games.at(0).info;
  }

  void expect_players(const std::string& name, const std::string& charset, const std::string& black,
                      const std::string& white) const {
    const GameInfo info = info_of(name);
    EXPECT_EQ(info.charset, charset) << name;
    EXPECT_EQ(info.seats[0].name, black) << name;
    EXPECT_EQ(info.seats[1].name, white) << name;
  }

  std::string folder_ = (test::corpus() / "torture/sabaki-sgf").string() + "/";
};

TEST_F(SgfCharsetFiles, AreReadInTheCharsetThatTheyDeclare) {
  expect_players("tests__sgf__chinese.sgf", "GB18030", "古力", "柯洁");
  expect_players("tests__sgf__japanese.sgf", "Shift_JIS", "井山 裕太", "山下 敬吾");
  expect_players("tests__sgf__korean.sgf", "EUC-KR", "이세돌", "박정환");
  expect_players("tests__sgf__utf8bom.sgf", "UTF-8", "Kitani Minoru", "Go Seigen");
  expect_players("tests__sgf__utf16le.sgf", "UTF-16LE", "Kitani Minoru", "Go Seigen");
}

TEST_F(SgfCharsetFiles, AreReadInTheOneThatFitsWhereNoneIsDeclared) {
  expect_players("tests__sgf__encoding__nihon-kiin.sgf", "Shift_JIS", "申眞ソ", "党毅飛");
  EXPECT_EQ(info_of("tests__sgf__encoding__nihon-kiin.sgf").place, "韓国棋院");
  const GameInfo undeclared = info_of("tests__sgf__no-ca.sgf");
  EXPECT_EQ(undeclared.charset, "GB18030");
  EXPECT_TRUE(undeclared.comment.starts_with("【第三型】 黑先")) << undeclared.comment;
}

TEST_F(SgfCharsetFiles, ShowWhatIsLostAndThatTheDeclaredCharsetIsWrong) {
  const GameInfo info = info_of("tests__sgf__japanese_bad.sgf");
  EXPECT_EQ(info.charset, "UTF-8");
  EXPECT_EQ(info.seats[0].name, "\uFFFD\uFFFD\uFFFDR \uFFFDT\uFFFD\uFFFD");
  ASSERT_EQ(info.problems.size(), 1U);
  EXPECT_EQ(info.problems[0].kind, ProblemKind::wrong_charset);
  EXPECT_EQ(info.problems[0].message, "MS_KANJI, read as UTF-8");
}

}  // namespace
}  // namespace ludex

#include "engine/text_place.hpp"
#include "cli/command.hpp"

#include <gtest/gtest.h>

namespace ludex::cli {
namespace {

std::string excerpt(std::string_view text, std::size_t offset_bytes) {
  const Surroundings around = surroundings(text, offset_bytes);
  CheckFinding finding;
  finding.before = around.before;
  finding.behind = around.after;
  return cli::excerpt(finding);
}

TEST(TextPlace, CountsLinesAndColumnsFromOne) {
  EXPECT_EQ(LineColumn().after(""), (LineColumn{1, 1}));
  EXPECT_EQ(LineColumn().after("(;GM"), (LineColumn{1, 5}));
  EXPECT_EQ(LineColumn().after("(;GM\n"), (LineColumn{2, 1}));
  EXPECT_EQ(LineColumn().after("a\r\nbc\n\nd"), (LineColumn{4, 2}));
}

TEST(TextPlace, IsTheSameHoweverTheTextIsCut) {
  const std::string text = "(;\nGM[1]\n\nFF[4])x";
  for (std::size_t cut = 0; cut <= text.size(); ++cut) {
    EXPECT_EQ(LineColumn().after(text.substr(0, cut)).after(text.substr(cut)),
              LineColumn().after(text))
        << cut;
  }
}

TEST(TextPlace, ShowsTheLineWithACaretBelowThePlace) {
  EXPECT_EQ(excerpt("(;\nPB[x]PB[y]\n;B[aa])", 8),
            "    PB[x]PB[y]\n"
            "         ^\n");
}

TEST(TextPlace, PutsTheCaretUnderWideCharactersRightly) {
  EXPECT_EQ(excerpt("PB[趙治勲]PB[y]", 13),
            "    PB[趙治勲]PB[y]\n"
            "              ^\n");
}

TEST(TextPlace, ShowsAPieceOfALongLineAndCutsNoCharacter) {
  std::string line;
  for (int i = 0; i < 100; ++i) line += "趙";
  const std::string shown = excerpt(line, 150);
  EXPECT_EQ(shown, "    趙趙趙趙趙趙趙趙趙趙趙趙趙趙趙趙趙趙趙趙\n" + std::string(24, ' ') + "^\n");
}

TEST(TextPlace, HasNoExcerptOfAnEmptyLine) { EXPECT_EQ(excerpt("a\n\nb", 2), ""); }

TEST(TextPlace, ShowsTheEndOfTheTextToo) {
  EXPECT_EQ(excerpt("(;B[aa]", 7), "    (;B[aa]\n           ^\n");
}

}  // namespace
}  // namespace ludex::cli

#include "formats/position_text.hpp"
#include "formats/record_reader.hpp"
#include "games/api/game_rules.hpp"

#include <gtest/gtest.h>

namespace ludex::test {
namespace {

/// A CGP line read as a record, and its only position.
struct ReadLine {
  explicit ReadLine(std::string_view text) : line(text) {
    const auto reader = make_record_reader(Format::cgp);
    reject = reader->read({.text = line});
    if (reject) return;
    problems = reader->text_problems();
    problems_left_out = reader->text_problems_left_out();
    reader->compile(0, script, &keys);
    info = std::move(reader->info(0));
  }
  [[nodiscard]] std::string rewritten() const {
    if (reject) return reject->message;
    return to_cgp(*find_rules(info.game)->find_position(script.ops, info.size, 0));
  }
  /// True if the position is found under its stored key.
  [[nodiscard]] bool found_by(std::string_view query) const {
    const QueryPosition asked = parse_position(query);
    const auto position = find_rules(info.game)->find_position(script.ops, info.size, 0);
    if (!asked.match(*position)) return false;
    for (const KeyRange& range : asked.key_ranges()) {
      if (range.first <= keys.at(0) && keys.at(0) <= range.last) return true;
    }
    return false;
  }

  std::string line;
  std::optional<Problem> reject;
  std::vector<Problem> problems;
  std::uint64_t problems_left_out = 0;
  GameInfo info;
  ReplayScript script;
  std::vector<PositionKey> keys;
};

TEST(CgpRecord, IsAPositionOfACrosswordGame) {
  const ReadLine read(
      "2A/BCD/3 XY/Z/ 12/-3/0 1 bdn Slanted; cr void; gid g-7; ld polish; lex OSPS49; lm 2A BC.; "
      "var "
      "WordSmog; l1 x y;");
  EXPECT_EQ(read.info.game, GameType::crossword);
  EXPECT_EQ(read.info.kind, GameKind::position);
  EXPECT_EQ(read.info.size, (BoardSize{3, 3}));
  ASSERT_EQ(read.info.seats.size(), 3u);
  EXPECT_EQ(read.info.seats[1].score, -3);
  EXPECT_EQ(read.info.external_id, "g-7");
  EXPECT_EQ(read.info.lexicon, "OSPS49");
  EXPECT_EQ(read.info.variant, "WordSmog");
  EXPECT_EQ(read.info.board_name, "Slanted");
  EXPECT_EQ(read.info.charset, "UTF-8");
  using Pairs = std::vector<std::pair<std::string, std::string>>;
  EXPECT_EQ(read.info.properties,
            (Pairs{{"cr", "void"}, {"ld", "polish"}, {"lm", "2A BC."}, {"l1", "x y"}}));
  EXPECT_EQ(read.script.main_positions, 1u);
  EXPECT_EQ(read.script.total_positions, 1u);
  EXPECT_EQ(read.script.moves, 0u);
  EXPECT_EQ(read.rewritten(), read.line);
  EXPECT_TRUE(read.found_by(read.line));
}

TEST(CgpRecord, KeepsWhatDeviatesAndSaysSo) {
  const ReadLine read("15/15   ABCDEFG/HIJKLM?   0/0  4   -lex   CSW21");
  ASSERT_EQ(read.problems.size(), 3u);
  EXPECT_EQ(read.problems[0].message, "not one space before an operation");
  EXPECT_EQ(read.problems[1].message, "`-lex` is no opcode: read without its hyphen");
  EXPECT_EQ(read.problems[2].message, "the last `;` is missing");
  EXPECT_EQ(read.rewritten(), "15/15 ABCDEFG/HIJKLM? 0/0 4 lex CSW21;");
}

TEST(CgpRecord, WhatIsNoPositionIsARejectWithAReason) {
  EXPECT_EQ(ReadLine("3/2/3 / 0/0 0").rewritten(), "row 2 is 2 squares wide, expected 3");
  EXPECT_EQ(ReadLine("nothing").rewritten(),
            "1 field, expected placement, racks, scores and zero turns");
  EXPECT_EQ(ReadLine("3/3 / 0/0 0 gm chess;").rewritten(), "gm: no game `chess`");
  EXPECT_EQ(ReadLine("3/1X1/3 / 0/0 0 gm go;").rewritten(),
            "row 2: `X` is not a piece of this game");
}

TEST(CgpRecord, AnOpcodeThatSaysWhatThePositionIsComesOnce) {
  for (const auto& [line, opcode] :
       {std::pair("3/3 / 0/0 0 gm shogi; gm crossword;", "gm"),
        std::pair("3/3 / 0/0 0 gm crossword; gm shogi;", "gm"),
        std::pair("3/3 / 0/0 0 gm crossword; gm crossword;", "gm"),
        std::pair("3/3/3 / 0/0 0 gm go; -gm hex;", "gm"),
        std::pair("3/3/3 / 0/0 0 gm go; pl B; pl W;", "pl"),
        std::pair("5/5/5/5/5 / 0/0 0 gm twixt; ln; pl B; ln;", "ln")}) {
    EXPECT_EQ(ReadLine(line).rewritten(), std::string(opcode) + " is given twice") << line;
  }
}

// Each line was once taken for a crossword's by one reader and for another game's by the next.
TEST(CgpRecord, TheGameIsReadTheSameWayEverywhere) {
  EXPECT_EQ(ReadLine("3/3 / 0/0 0 gm\tshogi;").rewritten(), "shogi is not played on 3x2");
  EXPECT_EQ(ReadLine("3/3 / 0/0 0 -gm shogi;").rewritten(), "shogi is not played on 3x2");
  EXPECT_EQ(ReadLine("3/3/3 / 0/0 0 -gm go;").rewritten(), "3/3/3 / 0/0 0 gm go; pl B;");
  EXPECT_EQ(ReadLine("3/3/3\t/ 0/0\t0 gm  go;\tpl W;").rewritten(), "3/3/3 / 0/0 0 gm go; pl W;");
}

TEST(CgpRecord, TheGameMayBeAmongOptions) {
  const std::string board = "8/8/8/3WB3/3BW3/8/8/8 / 2/2 0 ";
  const ReadLine read(board + "-lex A -gm othello -pl W;");
  EXPECT_EQ(read.rewritten(), board + "gm othello; pl W;");
  using Pairs = std::vector<std::pair<std::string, std::string>>;
  EXPECT_EQ(read.info.properties, (Pairs{{"lex", "A"}}));
  EXPECT_TRUE(ReadLine(board + "-gm othello -gm go;").reject);
}

TEST(CgpRecord, StonesTakenAndPassesOfOtherGamesComeBack) {
  for (const char* line :
       {"3/1B1/W2 / 3/5 2 gm go; pl W;",
        "19/19/19/19/19/19/19/19/19/19/19/19/19/19/19/19/19/19/19 / "
        "70000/1 0 gm go; pl B;",
        "8/8/8/3WB3/3BW3/8/8/8 / 2/2 1 gm othello; pl B;", "3B/1W2/4/4 / 0/0 1 gm hex; pl B;",
        "15/15/7B7/15/15 / 0/0 2 gm gomoku; pl W;",
        "4/1B2/3B/4/2W1 / 0/0 1 gm twixt; pl W; ln B2-D3;",
        "5/1W1W1/1W1W1/5/5 / 0/0 0 gm twixt; pl B; ln B2-D3 D2-B3;"}) {
    const ReadLine read(line);
    EXPECT_EQ(read.rewritten(), line);
    EXPECT_TRUE(read.found_by(line)) << line;
  }
}

TEST(CgpRecord, LinksOfBothColoursDoNotCross) {
  EXPECT_EQ(ReadLine("5/1W1B1/1B1W1/5/5 / 0/0 0 gm twixt; ln B2-D3 D2-B3;").rewritten(),
            "ln: links of both colours cross");
}

TEST(CgpRecord, OpcodesThatMeanNothingInAnotherGameAreKept) {
  const ReadLine read("3/1B1/W2 / 0/0 0 gid game-7; gm go; l1 x y; pl W; ti 5;");
  ASSERT_FALSE(read.reject) << read.reject->message;
  EXPECT_EQ(read.info.external_id, "game-7");
  using Pairs = std::vector<std::pair<std::string, std::string>>;
  EXPECT_EQ(read.info.properties, (Pairs{{"l1", "x y"}, {"ti", "5"}}));
  EXPECT_EQ(read.rewritten(), "3/1B1/W2 / 0/0 0 gm go; pl W;");
}

TEST(CgpQuery, SaysWhichOpcodesMeanNothing) {
  const auto notes = [](std::string_view opcodes) {
    return parse_position("3/1A1/3 / 0/0 0 " + std::string(opcodes)).notes;
  };
  EXPECT_TRUE(notes("bb 40; cr double; lex CSW21;").empty());
  EXPECT_EQ(notes("bb fifty; LEX CSW21;"),
            (std::vector<std::string>{
                "`bb fifty` is no opcode of CGP or means nothing; only what says the same is found",
                "`LEX CSW21` is no opcode of CGP or means nothing; only what says the same is "
                "found"}));
  EXPECT_EQ(notes("lex NWL18; lex NWL18;").size(), 1u);
  EXPECT_EQ(notes("ld;").size(), 1u);
}

TEST(CgpQuery, NamesOfLexicaAndDistributionsMayBeInEitherCase) {
  const ReadLine read("3/1A1/3 / 0/0 0 ld english; lex CSW21;");
  EXPECT_TRUE(read.found_by("3/1A1/3 / 0/0 0 ld English; lex csw21;"));
  EXPECT_FALSE(read.found_by("3/1A1/3 / 0/0 0 lex CSW24;"));
}

TEST(CgpRecord, ListsAHundredDeviationsAndCountsTheOthers) {
  std::string line = "3/1A1/3 / 0/0 0";
  for (int i = 0; i < 150; ++i) line += " lex;";
  const ReadLine read(line);
  EXPECT_EQ(read.problems.size(), 100u);
  EXPECT_EQ(read.problems_left_out, 50u);
  EXPECT_EQ(read.rewritten(), line);
}

TEST(CgpRecord, TooManyRowsAreLookedThroughToTheLast) {
  std::string rows;
  for (int i = 0; i < 1500; ++i) rows += "1000/";
  const std::string fields = " / 0/0 0 gm go; pl B;";
  EXPECT_EQ(ReadLine(rows + "1000" + fields).rewritten(), "go is not played on 1000x1001");
  EXPECT_EQ(ReadLine(rows + "999" + fields).rewritten(),
            "row 1501 is 999 squares wide, expected 1000");
}

TEST(CgpRecord, MayHoldAPositionOfAnyGame) {
  for (const char* line :
       {"3B/1W2/4 / 0/0 0 gm go; pl W;", "3B/1W2/4/4 / 1/1 0 gm othello; pl B;",
        "3B/1W2/4/4 / 0/0 0 gm hex; pl B;", "15/15/7B7/15/15 / 0/0 0 gm gomoku; pl W;",
        "4/1B2/3B/4/2W1 / 0/0 0 gm twixt; pl W; ln B2-D3;",
        "4/1B2/3B/4/2W1 / 0/0 0 gm twixt; pl W; ln;",
        "lnsgk[+P]snl/1r5b1/9/9/9/9/PPPPPPPPP/1B5R1/LNSGKGSNL PP/RB 0/0 0 gm shogi; pl W;"}) {
    const ReadLine read(line);
    EXPECT_EQ(read.rewritten(), line);
    ASSERT_FALSE(read.reject) << line;
    EXPECT_EQ(read.info.kind, GameKind::position);
    EXPECT_TRUE(read.found_by(line)) << line;
  }
  EXPECT_EQ(ReadLine("3/1A1/3 / 0/0 0 gm crossword;").rewritten(), "3/1A1/3 / 0/0 0");
  EXPECT_EQ(ReadLine("3/1A1/3 / 0/0 0 gm crossword; gm go;").rewritten(), "gm is given twice");
  EXPECT_EQ(ReadLine("3/1A1/3 / 0/0 0 lex gm go;").rewritten(), "3/1A1/3 / 0/0 0 lex gm go;");
}

}  // namespace
}  // namespace ludex::test

#include "formats/cgp/cgp.hpp"

#include <gtest/gtest.h>

namespace ludex::test {
namespace {

constexpr std::string_view kNationals =
    "15/15/15/15/15/15/15/15/15/15/15/15/15/15/15 AELNOQT/ 0/0 0 lex NWL18; lm -2;";
constexpr std::string_view kMaven =
    "5BERGS5/4PA3U5/2QAID3R5/3BEE3F2S2/1P1ET2VIATIC2/MA1TAW3c2H2/ES3IS2E2A2/AT1FOLIA4V2/"
    "LI1L1EX1E6/1N1O1D2N2Y3/1GNU2C1JETE3/2ER2OHO2N3/2O3GOY6/1INDOW1U7/4DORR7 IKLMTZ/AEINRU? 0/0 0 "
    "lex OSPD1;";

struct Parsed {
  explicit Parsed(std::string_view line) : reject(parse_cgp(line, position, &deviations)) {}
  [[nodiscard]] std::string message() const { return reject ? reject->message : "no reject"; }
  [[nodiscard]] std::string deviation() const {
    const auto& problems = deviations.problems;
    return problems.size() == 1 ? problems[0].message : std::to_string(problems.size());
  }

  CgpPosition position;
  CgpDeviations deviations;
  std::optional<Problem> reject;
};

std::string rewritten(std::string_view line) {
  const Parsed parsed(line);
  return parsed.reject ? parsed.message() : to_cgp(parsed.position);
}

/// A line of a 3x3 board with these operations.
std::string with(std::string_view operations) {
  return "3/1A1/3 / 0/0 0 " + std::string(operations);
}

TEST(CgpParser, TheExamplesOfTheTextComeBack) {
  EXPECT_EQ(rewritten(kNationals), kNationals);
  EXPECT_EQ(rewritten(kMaven), kMaven);
  EXPECT_TRUE(Parsed(kMaven).deviations.problems.empty());
}

TEST(CgpParser, ReadsBoardRacksScoresAndZeros) {
  const Parsed parsed("2aB/[CH][l·l]2/ŁŁ2 AB?/[CH]/ 12/-3/0 5");
  ASSERT_FALSE(parsed.reject) << parsed.message();
  const CgpPosition& position = parsed.position;
  EXPECT_EQ(position.size, (BoardSize{4, 3}));
  EXPECT_EQ(position.cells,
            (std::vector<TileCode>{0, 0, 'a', 'B', 128, 131, 0, 0, 132, 132, 0, 0}));
  EXPECT_EQ(position.racks, (std::vector<std::vector<TileCode>>{{'A', 'B', '?'}, {128}, {}}));
  EXPECT_EQ(position.scores, (std::vector<std::int32_t>{12, -3, 0}));
  EXPECT_EQ(position.zero_turns, 5u);
  EXPECT_EQ(to_cgp(position), "2aB/[CH][l·l]2/ŁŁ2 AB?/[CH]/ 12/-3/0 5");
}

TEST(CgpParser, WritesTilesAndRunsInOneWayOnly) {
  EXPECT_EQ(rewritten("3/[A]02/[ch][L]1 / 0/0 00"), "3/A2/[ch]L1 / 0/0 0");
  EXPECT_EQ(rewritten("003/[Ł]2/Z\u03072 / 0/0 0"), "3/Ł2/Ż2 / 0/0 0");
}

TEST(CgpParser, AnyWhiteSpaceSeparates) {
  EXPECT_EQ(rewritten(" \t3/3   AB/\t0/0     4      lex     CSW21 ;ld english;;  \r"),
            "3/3 AB/ 0/0 4 ld english; lex CSW21;");
}

TEST(CgpParser, KeepsWhatIsWrittenAndNoDefaults) {
  const Parsed parsed(with("lex CSW21;"));
  EXPECT_EQ(parsed.position.opcodes.lexicon, "CSW21");
  EXPECT_FALSE(parsed.position.opcodes.bingo_bonus);
  EXPECT_FALSE(parsed.position.opcodes.exchange_tile_limit);
  EXPECT_FALSE(parsed.position.opcodes.max_zero_turns);
}

TEST(CgpParser, ReadsEveryOpcode) {
  const std::string all = with(
      "bb 35; bdn CrosswordGame; cr 5pt; etl 1; gid x7; ld english; lex CSW21; lm 2A .A +5; mcnz "
      "4; "
      "ti 3000; tmr 10000/-2500; to 60000; var WordSmog; unknown; l1 NWL20; ab x y;");
  const Parsed parsed(all);
  EXPECT_TRUE(parsed.deviations.problems.empty());
  const CgpOpcodes& opcodes = parsed.position.opcodes;
  EXPECT_EQ(opcodes.bingo_bonus, 35);
  EXPECT_EQ(opcodes.challenge_rule, ChallengeRule::five_points);
  EXPECT_EQ(opcodes.exchange_tile_limit, 1);
  EXPECT_EQ(opcodes.game_id, "x7");
  EXPECT_EQ(opcodes.max_zero_turns, 4);
  EXPECT_EQ(opcodes.timer_increment_ms, 3000);
  EXPECT_EQ(opcodes.timers_ms, (std::vector<std::int64_t>{10000, -2500}));
  EXPECT_EQ(opcodes.max_overtime_ms, 60000);
  EXPECT_EQ(opcodes.others.size(), 3u);
  EXPECT_EQ(to_cgp(parsed.position), all);
}

TEST(CgpParser, ReadsEveryFormOfTheLastMove) {
  for (const char* move :
       {"2A .A", "B1 [CH].", "-AB?", "-2", "-", "challenge B1 C.", "2A A. +5", "2A A. +0"}) {
    const std::string line = with("lm " + std::string(move) + ";");
    EXPECT_EQ(rewritten(line), line);
    EXPECT_TRUE(Parsed(line).deviations.problems.empty()) << move;
  }
}

TEST(CgpParser, ColumnsGoOnAfterZ) {
  TileNames names;
  for (const char* text : {"3AA X", "ZZ1 X", "AAA12 X", "15O X"}) {
    const auto move = parse_cgp_move(text, names);
    ASSERT_TRUE(move) << text;
    EXPECT_EQ(cgp_move_text(*move, names), text);
  }
  EXPECT_EQ(parse_cgp_move("3AA X", names)->column, 26);
  EXPECT_EQ(parse_cgp_move("AAA12 X", names)->column, 702);
  EXPECT_EQ(parse_cgp_move("8d X", names)->column, 3) << "lower case is read too";
}

TEST(CgpParser, GeometryIsStrict) {
  EXPECT_EQ(rewritten("3/2/3 AB/ 0/0 0"), "row 2 is 2 squares wide, expected 3");
  EXPECT_EQ(rewritten("2/3/3/3 AB/ 0/0 0"), "row 1 is 2 squares wide, expected 3");
  EXPECT_EQ(rewritten("3/4 / 0/0 0"), "row 2 is 4 squares wide, expected 3");
  EXPECT_EQ(rewritten("3//3 / 0/0 0"), "row 2 is 0 squares wide, expected 3");
  EXPECT_EQ(rewritten("3/0A2/3 / 0/0 0"),
            "row 2, column 1: a run of 0 squares, expected 1 to 1000");
  EXPECT_EQ(rewritten("99999999999/3 / 0/0 0"),
            "row 1, column 1: a run of 99999999999 squares, expected 1 to 1000");
  EXPECT_EQ(rewritten("999A9/3 / 0/0 0"), "row 1 is more than 1000 squares wide");
  EXPECT_EQ(rewritten("3/1*1/3 / 0/0 0"), "row 2, column 2: `*` is no tile");
  EXPECT_EQ(rewritten("3/1?1/3 / 0/0 0"), "row 2, column 2: `?` stands for no letter");
  EXPECT_EQ(rewritten("3/1[CH1/3 / 0/0 0"), "row 2, column 2: `[` without `]`");
  EXPECT_EQ(rewritten("3/1[]1/3 / 0/0 0"), "row 2, column 2: `` is no tile");
}

TEST(CgpParser, CountsAreStrict) {
  EXPECT_EQ(rewritten("3/3 AB/ 0/0"), "3 fields, expected placement, racks, scores and zero turns");
  EXPECT_EQ(rewritten("3/3"), "1 field, expected placement, racks, scores and zero turns");
  EXPECT_EQ(rewritten("3 " + std::string(1000, '/') + " 0 0"), "more than 1000 racks");
  EXPECT_EQ(rewritten("3/3 AB/ 0/0/0 0"), "3 scores, expected 2: as many as racks");
  EXPECT_EQ(rewritten("3/3 A/B/C 0/0 0"), "2 scores, expected 3: as many as racks");
  EXPECT_EQ(rewritten("3/3 A/B 0 0"), "1 score, expected 2: as many as racks");
  EXPECT_EQ(rewritten("3/3 AB/ 0/x 0"), "score 2 is no number: `x`");
  EXPECT_EQ(rewritten("3/3 AB/ 0/99999999999 0"), "score 2 is no number: `99999999999`");
  EXPECT_EQ(rewritten("3/3 AB/ 0/0 -1"), "zero turns: expected a number, not `-1`");
  EXPECT_EQ(rewritten("3/3 A2/ 0/0 0"), "rack 1: `2` is no tile");
}

TEST(CgpParser, SomeOpcodesRejectTheLine) {
  EXPECT_EQ(rewritten(with("lm -; lm -2;")), "lm is given twice");
  EXPECT_EQ(rewritten(with("lm nonsense; lm -2;")), "lm is given twice");
  EXPECT_EQ(rewritten(with("gid a b;")), "gid: `a b` holds a blank");
  EXPECT_EQ(rewritten("3/1\xC5 1/3 / 0/0 0"), "the line is not UTF-8");
  EXPECT_EQ(Parsed("\xFF").reject->kind, ProblemKind::bad_charset);
}

TEST(CgpParser, OtherOddOpcodesAreKeptAndNoted) {
  EXPECT_EQ(Parsed(with("lex CSW24")).deviation(), "the last `;` is missing");
  EXPECT_EQ(Parsed(with("-lex CSW24;")).deviation(),
            "`-lex` is no opcode: read without its hyphen");
  EXPECT_EQ(rewritten(with("-lex CSW24 -bb 40")), with("bb 40; lex CSW24;"));
  EXPECT_EQ(rewritten(with("-lex CSW24\t-bb\t40")), with("bb 40; lex CSW24;"));
  EXPECT_EQ(Parsed(with("bb many;")).deviation(), "bb: `many` means nothing");
  EXPECT_EQ(rewritten(with("bb many;")), with("bb many;"));
  EXPECT_EQ(Parsed(with("lm 9A X;")).deviation(), "lm: `9A X` means nothing") << "off the board";
  EXPECT_EQ(Parsed(with("lex A; lex B;")).deviation(), "lex is given twice");
  EXPECT_EQ(rewritten(with("lex A; lex B;")), with("lex A; lex B;"));
  EXPECT_TRUE(Parsed(with("l1 NWL20; l2 CSW21;")).deviations.problems.empty());
}

TEST(CgpParser, AHyphenMayBeginTheOperandOfAnOption) {
  EXPECT_EQ(rewritten(with("-ti -5 -tmr -2500/1000 -lm -AB --lex X;")),
            with("lex X; lm -AB; ti -5; tmr -2500/1000;"));
  EXPECT_EQ(rewritten(with("-lex CSW24 -X foo;")), with("lex CSW24; X foo;")) << "but not go on";
  EXPECT_EQ(rewritten(with("-ev Smith - Jones -ld B;")), with("ld B; ev Smith - Jones;"));
}

TEST(CgpParser, SaysWhereInTheLine) {
  EXPECT_EQ(Parsed("3/1*1/3 / 0/0 0").reject->offset_bytes, 3u);
  EXPECT_EQ(Parsed("3/2/3 / 0/0 0").reject->offset_bytes, 2u);
  EXPECT_EQ(Parsed("3/3 AB/*C 0/0 0").reject->offset_bytes, 7u);
  EXPECT_EQ(Parsed("3/3 / 0/0 0 bb x;").deviations.problems.at(0).offset_bytes, 15u);
}

TEST(TileNames, TilesAndTheirBlanksArePairs) {
  TileNames names;
  EXPECT_EQ(names.code_of("Q"), 'Q');
  EXPECT_EQ(names.code_of("q"), 'q');
  EXPECT_EQ(names.code_of("?"), '?');
  EXPECT_EQ(names.code_of("CH"), 128);
  EXPECT_EQ(names.code_of("ch"), 129);
  EXPECT_EQ(names.code_of("Ch"), 128) << "only what is all lower case is a blank";
  EXPECT_EQ(names.code_of("ż"), 131);
  EXPECT_EQ(names.code_of("Z\u0307"), 130) << "composed or not";
  EXPECT_EQ(names.code_of("L·L"), 132);
  EXPECT_EQ(names.text_of(133), "l·l");
  EXPECT_EQ(names.find_code("Ñ"), std::nullopt);
  EXPECT_EQ(names.size(), 3u);
}

TEST(TileNames, ScriptsWithoutCaseHaveTilesToo) {
  TileNames names;
  EXPECT_EQ(names.code_of("א"), 128);
  EXPECT_EQ(names.code_of("ı"), 130) << "the dotless i is not I";
}

TEST(TileNames, WhatHasNoLetterIsNoTile) {
  TileNames names;
  for (const char* text : {"", "1", "*", "·", "A B", "A/", "\u00A0", "A\u200B", "\u0301"}) {
    EXPECT_FALSE(names.code_of(text)) << text;
  }
  EXPECT_EQ(names.size(), 0u);
}

TEST(TileNames, ALongTextIsNoTile) {
  const std::string longest(TileNames::kMaxTileBytes, 'Q');
  TileNames names;
  EXPECT_EQ(names.code_of(longest), 128);
  EXPECT_EQ(names.code_of(longest + "Q"), std::nullopt);
  EXPECT_EQ(names.code_of(longest + "Q", std::string_view::npos), 130) << "stored before";
  EXPECT_EQ(Parsed("3/1[" + longest + "]1/3 / 0/0 0").message(), "no reject");
  EXPECT_EQ(Parsed("3/1[" + longest + "Q]1/3 / 0/0 0").message(),
            "row 2, column 2: a tile of more than 64 bytes");
}

TEST(TileNames, AFullTableIsAClearError) {
  std::string placement;
  for (char a = 'A'; a <= 'Z'; ++a) {
    for (const char b : {'A', 'B', 'C'}) placement += std::string("[") + a + b + "]";
  }
  EXPECT_EQ(rewritten(placement + " / 0/0 0"),
            "row 1, column 65: `VB` is one more than 64 tiles beyond A to Z");
}

}  // namespace
}  // namespace ludex::test

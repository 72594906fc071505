#include "formats/position_text.hpp"
#include "games/api/game_rules.hpp"
#include "ludex/error.hpp"

#include <gtest/gtest.h>

#include <algorithm>

namespace ludex::test {
namespace {

constexpr std::string_view kAcross = "15/15/15/15/15/15/15/5QANAtE4/15/15/15/15/15/15/15";
constexpr std::string_view kDown = "15/15/15/15/15/7Q7/7A7/7N7/7A7/7t7/7E7/15/15/15/15";

QueryPosition query(std::string_view text) {
  return parse_position(text, {GameType::crossword, std::nullopt});
}
std::string line(std::string_view board, std::string_view rest = "/ 0/0 0") {
  return std::string(board) + ' ' + std::string(rest);
}

/// How a query fits a stored line, and whether their keys agree with that.
std::string fit(const QueryPosition& asked, std::string_view stored) {
  const Position found = query(stored).position;
  const auto match = asked.match(found);
  const PositionKey key = find_rules(GameType::crossword)->key_of(found);
  const auto ranges = asked.key_ranges();
  const bool filed = std::any_of(ranges.begin(), ranges.end(), [&](const KeyRange& range) {
    return range.first <= key && key <= range.last;
  });
  if (!match) return "none";
  return filed ? std::string(orientation_name(match->orientation)) : "matches under another key";
}
std::string fit(std::string_view asked, std::string_view stored) {
  return fit(query(asked), stored);
}

TEST(CrosswordQuery, TheBoardAloneCounts) {
  EXPECT_EQ(fit(kAcross, line(kAcross, "AB/C 17/200 3 lex CSW21; lm 8F QANAtE;")), "identity");
  EXPECT_EQ(fit(line(kAcross), line(kAcross, "AB/C 17/200 3 lex CSW21;")), "identity");
  EXPECT_EQ(fit(kAcross, line("15/15/15/15/15/15/15/4QANAtE5/15/15/15/15/15/15/15")), "none");
}

TEST(CrosswordQuery, ABlankIsNotItsLetterUnlessAsked) {
  const std::string natural = line("15/15/15/15/15/15/15/5QANATE4/15/15/15/15/15/15/15");
  QueryPosition asked = query(kAcross);
  EXPECT_EQ(fit(asked, natural), "none");
  asked.known.blank_as_letter = true;
  EXPECT_EQ(fit(asked, natural), "identity");
  EXPECT_EQ(fit(asked, line(kAcross)), "identity");
  EXPECT_EQ(fit(asked, line("15/15/15/15/15/15/15/5QANOTE4/15/15/15/15/15/15/15")), "none");
}

TEST(CrosswordQuery, TransposedBoardsAreTheSameWhereTheLayoutIsSymmetric) {
  EXPECT_EQ(fit(kAcross, line(kDown)), "diag");
  EXPECT_EQ(fit(kAcross, line(kDown, "/ 0/0 0 bdn CrosswordGame;")), "diag");
  EXPECT_EQ(fit(kAcross, line(kDown, "/ 0/0 0 bdn standard15;")), "diag");
  EXPECT_EQ(fit(kAcross, line(kDown, "/ 0/0 0 bdn Slanted;")), "none");
  EXPECT_EQ(fit(line(kAcross, "/ 0/0 0 bdn Slanted;"), line(kAcross, "/ 0/0 0 bdn Slanted;")),
            "identity");
  EXPECT_EQ(fit("2/AB", line("1A/1B")), "none") << "nobody knows the premium squares of 2x2";
  QueryPosition asked = query(kAcross);
  asked.orientation = OrientationMode::exact;
  EXPECT_EQ(fit(asked, line(kDown)), "none");
}

TEST(CrosswordQuery, RacksHoldTheTilesThatAreKnown) {
  const auto holds = [](std::string_view asked, std::string_view stored) {
    return fit(line("3/3", std::string(asked) + " 0/0 0"),
               line("3/3", std::string(stored) + " 0/0 0")) == "identity";
  };
  EXPECT_TRUE(holds("/", "ABC/D"));
  EXPECT_TRUE(holds("CA/", "ABC/D"));
  EXPECT_TRUE(holds("A?/D", "AB?/D"));
  EXPECT_FALSE(holds("AA/", "ABC/D"));
  EXPECT_FALSE(holds("AX/", "ABC/D"));
  EXPECT_FALSE(holds("/D", "ABC/")) << "an unknown rack is no evidence";
  EXPECT_FALSE(holds("D/", "ABC/D")) << "racks belong to players";
  EXPECT_EQ(fit("3/3 / 0/0 0", "3/3 A/B/C 1/2/3 0"), "identity") << "any number of players";
  EXPECT_EQ(fit("3/3 // 0/0/0 0", "3/3 A/B 1/2 0"), "identity");
}

TEST(CrosswordQuery, LooseTakesRacksThatSayLess) {
  const auto holds = [](std::string_view asked, std::string_view stored) {
    QueryPosition loose = query(line("3/3", std::string(asked) + " 0/0 0"));
    loose.loose = true;
    return fit(loose, line("3/3", std::string(stored) + " 0/0 0")) == "identity";
  };
  EXPECT_TRUE(holds("ABC/D", "/"));
  EXPECT_TRUE(holds("ABC/D", "CA/"));
  EXPECT_TRUE(holds("ABC/D", "DCBA/D"));
  EXPECT_FALSE(holds("ABC/D", "AX/"));
}

TEST(CrosswordQuery, ExactTakesRacksScoresAndZeros) {
  const auto equals = [](std::string_view stored) {
    QueryPosition exact = query("3/3 AB/C 12/7 1");
    exact.exact = true;
    return fit(exact, line("3/3", stored)) == "identity";
  };
  EXPECT_TRUE(equals("BA/C 12/7 1 lex CSW21;"));
  EXPECT_FALSE(equals("AB/ 12/7 1"));
  EXPECT_FALSE(equals("ABD/C 12/7 1"));
  EXPECT_FALSE(equals("AB/C 7/12 1"));
  EXPECT_FALSE(equals("AB/C 12/7 0"));
}

/// True if a query with these opcodes matches a line with those.
bool agrees(std::string_view asked, std::string_view stored, bool loose = false,
            std::string_view board = kAcross) {
  QueryPosition position = query(line(board, "/ 0/0 0 " + std::string(asked)));
  position.loose = loose;
  return fit(position, line(board, "/ 0/0 0 " + std::string(stored))) == "identity";
}

TEST(CrosswordQuery, OpcodesAreFilters) {
  for (const char* opcode : {"lex CSW21;", "ld english;", "cr 5pt;", "gid x;", "ti 3;", "tmr 1/2;",
                             "to 5;", "lm -2;", "l1 NWL20;", "bb 40;", "var WordSmog;"}) {
    EXPECT_TRUE(agrees(opcode, opcode)) << opcode;
    EXPECT_FALSE(agrees(opcode, "")) << opcode;
    EXPECT_TRUE(agrees("", opcode)) << opcode;
  }
  EXPECT_FALSE(agrees("lex CSW21;", "lex NWL18;"));
  EXPECT_FALSE(agrees("l1 NWL20;", "l1 CSW21;"));
  EXPECT_FALSE(agrees("lm -2;", "lm -3;"));
}

TEST(CrosswordQuery, LooseTakesOpcodesThatAreNotWritten) {
  for (const char* opcode : {"lex CSW21;", "ld english;", "cr 5pt;", "gid x;", "lm -2;",
                             "l1 NWL20;", "var WordSmog;", "bdn Slanted;"}) {
    EXPECT_TRUE(agrees(opcode, "", true)) << opcode;
  }
  EXPECT_FALSE(agrees("lex CSW21;", "lex NWL18;", true));
  EXPECT_FALSE(agrees("l1 NWL20;", "l1 CSW21;", true));
  EXPECT_FALSE(agrees("bb 40;", "", true)) << "the text says that it is 50 there";
}

TEST(CrosswordQuery, WhatIsNotWrittenHasTheValueOfTheText) {
  EXPECT_TRUE(agrees("bb 50; etl 7; mcnz 6;", ""));
  EXPECT_FALSE(agrees("etl 1;", ""));
  EXPECT_FALSE(agrees("mcnz 4;", ""));
  EXPECT_FALSE(agrees("bb 50;", "bb 35;"));
}

TEST(CrosswordQuery, NamesOfOneLayoutOrVariantAreOne) {
  EXPECT_TRUE(agrees("bdn CrosswordGame;", ""));
  EXPECT_TRUE(agrees("bdn CrosswordGame;", "bdn standard15;"));
  EXPECT_FALSE(agrees("bdn Slanted;", ""));
  EXPECT_FALSE(agrees("bdn CrosswordGame;", "bdn Slanted;"));
  EXPECT_TRUE(agrees("var WordSmog;", "var wordsmog;"));
  std::string super = "21";
  for (int row = 1; row < 21; ++row) super += "/21";
  EXPECT_TRUE(agrees("bdn SuperCrosswordGame;", "bdn standard21;", false, super));
  EXPECT_FALSE(agrees("bdn CrosswordGame;", "", false, super));
}

TEST(CrosswordQuery, TheLastMoveIsTurnedWithTheBoard) {
  const std::string asked = line(kAcross, "/ 0/0 0 lm 8F QANAtE;");
  EXPECT_EQ(fit(asked, line(kDown, "/ 0/0 0 lm H6 QANAtE;")), "diag");
  EXPECT_EQ(fit(asked, line(kDown, "/ 0/0 0 lm 8F QANAtE;")), "none");
  EXPECT_EQ(fit(line(kAcross, "/ 0/0 0 lm -2;"), line(kDown, "/ 0/0 0 lm -2;")), "diag");
}

TEST(CrosswordQuery, MovesAreTurnedWithTheBoard) {
  const QueryPosition asked = query(kAcross);
  const auto match = asked.match(query(line(kDown)).position);
  ASSERT_TRUE(match);
  const GameRules& rules = *find_rules(GameType::crossword);
  const auto move = rules.parse_move("6H .AT", asked.position);
  ASSERT_TRUE(move);
  const Move turned = asked.to_query(*move, *match);
  EXPECT_EQ(rules.move_text(turned, {15, 15}), "F8 .AT");
  EXPECT_EQ(map_move(turned, *match, {15, 15}), *move);
}

TEST(CrosswordQuery, TilesCountByWhatIsWrittenOnThem) {
  EXPECT_EQ(fit("[L·L]Ł1/[ch]2", line("[L·L]Ł1/[ch]2", "[NY]/ 0/0 0")), "identity");
  EXPECT_EQ(fit("Ł[L·L]1/3", line("Ł[L·L]1/3")), "identity");
  EXPECT_EQ(fit("3/Ł2 [CH]/ 0/0 0", line("3/Ł2", "[RR][CH]/Ł 0/0 0")), "identity")
      << "the codes are others there";
  EXPECT_EQ(fit("3/Ł2", line("3/ł2")), "none");
  EXPECT_EQ(fit("3/Ł2", line("3/Ś2")), "none");
}

TEST(CrosswordQuery, MalformedPositionsSayWhy) {
  const auto error = [](std::string_view text) -> std::string {
    try {
      (void)parse_position(text);
    } catch (const UsageError& found) {
      return found.what();
    }
    return "none";
  };
  EXPECT_EQ(error("3/2/3 / 0/0 0"), "position: row 2 is 2 squares wide, expected 3");
  EXPECT_EQ(error("3/3 / 0/0/0 0"), "position: 3 scores, expected 2: as many as racks");
  EXPECT_EQ(
      error("3/3"),
      "position: rows of a board alone do not say which game it is; add `game`, or `gm GAME;` "
      "after ' / 0/0 0'");
  EXPECT_EQ(error("3/3 / 0/0 0 gm crossword; lex X"), "none");
}

TEST(CrosswordQuery, MovesCanBePlayedFromTheEmptyBoard) {
  EXPECT_EQ(to_cgp(query("moves:8F QANAtE I7 R.N -2 -").position),
            "15/15/15/15/15/15/8R6/5QANAtE4/8N6/15/15/15/15/15/15 / 0/0 2 lm -;");
  EXPECT_THROW((void)query("moves:8F"), UsageError) << "a coordinate alone is no move";
}

TEST(CrosswordPoints, AreNamedAfterColumnZToo) {
  const GameRules& rules = *find_rules(GameType::crossword);
  const BoardSize size{60, 30};
  EXPECT_EQ(rules.place_text(25, size), "1Z");
  EXPECT_EQ(rules.place_text(26, size), "1AA");
  EXPECT_EQ(rules.place_text(29 * 60 + 53, size), "30BB");
  EXPECT_EQ(rules.find_named_point("ab2", size), std::optional<Point>(60 + 27));
  for (Point point = 0; point < static_cast<Point>(size.area()); ++point) {
    EXPECT_EQ(rules.find_named_point(rules.place_text(point, size), size), point);
  }
  EXPECT_FALSE(rules.find_named_point("31A", size));
  EXPECT_FALSE(rules.find_named_point("1BI", size)) << "column 61";
}

TEST(CrosswordKey, IsPinned) {
  const GameRules& rules = *find_rules(GameType::crossword);
  const auto key = [&](std::string_view text) { return rules.key_of(query(text).position).bits; };
  EXPECT_EQ(key(kAcross), key(kDown));
  EXPECT_EQ(key(kAcross) >> 24, key("15/15/15/15/15/15/15/5QANATE4/15/15/15/15/15/15/15") >> 24);
  EXPECT_EQ(key("3/3"), 6740054265094315452u);
  EXPECT_EQ(key(kAcross), 1388501447452505607u);
  EXPECT_EQ(key("[L·L]Ł1/[ch]2"), 11463116860874589086u);
}

}  // namespace
}  // namespace ludex::test

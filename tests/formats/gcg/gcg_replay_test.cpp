#include "formats/gcg/gcg.hpp"
#include "games/api/game_rules.hpp"

#include <gtest/gtest.h>

#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace ludex {
namespace {

const std::string kTwoPlayers = "#player1 ann Ann Lee\n#player2 bob Bob Ray\n";
using Lines = std::vector<std::string>;

/// The states of a replay: the seat to move, then a CGP line.
struct Replayed {
  ReplayScript script;
  Lines states;

  explicit Replayed(std::string_view text) {
    GcgGame game;
    const auto reject = parse_gcg(text, {}, game);
    EXPECT_FALSE(reject.has_value());
    replay_gcg(game, script, [&](const CgpPosition& position, std::size_t seat) {
      states.push_back(std::to_string(seat + 1) + " " + to_cgp(position));
    });
  }

  [[nodiscard]] Lines problems() const {
    Lines lines;
    for (const Problem& problem : script.problems) {
      lines.push_back(std::to_string(problem.ply) + " " + std::string(problem_name(problem.kind)) +
                      ": " + problem.message);
    }
    return lines;
  }
  /// A state without its board.
  [[nodiscard]] std::string fields(std::size_t ply) const {
    const std::string& state = states.at(ply);
    return state.substr(0, 2) + state.substr(state.find(' ', 2) + 1);
  }
};

TEST(GcgReplay, ShowsTheStateBeforeEachEventAndTheLastOne) {
  const Replayed game(kTwoPlayers +
                      "#lexicon CSW21\n#id io.woogles x1\n"
                      ">ann: DIIIILU -IIILU +0 0\n"
                      ">bob: AAENRSZ 8G ZA +22 22\n");
  const std::string empty = "15/15/15/15/15/15/15/15/15/15/15/15/15/15/15";
  EXPECT_EQ(game.states,
            (Lines{"1 " + empty + " DIIIILU/ 0/0 0 gid x1; lex CSW21;",
                   "2 " + empty + " AAENRSZ/ 0/0 1 gid x1; lex CSW21; lm -IIILU;",
                   "1 15/15/15/15/15/15/15/6ZA7/15/15/15/15/15/15/15 / 0/22 0 gid x1; lex CSW21; "
                   "lm 8G ZA;"}));
  EXPECT_EQ(game.problems(), Lines{});
  EXPECT_EQ(game.script.moves, 2U);
  EXPECT_EQ(game.script.total_positions, 3U);
  EXPECT_EQ(game.script.first_illegal_ply, -1);
}

TEST(GcgReplay, ShowsAPlayThatIsTakenBackOnTheBoardAndOffIt) {
  const Replayed game(kTwoPlayers +
                      ">ann: ADGKOSV 8D VOKDA +34 34\n>ann: ADGKOSV -- -34 0\n"
                      ">bob: ABCDEFG - +0 0\n");
  EXPECT_EQ(game.fields(1), "2 / 0/34 0 lm 8D VOKDA;");
  EXPECT_NE(game.states[1].find("3VOKDA7"), std::string::npos);
  EXPECT_EQ(game.fields(2), "2 ABCDEFG/ADKOV 0/0 1 lm challenge 8D VOKDA;");
  EXPECT_EQ(game.states[2].find("VOKDA7"), std::string::npos);
  EXPECT_EQ(game.fields(3), "1 ADKOV/ 0/0 2 lm -;");
  EXPECT_EQ(game.problems(), Lines{});
}

TEST(GcgReplay, ForgetsTilesThatWereSeenOnceTheyAreGone) {
  const Replayed game(kTwoPlayers +
                      ">ann: ADGKOSV 8D VOKDA +34 34\n>ann: ADGKOSV -- -34 0\n"
                      ">bob: ABCDEFG - +0 0\n>ann: ADGKOSV 8D VODKA +34 34\n"
                      ">bob: ABCDEFG - +0 0\n");
  EXPECT_EQ(game.fields(4), "2 ABCDEFG/ 0/34 0 lm 8D VODKA;");
}

TEST(GcgReplay, CountsTurnsWithoutPlays) {
  const Replayed game(kTwoPlayers +
                      ">ann: AB - +0 0\n>bob: CD -C +0 0\n>ann: AB -2 +0 0\n"
                      ">bob: DE 8H DE +6 6\n>ann: AB - +0 0\n");
  const auto zeros = [&](std::size_t ply) {
    const std::string fields = game.fields(ply);
    return fields.substr(fields.find_last_of(' ', fields.find(" lm ") - 1) + 1, 1);
  };
  EXPECT_EQ(zeros(3), "3");
  EXPECT_EQ(zeros(4), "0");
  EXPECT_EQ(zeros(5), "1");
  EXPECT_EQ(game.fields(3), "2 DE/ 0/0 3 lm -2;");
}

TEST(GcgReplay, AddsTheChallengeBonusToTheLastMove) {
  const Replayed game(kTwoPlayers + ">ann: AB 8H AB +8 8\n>ann:  (challenge) +5 13\n");
  EXPECT_EQ(game.fields(1), "2 / 0/8 0 lm 8H AB;");
  EXPECT_EQ(game.fields(2), "2 / 0/13 0 lm 8H AB +5;");
  EXPECT_EQ(game.script.moves, 1U);
}

TEST(GcgReplay, LeavesTimePenaltiesOutOfTheScores) {
  const Replayed game(kTwoPlayers + ">ann: AB 8H AB +8 8\n>ann:  (time) -10 -2\n>bob: (AB) +8 8\n");
  EXPECT_EQ(game.fields(2), "2 / 0/8 0 lm 8H AB;");
  EXPECT_EQ(game.problems(), Lines{});
}

TEST(GcgReplay, TakesLettersAndParenthesesForTilesThatLieThere) {
  const std::string start = kTwoPlayers + ">ann: CAT 8G CAT +10 10\n";
  for (const auto* word : {".ATS", "CATS", "(CAT)S", "(C)ATS"}) {
    const std::string play = word == std::string(".ATS") ? "...S" : word;
    const Replayed game(start + ">bob: S 8G " + play + " +6 6\n");
    EXPECT_NE(game.states[2].find("6CATS5"), std::string::npos) << play;
    EXPECT_EQ(game.fields(2), "1 / 10/6 0 lm 8G ...S;") << play;
    EXPECT_EQ(game.problems(), Lines{}) << play;
  }
}

TEST(GcgReplay, ScoresPremiumsCrossWordsBlanksAndBingos) {
  // 8D: C on a double letter, the middle doubles the word, and 50 for seven tiles.
  // 7G: E on a double letter, in ES and in EW; SD.
  const Replayed right(kTwoPlayers +
                       ">ann: ?CDEIRW 8D CRoWDIE +80 80\n>bob: AB D8 .AB +7 7\n"
                       ">ann: ES 7G ES +12 92\n");
  EXPECT_EQ(right.problems(), Lines{});
  const Replayed wrong(kTwoPlayers + ">ann: ?CDEIRW 8D CRoWDIE +82 82\n");
  EXPECT_EQ(wrong.problems(), Lines{"1 wrong_score: 8D CRoWDIE scores 80, not 82"});
}

TEST(GcgReplay, SaysWhenARackDoesNotHoldWhatLeavesIt) {
  const Replayed game(kTwoPlayers + ">ann: AXE 8H AB +8 8\n>bob: CD -E +0 0\n");
  EXPECT_EQ(game.problems(), (Lines{"1 not_on_rack: the rack AXE does not hold AB",
                                    "2 not_on_rack: the rack CD does not hold E"}));
}

TEST(GcgReplay, KeepsTheTotalsOfTheFileAndSaysWhereTheyDisagree) {
  const Replayed game(kTwoPlayers + ">ann: AB 8H AB +8 9\n>bob: C - +0 0\n>ann: A - +0 9\n");
  EXPECT_EQ(game.problems(), Lines{"1 wrong_total: 0 and 8 make 8, not 9"});
  EXPECT_EQ(game.fields(1), "2 C/ 0/9 0 lm 8H AB;");
}

TEST(GcgReplay, GoesOnWithAPlayThatTouchesNothing) {
  const Replayed game(kTwoPlayers + ">ann: AB A1 AB +12 12\n>bob: C - +0 0\n");
  EXPECT_EQ(game.problems(),
            Lines{"1 illegal_move: AB: touches no other tile, or does not start in "
                  "the middle"});
  EXPECT_EQ(game.script.total_positions, 3U);
  EXPECT_EQ(game.script.first_illegal_ply, 1);
}

TEST(GcgReplay, NamesTheFirstIllegalPlyAlsoIfAnImpossibleOneFollows) {
  const Replayed game(kTwoPlayers + ">ann: AB A1 AB +12 12\n>bob: C A1 C +3 3\n");
  EXPECT_EQ(game.script.first_illegal_ply, 1);
  EXPECT_EQ(game.script.total_positions, 2U);
}

TEST(GcgReplay, StopsAtAPlayThatTheBoardMakesImpossible) {
  const std::string start = kTwoPlayers + ">ann: CAT 8G CAT +10 10\n";
  const std::string more = "\n>ann: DE - +0 10\n";
  const auto stops = [&](const std::string& play, const std::string& why) {
    const Replayed game(start + ">bob: ABDOGSXYZ " + play + " +6 6" + more);
    EXPECT_EQ(game.problems(), Lines{why}) << play;
    EXPECT_EQ(game.script.first_illegal_ply, 2) << play;
    EXPECT_EQ(game.states.size(), 2U) << play;
  };
  stops("8G DOG", "2 impossible_move: DOG: another tile lies where letter 1 goes");
  stops("8I .AB.", "2 impossible_move: .AB.: no tile lies at letter 4");
  stops("O14 ABD", "2 off_board: ABD: off the board");
  stops("P1 AB", "2 off_board: AB: off the board");
  stops("8J S9", "2 impossible_move: no word: S9");
}

TEST(GcgReplay, TakesALongTextForNoTile) {
  const Replayed game(kTwoPlayers + ">ann: A[" + std::string(65, 'Q') + "] - +0 0\n");
  EXPECT_EQ(game.problems(), Lines{"0 bad_syntax: no rack: a tile of more than 64 bytes"});
}

TEST(GcgReplay, StopsAtAnEventThatWasNotUnderstood) {
  const Replayed game(kTwoPlayers + ">ann: CAT 8G CAT +10 10\n>bob: AB\n>ann: DE - +0 10\n");
  EXPECT_EQ(game.script.first_illegal_ply, 2);
  EXPECT_EQ(game.script.total_positions, 2U);
}

TEST(GcgReplay, GoesOnWhereWhatWasNotUnderstoodBroughtNothing) {
  const Replayed game(kTwoPlayers +
                      ">ann: AB 8H AB +8 8\n>ann: he thought for long\n>bob: CD ? +0 0\n"
                      ">bob: CAT 9H CAT +15 15\n>ann: CD - +0 8\n");
  EXPECT_EQ(game.problems(), Lines{});
  EXPECT_EQ(game.script.first_illegal_ply, -1);
  EXPECT_EQ(game.script.total_positions, 6U);
  EXPECT_EQ(game.script.moves, 3U);
  EXPECT_EQ(game.fields(1), "2 / 0/8 0 lm 8H AB;");
  EXPECT_EQ(game.fields(2), game.fields(1));
  EXPECT_EQ(game.fields(4), "1 CD/ 8/15 0 lm 9H CAT;");
}

TEST(GcgReplay, StopsWhereTilesWereLostWithWhatWasNotUnderstood) {
  for (const char* lost : {">ann: CAT CAT +15 23\n", ">ann: CAT 9H\n"}) {
    const Replayed game(kTwoPlayers + ">ann: AB 8H AB +8 8\n" + lost +
                        ">bob: DE - +0 0\n>ann: DO 10H DO +9 32\n");
    EXPECT_EQ(game.script.total_positions, 2U) << lost;
    EXPECT_EQ(game.script.first_illegal_ply, 2) << lost;
  }
}

TEST(GcgReplay, StopsWhereNoPlayCanBeTakenBack) {
  const Replayed game(kTwoPlayers + ">ann: CAT - +0 0\n>ann: CAT -- -5 0\n");
  EXPECT_EQ(game.problems(), Lines{"2 impossible_move: no play to take back"});
}

TEST(GcgReplay, CountsTheTilesOfTheBag) {
  const Replayed game(kTwoPlayers + ">ann: ZZZ 8G ZZ +40 40\n");
  EXPECT_EQ(game.problems(),
            (Lines{"0 too_many_tiles: 3 of Z on board and rack, the bag holds 1"}));
}

TEST(GcgReplay, ChecksScoresByTheDistributionOfTheGame) {
  const Replayed polish(kTwoPlayers + "#character-encoding UTF-8\n#lexicon OSPS44\n" +
                        ">ann: ŁÓDŹAAA 8G ŁÓDŹ +38 38\n");
  EXPECT_EQ(polish.problems(), Lines{});
  const Replayed spanish(kTwoPlayers + "#tile-distribution spanish\n" +
                         ">ann: CHALLAO 8G [CH]ALLA +30 30\n>bob: O 8G CHALL.O +16 16\n");
  EXPECT_NE(spanish.states[1].find("6[CH]A[LL]A5"), std::string::npos);
  EXPECT_EQ(spanish.problems(), Lines{});
}

TEST(GcgReplay, TakesTheTilesThatTheScoresShowWhereNothingNamesThem) {
  const Replayed polish(kTwoPlayers + "#character-encoding UTF-8\n>ann: ŁÓDŹAAA 8G ŁÓDŹ +38 38\n");
  EXPECT_EQ(polish.problems(), Lines{});
  EXPECT_EQ(polish.fields(1), "2 / 0/38 0 ld polish; lm 8G ŁÓDŹ;");
  const Replayed unknown(kTwoPlayers + "#character-encoding UTF-8\n>ann: ŁÓDŹAAA 8G ŁÓDŹ +39 39\n");
  EXPECT_EQ(unknown.problems(), Lines{"0 unknown_tiles: the letter distribution of these tiles is "
                                      "not known: scores are not checked"});
  const std::string nine_french =
      kTwoPlayers +
      ">ann: 8G KAW +42 42\n>bob: H7 B.X +23 23\n>ann: 9H XI +24 66\n>bob: I9 .L +12 35\n"
      ">ann: 10I LE +4 70\n>bob: J10 .T +2 37\n>ann: 11J TA +4 74\n>bob: K11 .Y +11 48\n"
      ">ann: 12K YO +22 96\n";
  const Replayed french(nine_french + ">bob: L12 .N +2 50\n");
  EXPECT_EQ(french.fields(1), "2 / 0/42 0 ld french; lm 8G KAW;");
  const Replayed few(nine_french);
  EXPECT_EQ(few.fields(1), "2 / 0/42 0 ld french; lm 8G KAW;");
  EXPECT_EQ(few.problems(), Lines{"2 wrong_score: H7 B.X scores 14, not 23"});
  const Replayed two(kTwoPlayers + ">ann: CASAKRO 8E CASA +10 10\n>bob: KROWAEN F7 K.ROWA +9 9\n");
  EXPECT_EQ(two.problems(), Lines{}) << "Polish: no score is that of English tiles";
}

TEST(GcgReplay, TakesAWrongScoreOfAShortEnglishGameForNothingElse) {
  // The score with French tiles, of which K and W are worth 10.
  const Replayed one(kTwoPlayers + ">ann: 8G KAW +42 42\n");
  EXPECT_EQ(one.problems(), Lines{"1 wrong_score: 8G KAW scores 20, not 42"});
  const Replayed neither(kTwoPlayers + ">ann: 8G KAW +41 41\n>bob: H7 B.X +99 99\n");
  EXPECT_EQ(neither.problems().front(), "1 wrong_score: 8G KAW scores 20, not 41");
}

TEST(GcgReplay, TakesNoTilesWhereTheScoresShowSeveralSets) {
  // Z is worth 8 in Catalan, Italian and Portuguese, 10 in English.
  const Replayed game(kTwoPlayers + ">ann: 8G ZA +18 18\n>bob: G7 A.A +12 12\n");
  EXPECT_EQ(game.problems(), Lines{"0 unknown_tiles: the letter distribution of these tiles is "
                                   "not known: scores are not checked"});
}

TEST(GcgReplay, SaysOnceThatScoresCannotBeChecked) {
  const Replayed game(kTwoPlayers +
                      "#tile-distribution klingon\n>ann: AB 8H AB +99 99\n"
                      ">bob: C 7H C +99 99\n");
  EXPECT_EQ(game.problems(), Lines{"0 unknown_tiles: the letter distribution of klingon is not "
                                   "known: scores are not checked"});
  EXPECT_EQ(game.script.total_positions, 3U);
}

TEST(GcgReplay, ScoresABlankForALetterThatTheBagLacksAsNothing) {
  const Replayed game(kTwoPlayers + "#character-encoding UTF-8\n#lexicon NSF21\n" +
                      ">ann: Å?Æ 8H ÅqÆ +20 20\n>bob: QI 7H QI +9 9\n>ann: AB 9H AB +1 21\n");
  EXPECT_EQ(
      game.problems(),
      (Lines{"1 too_many_tiles: 1 of Q on board and rack, the bag holds 0",
             "2 unknown_tiles: the value of a tile in a word of QI is not known: the score is "
             "not checked",
             "3 unknown_tiles: the value of a tile in a word of AB is not known: the score is "
             "not checked"}));
}

TEST(GcgReplay, KnowsNoLargeSetOfOtherLanguagesThanEnglish) {
  const Replayed game(kTwoPlayers +
                      "#board-layout SuperCrosswordGame\n#lexicon FRA20\n>ann: AT 11K AT +4 4\n");
  EXPECT_EQ(game.problems(),
            Lines{"0 unknown_tiles: the letter distribution of FRA20 is not known: "
                  "scores are not checked"});
}

TEST(GcgReplay, PlaysOnTheLargeBoard) {
  const Replayed game(kTwoPlayers +
                      "#board-layout SuperCrosswordGame\n#lexicon CSW21\n"
                      ">ann: AT 11K AT +4 4\n>bob: AXE U1 AXE - 0\n");
  EXPECT_EQ(game.problems().size(), 1U);
  EXPECT_NE(game.states[1].find("10AT9"), std::string::npos);
}

TEST(GcgReplay, TurnsTheRacksOfFourPlayersToTheOneToMove) {
  const Replayed game(kTwoPlayers +
                      "#player3 c C\n#player4 d D\n>ann: AB 8H AB +8 8\n"
                      ">bob: CD - +0 0\n>c: EF - +0 0\n");
  EXPECT_EQ(game.fields(2), "3 EF/// 0/0/8/0 1 lm -;");
  EXPECT_EQ(game.fields(3), "4 /// 0/8/0/0 2 lm -;");
}

/// Before each event and at the end: who made which move, and which one is next.
Lines moves_around(std::string_view text) {
  GcgGame parsed;
  EXPECT_FALSE(parse_gcg(text, {}, parsed).has_value());
  ReplayScript script;
  compile_gcg(parsed, script, nullptr);
  const GameRules& rules = *find_rules(GameType::crossword);
  Lines lines;
  rules.walk(script.ops, {15, 15}, [&](const Position& position) {
    const auto named = [&](const std::optional<Move>& move) {
      return move ? std::to_string(static_cast<int>(move->player)) + " " +
                        rules.move_text(*move, position.size)
                  : "none";
    };
    lines.push_back(named(position.last_move) + ", then " + named(position.next_move));
    return true;
  });
  return lines;
}

TEST(GcgReplay, EventsBetweenTurnsAreNoMoves) {
  EXPECT_EQ(
      moves_around(kTwoPlayers +
                   ">ann: AB 8H AB +8 8\n>bob: CD 9H CD +14 14\n>bob: CD (challenge) +5 19\n"
                   ">bob: CD (time) -10 9\n>ann: EF - +0 8\n>bob: GH - +0 9\n"
                   ">ann: EF (EF) -5 3\n"),
      (Lines{"none, then 1 8H AB", "1 8H AB, then 2 9H CD", "2 9H CD, then 1 -", "none, then 1 -",
             "none, then 1 -", "1 -, then 2 -", "2 -, then none", "none, then none"}));
}

TEST(GcgReplay, ShowsTheLastRacks) {
  const Replayed game(kTwoPlayers + ">ann: AB 8H AB +8 8\n#rack2 GFE\n");
  EXPECT_EQ(game.fields(1), "2 EFG/ 0/8 0 lm 8H AB;");
}

}  // namespace
}  // namespace ludex

#include "formats/csa/csa.hpp"

#include "formats/csa/parsed_csa.hpp"

#include <gtest/gtest.h>

#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace ludex {
namespace {

using shogi::Piece;
using shogi::Square;
using Properties = std::vector<std::pair<std::string, std::string>>;

TEST(CsaParser, ReadsARecordOf1999) {
  const CsaGame game = parsed(
      "'----------a record----------\n'Names\nN+Tanigawa\nN-Habu\n'Even\n"
      "P1-KY-KE-GI-KI-OU-KI-GI-KE-KY\nP2 * -HI * * * * * -KA *\n"
      "P3-FU-FU-FU-FU-FU-FU-FU-FU-FU\nP4 * * * * * * * * *\nP5 * * * * * * * * *\n"
      "P6 * * * * * * * * *\nP7+FU+FU+FU+FU+FU+FU+FU+FU+FU\nP8 * +KA * * * * * +HI *\n"
      "P9+KY+KE+GI+KI+OU+KI+GI+KE+KY\n'Sente's turn\n+\n'Moves\n+2726FU\nT12\n-3334FU\nT6\n"
      "%CHUDAN\n");
  EXPECT_EQ(game.info.game, GameType::shogi);
  EXPECT_EQ(game.info.size, (BoardSize{9, 9}));
  EXPECT_EQ(game.info.kind, GameKind::game);
  EXPECT_EQ(game.info.seats[0].name, "Tanigawa");
  EXPECT_EQ(game.info.seats[1].name, "Habu");
  EXPECT_EQ(game.info.handicap, std::nullopt);
  EXPECT_EQ(game.version, "");
  EXPECT_EQ(game.start.pieces.size(), 40U);
  EXPECT_EQ(game.start_comment, "----------a record----------\nNames\nEven\nSente's turn\nMoves");
  ASSERT_EQ(game.moves.size(), 2U);
  EXPECT_EQ(text_of(game.moves[0]), "+2726FU");
  EXPECT_EQ(game.moves[0].seconds, 12);
  EXPECT_EQ(text_of(game.moves[1]), "-3334FU");
  EXPECT_EQ(game.moves[1].seconds, 6);
  EXPECT_EQ(game.end_mark, "CHUDAN");
  EXPECT_EQ(game.info.result, GameResult{});
  EXPECT_EQ(game.info.result_raw, "%CHUDAN");
  EXPECT_EQ(game.info.problems, std::vector<Problem>{});
}

TEST(CsaParser, ReadsEveryKeywordOfV22) {
  const CsaGame game = parsed(
      "V2.2\nN+a, b\nN-c\n$EVENT:13th, Computer Shogi: finals\n$SITE:KAZUSA ARC\n"
      "$START_TIME:2003/05/03 10:30:00\n$END_TIME:2003/05/03 11:11:05\n$TIME_LIMIT:00:25+30\n"
      "$OPENING:YAGURA\n$REMARK:kept, all of it\nPI\n+\n%TORYO,T4\n");
  EXPECT_EQ(game.version, "2.2");
  EXPECT_EQ(game.info.seats[0].name, "a, b");
  EXPECT_EQ(game.info.event, "13th, Computer Shogi: finals");
  EXPECT_EQ(game.info.external_id, "");
  EXPECT_EQ(game.info.place, "KAZUSA ARC");
  EXPECT_EQ(game.info.date_raw, "2003/05/03 10:30:00");
  EXPECT_EQ(game.info.date, (DateRange{20030503, 20030503, DatePrecision::day}));
  EXPECT_EQ(game.info.time_limit_raw, "00:25+30");
  EXPECT_EQ(game.info.time_limit_seconds, 25 * 60);
  EXPECT_EQ(game.info.overtime, "30 s byoyomi");
  EXPECT_EQ(game.info.opening, "YAGURA");
  EXPECT_EQ(game.end_seconds, 4);
  EXPECT_EQ(game.info.properties, (Properties{{"V", "2.2"},
                                              {"$END_TIME", "2003/05/03 11:11:05"},
                                              {"$REMARK", "kept, all of it"}}));
  EXPECT_EQ(game.info.problems, std::vector<Problem>{});
}

TEST(CsaParser, ReadsEveryKeywordOfV3) {
  const CsaGame game = parsed(
      "'CSA encoding=UTF-8\nV3.0\n$TIME:600+10.5+3\n$MAX_MOVES:256\n$JISHOGI:27\n"
      "$NOTE:one\\ntwo\\\\n\\x\nPI\n+\n+7776FU\nT6.123\n'*a comment for programs\n"
      "'** 30 -3334FU #100\n");
  EXPECT_EQ(game.version, "3.0");
  EXPECT_EQ(game.info.charset, "UTF-8");
  EXPECT_EQ(game.info.time_limit_raw, "600+10.5+3");
  EXPECT_EQ(game.info.time_limit_seconds, 600);
  EXPECT_EQ(game.info.overtime, "10.5 s byoyomi, 3 s increment");
  EXPECT_EQ(
      game.info.properties,
      (Properties{
          {"V", "3.0"}, {"$MAX_MOVES", "256"}, {"$JISHOGI", "27"}, {"$NOTE", "one\ntwo\\n\\x"}}));
  EXPECT_EQ(game.info.comment, "one\ntwo\\n\\x");
  EXPECT_EQ(game.start_comment, "");
  ASSERT_EQ(game.moves.size(), 1U);
  EXPECT_DOUBLE_EQ(game.moves[0].seconds.value(), 6.123);
  EXPECT_EQ(game.moves[0].comment, "*a comment for programs\n** 30 -3334FU #100");
}

TEST(CsaParser, ReadsAClockForEachSide) {
  const CsaGame equal = parsed("V3.0\n$TIME+:600+10+0\n$TIME-:600+10+0\nPI\n+\n");
  EXPECT_EQ(equal.info.time_limit_seconds, 600);
  EXPECT_EQ(equal.info.overtime, "10 s byoyomi");
  EXPECT_EQ(equal.info.properties,
            (Properties{{"V", "3.0"}, {"$TIME+", "600+10+0"}, {"$TIME-", "600+10+0"}}));
  const CsaGame odds = parsed("V3.0\n$TIMET+:600+10+0\n$TIMET-:60+0+5\nPI\n+\n");
  EXPECT_EQ(odds.info.time_limit_seconds, std::nullopt);
  EXPECT_EQ(odds.info.properties[2], (std::pair<std::string, std::string>("$TIMET-", "60+0+5")));
}

TEST(CsaParser, ControlCharactersAroundAKeywordAreNoPartOfIt) {
  using namespace std::string_literals;
  const CsaGame game = parsed("V3.0\n$TIME\0:600+10+0\n$EVENT\x01:a\n$OWN\0:b\nPI\n+\n"s);
  EXPECT_EQ(game.info.time_limit_seconds, 600);
  EXPECT_EQ(game.info.event, "a");
  EXPECT_EQ(game.info.properties, (Properties{{"V", "3.0"}, {"$OWN", "b"}}));
}

TEST(CsaParser, CommentsOfPeopleAreNoWordsOfAServer) {
  const CsaGame game = parsed("V3.0\n' rating:a good one\n'$MAX_MOVES :256\nPI\n+\n");
  EXPECT_EQ(game.info.properties, (Properties{{"V", "3.0"}}));
  EXPECT_EQ(game.start_comment, " rating:a good one\n$MAX_MOVES :256");
}

TEST(CsaParser, TakesStatementsJoinedByCommas) {
  const CsaGame game = parsed(
      "V2.2,PI,+\n+7776FU,T12,'v=0.5,800,7776FU,120\n-3334FU  ,T0       ,'T0      ,'\n"
      "+2726FU,T12     ,'000:12 \n%TORYO,T1\n");
  EXPECT_EQ(moves_of(game), "+7776FU -3334FU +2726FU");
  EXPECT_EQ(game.moves[0].seconds, 12);
  EXPECT_EQ(game.moves[0].comment, "v=0.5,800,7776FU,120");
  EXPECT_EQ(game.moves[1].seconds, 0);
  EXPECT_EQ(game.moves[2].comment, "000:12");
  EXPECT_EQ(game.end_mark, "TORYO");
  EXPECT_EQ(game.end_seconds, 1);
  EXPECT_EQ(game.info.problems, std::vector<Problem>{});
}

TEST(CsaParser, TakesEveryLineEnding) {
  for (const std::string_view end : {"\n", "\r\n", "\r"}) {
    std::string text;
    for (const std::string_view line :
         {"N+a", "", "PI", "+", "+7776FU", "T1", "-3334FU", "%TORYO"}) {
      text.append(line).append(end);
    }
    const CsaGame game = parsed(text);
    EXPECT_EQ(moves_of(game), "+7776FU -3334FU");
    EXPECT_EQ(game.info.seats[0].name, "a");
    EXPECT_EQ(game.end_mark, "TORYO");
    EXPECT_EQ(game.info.problems, std::vector<Problem>{});
  }
}

TEST(CsaParser, TakesLineEndingsInAnyMixture) {
  EXPECT_EQ(moves_of(parsed("+7776FU\r-3334FU\n+2726FU\r\n\r\r\n-8384FU\n\r+2625FU")),
            "+7776FU -3334FU +2726FU -8384FU +2625FU");
}

TEST(CsaParser, TakesAnyOfTheThreePartsAlone) {
  const CsaGame names = parsed("N+a\nN-b\n");
  EXPECT_EQ(names.start.pieces.size(), 40U);
  EXPECT_EQ(names.start.to_move, Player::first);
  EXPECT_EQ(names.info.kind, GameKind::game);
  EXPECT_EQ(parsed("PI\n").start.to_move, Player::first);
  EXPECT_EQ(parsed("-\n").start.to_move, Player::second);
  const CsaGame moves = parsed("-3334FU\n+7776FU\n");
  EXPECT_EQ(moves.start.to_move, Player::second);
  EXPECT_EQ(moves.start.pieces.size(), 40U);
  EXPECT_EQ(parsed("+\n-3334FU\n").start.to_move, Player::first) << "the turn line counts";
}

TEST(CsaParser, ReadsDropsAndPromotedPieces) {
  const CsaGame game = parsed("+0055KA\n-8822UM\n+5941RY\n");
  EXPECT_EQ(game.moves[0].from, std::nullopt);
  EXPECT_EQ(game.moves[0].to, (Square{5, 5}));
  EXPECT_EQ(game.moves[0].piece, Piece::bishop);
  EXPECT_EQ(game.moves[1].from, (Square{8, 8}));
  EXPECT_EQ(game.moves[1].player, Player::second);
  EXPECT_EQ(game.moves[1].piece, Piece::horse);
  EXPECT_EQ(game.moves[2].piece, Piece::dragon);
}

TEST(CsaParser, NotesWhereAMoveStands) {
  EXPECT_EQ(parsed("PI\n+\n+7776FU,T1\n -3334FU\n").moves[0].offset_bytes, 5U);
  EXPECT_EQ(parsed("PI\n+\n+7776FU,T1\n -3334FU\n").moves[1].offset_bytes, 17U);
}

TEST(CsaParser, TakesHeaderLinesAfterTheMoves) {
  const CsaGame game = parsed("N+a\n+7776FU\n%TORYO\n$END_TIME:2015/05/05 11:00:00\n");
  EXPECT_EQ(game.info.properties, (Properties{{"$END_TIME", "2015/05/05 11:00:00"}}));
  EXPECT_EQ(game.info.problems, std::vector<Problem>{});
}

TEST(CsaParser, EndsTheMovesAtTheEndMark) {
  const CsaGame game = parsed("+7776FU\n%CHUDAN\n-3334FU\nT1\n+2726FU\n%TORYO\n");
  EXPECT_EQ(moves_of(game), "+7776FU");
  EXPECT_EQ(game.end_mark, "CHUDAN");
  EXPECT_FALSE(game.end_seconds) << "the time is a late move's";
  EXPECT_EQ(game.late_lines, (std::vector<std::string>{"-3334FU", "T1", "+2726FU", "%TORYO"}));
  EXPECT_EQ(problems_of(game),
            "bad_syntax at 16: moves after the end mark do not count\n"
            "bad_syntax at 35: a second end mark: TORYO\n");
}

TEST(CsaParser, TakesBackTheLastMoveOfWhoGoesOn) {
  const CsaGame own = parsed("+7776FU\n-3334FU\n%MATTA\nT9\n'slip\n-8384FU\nT1\n'better\n%TORYO\n");
  EXPECT_EQ(moves_of(own), "+7776FU -3334FU -8384FU");
  EXPECT_EQ(standing_moves(own), (std::vector<std::size_t>{0, 2}));
  ASSERT_EQ(own.take_backs.size(), 1u);
  EXPECT_EQ(own.take_backs[0].moves, 2u);
  EXPECT_EQ(own.take_backs[0].seconds, 9);
  EXPECT_EQ(own.take_backs[0].comment, "slip");
  EXPECT_EQ(own.moves[2].comment, "better");
  EXPECT_EQ(own.end_mark, "TORYO");
  EXPECT_EQ(own.info.result.winner, Winner::second) << "gote moved last";
  EXPECT_EQ(problems_of(own), "take_back at 16: - takes back: 1 move became a variation\n");

  const CsaGame with_answer = parsed("+7776FU\n-3334FU\n%MATTA\n+2726FU\n");
  EXPECT_EQ(standing_moves(with_answer), (std::vector<std::size_t>{2}));
  const CsaGame twice = parsed("+7776FU,-3334FU,+2726FU,%MATTA,%MATTA,+6968KI\n");
  EXPECT_EQ(standing_moves(twice), (std::vector<std::size_t>{3}));
  ASSERT_EQ(twice.take_backs.size(), 2u);
  EXPECT_EQ(twice.take_backs[0].standing, 2u);
  EXPECT_EQ(twice.take_backs[1].standing, 0u);
}

TEST(CsaParser, TakesNothingBackWhereNothingSaysWhat) {
  const CsaGame first = parsed("+7776FU\n%MATTA\n-3334FU\n");
  EXPECT_EQ(standing_moves(first), (std::vector<std::size_t>{0, 1}));
  EXPECT_EQ(problems_of(first), "take_back at 8: - has no move to take back\n");
  const CsaGame last = parsed("V3.0\n+\n+7776FU\n%MATTA\n");
  EXPECT_EQ(last.end_mark, "MATTA");
  EXPECT_EQ(last.info.result.winner, Winner::unknown);
  EXPECT_EQ(problems_of(last),
            "take_back at 15: no move follows: nothing is taken back; V3 has no %MATTA\n");
}

TEST(CsaParser, TakesTheEndMarkAfterATakeBackAsTheEnd) {
  const CsaGame game = parsed("+7776FU\n-3334FU\n%MATTA\nT1\n'oh\n%CHUDAN\nT2\n'later\n");
  EXPECT_EQ(game.end_mark, "CHUDAN");
  EXPECT_EQ(game.end_seconds, 2);
  EXPECT_EQ(game.end_comment, "later");
  EXPECT_EQ(game.info.result_raw, "%CHUDAN");
  EXPECT_EQ(standing_moves(game), (std::vector<std::size_t>{0, 1}));
  ASSERT_EQ(game.take_backs.size(), 1u);
  EXPECT_EQ(game.take_backs[0].moves, 2u);
  EXPECT_EQ(game.take_backs[0].seconds, 1);
  EXPECT_EQ(game.take_backs[0].comment, "oh");
  EXPECT_EQ(problems_of(game), "take_back at 16: no move follows: nothing is taken back\n");

  const CsaGame late = parsed("+7776FU\n%MATTA\n%TORYO\n+2726FU\n%CHUDAN\n");
  EXPECT_EQ(moves_of(late), "+7776FU");
  EXPECT_EQ(late.end_mark, "TORYO");
  EXPECT_EQ(late.info.result.winner, Winner::first);
  EXPECT_EQ(late.late_lines, (std::vector<std::string>{"+2726FU", "%CHUDAN"}));
}

TEST(CsaParser, KeepsTheTimeAndTheCommentOfEachTakeBack) {
  const CsaGame game =
      parsed("+7776FU\nT7\n-3334FU\n%MATTA\nT1\n'one\n%MATTA\nT2\n'two\n+2726FU\n");
  ASSERT_EQ(game.take_backs.size(), 2u);
  EXPECT_EQ(game.take_backs[0].seconds, 1);
  EXPECT_EQ(game.take_backs[0].comment, "one");
  EXPECT_EQ(game.take_backs[1].seconds, 2);
  EXPECT_EQ(game.take_backs[1].comment, "two");
  EXPECT_EQ(standing_moves(game), (std::vector<std::size_t>{2}));
}

TEST(CsaParser, CountsTakeBacksAmongTheMovesThatARecordMayHave) {
  CsaOptions options;
  options.max_moves = 3;
  CsaGame game;
  const auto rejected = parse_csa("+7776FU\n%MATTA\n%MATTA\n%MATTA\n%MATTA\n", options, game);
  ASSERT_TRUE(rejected);
  EXPECT_EQ(rejected->kind, ProblemKind::too_many_nodes);
}

TEST(CsaParser, ReadsNamesAndValuesUpToACommaThatAStatementFollows) {
  const CsaGame names = parsed("N+A,N-B\n+7776FU\n");
  EXPECT_EQ(names.info.seats[0].name, "A");
  EXPECT_EQ(names.info.seats[1].name, "B");
  EXPECT_EQ(problems_of(names),
            "bad_syntax at 4: a name or a value is a line of its own: it is read up to this "
            "comma\n");
  const CsaGame whole = parsed("N+A, Jr,$EVENT:E,1st, P82HI22KA,PI82HI22KA,-,-3334FU,T3,%TORYO\n");
  EXPECT_EQ(whole.info.seats[0].name, "A, Jr");
  EXPECT_EQ(whole.info.event, "E,1st, P82HI22KA");
  EXPECT_EQ(whole.info.handicap, 2);
  EXPECT_EQ(moves_of(whole), "-3334FU");
  EXPECT_EQ(whole.end_mark, "TORYO");
}

TEST(CsaParser, ReadsInCommentsWhatTheVersionHasNoLineFor) {
  const CsaGame game =
      parsed("V2.2\n'$TIME:600+0+10\n'$MAX_MOVES:256\n'$EVENT:no\nPI\n+\n+7776FU\n");
  EXPECT_EQ(game.info.time_limit_seconds, 600);
  EXPECT_EQ(game.info.overtime, "10 s increment");
  EXPECT_EQ(game.info.properties, (Properties{{"V", "2.2"}, {"$MAX_MOVES", "256"}}));
  EXPECT_EQ(game.info.event, "");
}

TEST(CsaParser, KnowsWhereCommentsStood) {
  const CsaGame game = parsed(
      "'top\nV2.2\n'names\nN+a\n'clock\n$TIME_LIMIT:00:25+30\n'board\nPI\n'turn\n+\n'moves\n"
      "+7776FU\n'first\n%TORYO\n'end\nT1\n'of it\n");
  EXPECT_EQ(game.start_comment, "top\nnames\nclock\nboard\nturn\nmoves");
  using Part = CsaCommentPlace::Part;
  EXPECT_EQ(game.header, "N+a\n$TIME_LIMIT:00:25+30");
  EXPECT_EQ(game.comment_places, (std::vector<CsaCommentPlace>{{Part::header, 0},
                                                               {Part::header, 0},
                                                               {Part::header, 1},
                                                               {Part::position},
                                                               {Part::turn},
                                                               {Part::moves}}));
  EXPECT_EQ(game.moves[0].comment, "first");
  EXPECT_EQ(game.end_comment, "end\nof it");
}

TEST(CsaParser, ReportsWhatItDoesNotUnderstandAndGoesOn) {
  const CsaGame game = parsed(
      "hello\nName+:x\nPI\n+\n+7776FU\n+7776XX\n+0077FU,+7700FU,+1077FU\n+77\nTotal_Time:9\n"
      "%PASS\nT1e5\n$EVENT\nP1+FU\n");
  EXPECT_EQ(moves_of(game), "+7776FU +0077FU");
  EXPECT_EQ(problems_of(game),
            "stray_text at 0: hello\n"
            "stray_text at 6: Name+:x\n"
            "bad_syntax at 27: +7776XX\n"
            "bad_syntax at 43: +7700FU\n"
            "bad_syntax at 51: +1077FU\n"
            "bad_syntax at 59: +77\n"
            "bad_syntax at 63: Total_Time:9\n"
            "bad_result at 76: %PASS\n"
            "bad_syntax at 82: T1e5\n"
            "bad_syntax at 87: $EVENT\n"
            "misplaced_property at 94: a position after the first move\n");
}

TEST(CsaParser, NotesAHundredProblemsAtMost) {
  std::string text = "PI\n";
  for (int i = 0; i < 1000; ++i) text += "?\n";
  EXPECT_EQ(parsed(text).info.problems.size(), 100U);
}

TEST(CsaParser, RejectsWhatHoldsNoGame) {
  EXPECT_EQ(reject_of("V2.2\n'only\n$EVENT:x\n%TORYO\n"), ProblemKind::no_node);
  EXPECT_EQ(reject_of("V2 parser for V2 formats"), ProblemKind::bad_syntax);
  EXPECT_EQ(reject_of("# A file\nof words\n"), ProblemKind::bad_syntax);
  EXPECT_EQ(reject_of(""), ProblemKind::no_node);
  EXPECT_EQ(reject_of("N+\nN-\n"), ProblemKind::no_node);
}

TEST(CsaParser, RejectsARecordWithMoreMovesThanTheLimit) {
  CsaGame game;
  CsaOptions options;
  options.max_moves = 2;
  EXPECT_EQ(parse_csa("+7776FU\n-3334FU\n", options, game), std::nullopt);
  const auto reject = parse_csa("+7776FU\n-3334FU\n+2726FU\n", options, game);
  ASSERT_TRUE(reject.has_value());
  EXPECT_EQ(reject->kind, ProblemKind::too_many_nodes);
  EXPECT_EQ(reject->message, "more than 2 moves");
}

TEST(CsaParser, LeavesNothingOfTheGameBefore) {
  CsaGame game;
  ASSERT_EQ(parse_csa("V2.2\nN+a\nPI82HI\n-\n-3334FU\nT3\n'x\n%TORYO,T2\n", {}, game),
            std::nullopt);
  ASSERT_EQ(parse_csa("+7776FU\n", {}, game), std::nullopt);
  EXPECT_EQ(moves_of(game), "+7776FU");
  EXPECT_EQ(game.moves[0].seconds, std::nullopt);
  EXPECT_EQ(game.moves[0].comment, "");
  EXPECT_EQ(game.info.seats[0].name, "");
  EXPECT_EQ(game.info.handicap, std::nullopt);
  EXPECT_EQ(game.start.pieces.size(), 40U);
  EXPECT_EQ(game.version + game.end_mark + game.start_comment, "");
  EXPECT_EQ(game.end_seconds, std::nullopt);
}

TEST(CsaParser, KeepsWhatStandsTwice) {
  const CsaGame game = parsed("N+a\nN+b\n$EVENT:c\n$EVENT:d\n$SITE:e\n$SITE:e\n+7776FU\nT1\nT2\n");
  EXPECT_EQ(game.info.seats[0].name, "a");
  EXPECT_EQ(game.info.event, "c");
  EXPECT_EQ(game.info.properties, (Properties{{"N+", "b"}, {"$EVENT", "d"}}));
  EXPECT_EQ(game.moves[0].seconds, 1);
  EXPECT_EQ(problems_of(game), "duplicate_property at 53: two times for one move\n");
}

TEST(CsaParser, ReportsValuesThatAreNoDateAndNoClock) {
  const CsaGame game = parsed("$START_TIME:soon\n$TIME_LIMIT:long\n$TIME:1+2\n$END_TIME:\nPI\n+\n");
  EXPECT_EQ(game.info.date_raw, "soon");
  EXPECT_EQ(game.info.time_limit_raw, "long");
  EXPECT_EQ(problems_of(game),
            "bad_date at 12: $START_TIME:soon\n"
            "bad_time at 29: $TIME_LIMIT:long\n"
            "bad_time at 40: $TIME:1+2\n");
  EXPECT_EQ(game.info.properties, (Properties{{"$TIME", "1+2"}}));
}

TEST(CsaParser, ReadsStartTimesInEveryForm) {
  const auto date = [](std::string_view text) {
    return parsed("$START_TIME:" + std::string(text) + "\nPI\n").info.date;
  };
  const DateRange third_of_may{20030503, 20030503, DatePrecision::day};
  for (const std::string_view text : {"2003/05/03", "2003/05/03 10:30:00", "2003/5/3", "2003-05-03",
                                      "2003年5月3日", "2003/05/03 "}) {
    EXPECT_EQ(date(text), third_of_may) << text;
  }
  EXPECT_EQ(date("2003/05"), (DateRange{20030501, 20030531, DatePrecision::month}));
  for (const std::string_view text : {"", "2003/02/31", "2003/ab/01", "////"}) {
    EXPECT_FALSE(date(text).known()) << text;
  }
}

TEST(CsaParser, TakesVersionAndEncodingFromTheHeadOfTheStream) {
  CsaGame game;
  CsaOptions options;
  options.context = "'CSA encoding=SHIFT_JIS\nV3.0\n";
  ASSERT_EQ(parse_csa("N+\x89\x48\x90\xB6\nPI\n", options, game), std::nullopt);
  EXPECT_EQ(game.version, "3.0");
  EXPECT_EQ(game.info.seats[0].name, "羽生");
  EXPECT_EQ(game.info.charset, "Shift_JIS");
  EXPECT_EQ(game.info.properties, Properties{});
}

}  // namespace
}  // namespace ludex

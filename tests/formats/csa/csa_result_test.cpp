// Who won, by every end mark and by every summary a server writes. Two public libraries had winners
// the wrong way round, so each row stands here for both colours.
#include "formats/csa/csa_values.hpp"

#include "formats/csa/parsed_csa.hpp"

#include <gtest/gtest.h>

#include <string>
#include <string_view>

namespace ludex {
namespace {

struct MarkRow {
  std::string_view mark;
  Winner sente_to_move;  ///< the winner where sente is to move
  Winner gote_to_move;
  WinBy by;
};

constexpr Winner kSente = Winner::first;
constexpr Winner kGote = Winner::second;
constexpr Winner kDraw = Winner::draw;
constexpr Winner kUnknown = Winner::unknown;

class CsaEndMark : public testing::TestWithParam<MarkRow> {};

TEST_P(CsaEndMark, SaysWhoWon) {
  const MarkRow& row = GetParam();
  const std::string end = "%" + std::string(row.mark) + "\n";
  const CsaGame sente_to_move = parsed("PI\n+\n+7776FU\n-3334FU\n" + end);
  const CsaGame gote_to_move = parsed("PI\n+\n+7776FU\n" + end);
  const ResultFrom from = row.sente_to_move == kUnknown ? ResultFrom::none : ResultFrom::end_mark;
  EXPECT_EQ(sente_to_move.info.result, (GameResult{row.sente_to_move, row.by, {}, from}));
  EXPECT_EQ(gote_to_move.info.result, (GameResult{row.gote_to_move, row.by, {}, from}));
  EXPECT_EQ(sente_to_move.info.result_raw, "%" + std::string(row.mark));
}

INSTANTIATE_TEST_SUITE_P(Table, CsaEndMark,
                         testing::Values(MarkRow{"TORYO", kGote, kSente, WinBy::resign},
                                         MarkRow{"TIME_UP", kGote, kSente, WinBy::time},
                                         MarkRow{"ILLEGAL_MOVE", kGote, kSente, WinBy::illegal},
                                         MarkRow{"+ILLEGAL_ACTION", kGote, kGote, WinBy::illegal},
                                         MarkRow{"-ILLEGAL_ACTION", kSente, kSente, WinBy::illegal},
                                         MarkRow{"KACHI", kSente, kGote, WinBy::declaration},
                                         MarkRow{"TSUMI", kGote, kSente, WinBy::mate},
                                         MarkRow{"SENNICHITE", kDraw, kDraw, WinBy::repetition},
                                         MarkRow{"JISHOGI", kDraw, kDraw, WinBy::impasse},
                                         MarkRow{"HIKIWAKE", kDraw, kDraw, WinBy::unknown},
                                         MarkRow{"MAX_MOVES", kDraw, kDraw, WinBy::max_moves},
                                         MarkRow{"CHUDAN", kUnknown, kUnknown, WinBy::unknown},
                                         MarkRow{"MATTA", kUnknown, kUnknown, WinBy::unknown},
                                         MarkRow{"ERROR", kUnknown, kUnknown, WinBy::unknown},
                                         MarkRow{"FUZUMI", kUnknown, kUnknown, WinBy::unknown},
                                         MarkRow{"PASS", kUnknown, kUnknown, WinBy::unknown}));

TEST(CsaEndMark, SaysNothingWhereThereIsNone) {
  EXPECT_EQ(parsed("PI\n+\n+7776FU\n").info.result, GameResult{});
}

TEST(CsaEndMark, GoesByTheTurnWithoutMoves) {
  EXPECT_EQ(parsed("PI\n+\n%TORYO\n").info.result.winner, kGote);
  EXPECT_EQ(parsed("PI82HI\n-\n%TORYO\n").info.result.winner, kSente);
}

TEST(CsaEndMark, IsJustTheEndOfAMateProblem) {
  EXPECT_EQ(parsed("P-11OU\nP+13FU00KI\n+\n+0012KI\n%TSUMI\n").info.result, GameResult{});
  EXPECT_EQ(parsed("P-11OU\nP+99OU13FU00KI\n+\n%TSUMI\n").info.result, GameResult{});
}

struct SummaryRow {
  std::string_view cause;
  std::string_view end_mark;  ///< the mark that the server adds; may be empty
  WinBy by;
};

class CsaSummaryTest : public testing::TestWithParam<SummaryRow> {
 protected:
  static GameResult result(std::string_view sides) {
    const std::string mark(GetParam().end_mark);
    return parsed("N+a\nN-b\nPI\n+\n+7776FU\n" + mark +
                  "'summary:" + std::string(GetParam().cause) + ":" + std::string(sides) + "\n")
        .info.result;
  }
  static GameResult expected(Winner winner) {
    return {winner, GetParam().by, {}, ResultFrom::summary};
  }
};

TEST_P(CsaSummaryTest, IsReadByTheNamesAndBeforeTheEndMark) {
  EXPECT_EQ(result("a win:b lose"), expected(kSente));
  EXPECT_EQ(result("a lose:b win"), expected(kGote));
  EXPECT_EQ(result("b win:a lose"), expected(kGote));
  EXPECT_EQ(result("b lose:a win"), expected(kSente));
  EXPECT_EQ(result("a draw:b draw"), expected(kDraw));
}

INSTANTIATE_TEST_SUITE_P(Causes, CsaSummaryTest,
                         testing::Values(SummaryRow{"toryo", "%TORYO\n", WinBy::resign},
                                         SummaryRow{"kachi", "%KACHI\n", WinBy::declaration},
                                         SummaryRow{"illegal kachi", "%KACHI\n", WinBy::illegal},
                                         SummaryRow{"abnormal", "%TORYO\n", WinBy::forfeit},
                                         SummaryRow{"time up", "", WinBy::time},
                                         SummaryRow{"illegal move", "", WinBy::illegal},
                                         SummaryRow{"uchifuzume", "", WinBy::illegal},
                                         SummaryRow{"oute_kaihimore", "", WinBy::illegal},
                                         SummaryRow{"outori", "", WinBy::illegal},
                                         SummaryRow{"oute_sennichite", "", WinBy::repetition},
                                         SummaryRow{"sennichite", "", WinBy::repetition},
                                         SummaryRow{"max_moves", "", WinBy::max_moves},
                                         SummaryRow{"something new", "", WinBy::unknown}));

GameResult with_names(std::string_view sente, std::string_view gote, std::string_view end) {
  return parsed("N+" + std::string(sente) + "\nN-" + std::string(gote) + "\n+7776FU\n" +
                std::string(end))
      .info.result;
}

TEST(CsaSummary, LeavesItToTheEndMarkWhereBothNamesAreEqual) {
  EXPECT_EQ(with_names("x", "x", "%TORYO\n'summary:toryo:x win:x lose\n"),
            (GameResult{kSente, WinBy::resign, {}, ResultFrom::end_mark}));
  EXPECT_EQ(with_names("x", "x", "%TORYO\n'summary:toryo:x lose:x win\n").winner, kSente);
  EXPECT_EQ(with_names("x", "x", "%KACHI\n'summary:illegal kachi:x win:x lose\n"),
            (GameResult{kSente, WinBy::illegal, {}, ResultFrom::summary}))
      << "gote declared, wrongly";
}

TEST(CsaSummary, GoesByPositionWhereNothingElseDecides) {
  EXPECT_EQ(with_names("x", "x", "'summary:time up:x win:x lose\n").winner, kSente);
  EXPECT_EQ(with_names("x", "x", "'summary:time up:x lose:x win\n").winner, kGote);
  EXPECT_EQ(with_names("x", "x", "%TORYO\n'summary:abnormal:x lose:x win\n").winner, kGote);
}

TEST(CsaSummary, IsReadByOneNameWhereTheOtherIsMissing) {
  EXPECT_EQ(with_names("", "b", "'summary:time up:b lose:a win\n").winner, kSente);
  EXPECT_EQ(with_names("a", "", "'summary:time up:b lose:a win\n").winner, kSente);
}

TEST(CsaSummary, TakesNamesWithColonsAndBlanks) {
  EXPECT_EQ(with_names("a:b c", "d", "'summary:toryo:a:b c lose:d win\n").winner, kGote);
}

TEST(CsaSummary, CountsForNothingIfBroken) {
  for (const std::string_view summary : {"", "toryo", "toryo:a win", "toryo:a wins:b loses"}) {
    EXPECT_EQ(with_names("a", "b", "%TORYO\n'summary:" + std::string(summary) + "\n"),
              (GameResult{kSente, WinBy::resign, {}, ResultFrom::end_mark}))
        << summary;
  }
  EXPECT_EQ(with_names("a", "b", "'summary:abnormal:a lose:b lose\n"), GameResult{});
}

TEST(CsaSummary, ThatNamesAnotherWinnerThanTheEndMarkDisputesTheResult) {
  const auto disputed = [](const std::string& end) {
    return parsed("N+a\nN-b\n+7776FU\n" + end).info.result_disputed;
  };
  EXPECT_TRUE(disputed("%TORYO\n'summary:toryo:a lose:b win\n")) << "gote was to move";
  EXPECT_TRUE(disputed("%SENNICHITE\n'summary:sennichite:a win:b lose\n"));
  EXPECT_FALSE(disputed("%TORYO\n'summary:toryo:a win:b lose\n"));
  EXPECT_TRUE(disputed("%KACHI\n'summary:illegal kachi:a win:b lose\n")) << "gote declared";
  EXPECT_FALSE(disputed("%TORYO\n'summary:abnormal:a lose:b win\n")) << "nobody said %TORYO";
  EXPECT_FALSE(disputed("%CHUDAN\n'summary:time up:a win:b lose\n")) << "the mark names nobody";
  EXPECT_FALSE(disputed("%TORYO\n"));
}

TEST(CsaSummary, IsKeptAsWritten) {
  const CsaGame game = parsed("N+a\nN-b\n+7776FU\n%TORYO\n'summary:toryo:a win:b lose\n");
  EXPECT_EQ(game.info.result_raw, "toryo:a win:b lose");
  EXPECT_EQ(game.info.properties,
            (std::vector<std::pair<std::string, std::string>>{{"%", "TORYO"}}));
}

}  // namespace
}  // namespace ludex

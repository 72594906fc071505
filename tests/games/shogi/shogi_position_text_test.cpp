#include "formats/position_text.hpp"
#include "games/api/game_rules.hpp"
#include "ludex/error.hpp"

#include <gtest/gtest.h>

#include <algorithm>

namespace ludex::test {
namespace {

constexpr PositionTextOptions kShogi{GameType::shogi, std::nullopt};
constexpr std::string_view kEven = "lnsgkgsnl/1r5b1/ppppppppp/9/9/9/PPPPPPPPP/1B5R1/LNSGKGSNL";

QueryPosition query(std::string_view text, const PositionTextOptions& options = {}) {
  return parse_position(text, options);
}
std::string sfen(std::string_view text, const PositionTextOptions& options = {}) {
  const std::string all = to_sfen(query(text, options).position);
  return all.substr(0, all.rfind(' '));
}
std::string error_of(std::string_view text, const PositionTextOptions& options = {}) {
  try {
    (void)parse_position(text, options);
  } catch (const UsageError& error) {
    return error.what();
  }
  return "no error";
}
std::string on_empty(std::string_view rest) { return "9/9/9/9/9/9/9/9/9 " + std::string(rest); }

TEST(ShogiPositionText, ReadsSfenInAllItsSpellings) {
  const std::string expected = "lnsgkgsnl/1r5b1/ppppppppp/9/9/2P6/PP1PPPPPP/1B5R1/LNSGKGSNL w -";
  for (const std::string_view before : {"", "sfen ", "position ", "position sfen "}) {
    for (const std::string_view ply : {"", " 2", " 117", "  1\n"}) {
      const std::string text = std::string(before) + expected + std::string(ply);
      EXPECT_EQ(sfen(text), expected) << text;
      EXPECT_EQ(query(text).known, (Known{true, true, false})) << text;
    }
  }
  for (const std::string_view text : {"startpos moves 7g7f", "position startpos moves 7g7f"}) {
    EXPECT_EQ(sfen(text), expected) << text;
  }
  EXPECT_EQ(sfen("position sfen " + expected + " 2 moves 3c3d 8h2b+"),
            "lnsgkgsnl/1r5+B1/pppppp1pp/6p2/9/2P6/PP1PPPPPP/7R1/LNSGKGSNL w B");
  EXPECT_EQ(sfen("moves:7g7f", kShogi), expected);
  EXPECT_EQ(sfen("startpos"), std::string(kEven) + " b -");
}

TEST(ShogiPositionText, ReadsHandsInAnyOrder) {
  EXPECT_EQ(sfen(on_empty("b PR2pbL18n3P 1")), on_empty("b RL4Pb18n2p"));
  EXPECT_EQ(sfen(on_empty("w -")), on_empty("w -"));
}

TEST(ShogiPositionText, WhatIsNotWrittenIsNotKnown) {
  EXPECT_EQ(query(std::string("sfen ") + std::string(kEven)).known, Known{});
  EXPECT_EQ(query(kEven, kShogi).known, Known{});
  EXPECT_EQ(query(std::string(kEven) + " w").known, (Known{true, false, false}));
  EXPECT_EQ(sfen("+p+l+n+s+b+r3/9/9/9/9/9/9/9/9", kShogi), "+p+l+n+s+b+r3/9/9/9/9/9/9/9/9 b -");
}

TEST(ShogiPositionText, NamesWhatIsMalformed) {
  EXPECT_EQ(error_of("sfen 9/9/9/9 b -"), "position: sfen: the board has 4 ranks, expected 9");
  EXPECT_EQ(error_of("sfen 9/9/8/9/9/9/9/9/9 b -"),
            "position: sfen: rank 3 is 8 squares wide, expected 9");
  EXPECT_EQ(error_of("sfen 9/9/9x/9/9/9/9/9/9 b -"), "position: sfen: rank 3: `x` is no piece");
  EXPECT_EQ(error_of("sfen 8+G/9/9/9/9/9/9/9/9"), "position: sfen: rank 1: `+G` is no piece");
  EXPECT_EQ(error_of("sfen 0p8/9/9/9/9/9/9/9/9"), "position: sfen: rank 1: `0` is no piece");
  EXPECT_EQ(error_of("sfen " + on_empty("x -")),
            "position: sfen: side to move: expected b or w, not `x`");
  EXPECT_EQ(error_of(on_empty("b 2 1")),
            "position: sfen: hands: expected pieces as `2Pb`, not `2`");
  EXPECT_EQ(error_of(on_empty("b K")), "position: sfen: hands: expected pieces as `2Pb`, not `K`");
  EXPECT_EQ(error_of(on_empty("b 99P")), "position: sfen: hands: more than 31 of a kind in `99P`");
  EXPECT_EQ(error_of(on_empty("b 1234567P")),
            "position: sfen: hands: expected pieces as `2Pb`, not `1234567P`");
  EXPECT_EQ(error_of(on_empty("b - x")), "position: sfen: ply: expected a number, not `x`");
  EXPECT_EQ(error_of(on_empty("b - 1 2")), "position: sfen: too many fields");
  EXPECT_EQ(error_of("sfen"), "position: sfen: the board has 1 ranks, expected 9");
  EXPECT_EQ(error_of("startpos moves 7g7f 7f7e"),
            "position: move 2 cannot be played there: `7f7e`");
  EXPECT_EQ(error_of("startpos moves 7g7x"), "position: move 1 is no move on a 9x9 board: `7g7x`");
  EXPECT_EQ(error_of("sfen 9/9/9/9/9/9/9/9/9 moves 7g7f"),
            "position: sfen: moves need the side to move and the hands before them");
  EXPECT_EQ(error_of("startpos", {GameType::go, std::nullopt}),
            "position: this is a position of shogi, but go was asked for");
}

TEST(ShogiPositionText, ReadsTheLinesOfCsa) {
  EXPECT_EQ(sfen("PI,+"), std::string(kEven) + " b -");
  EXPECT_EQ(sfen("PI82HI22KA\n-\n"), "lnsgkgsnl/9/ppppppppp/9/9/9/PPPPPPPPP/1B5R1/LNSGKGSNL w -");
  EXPECT_EQ(sfen("P-51OU\nP+53FU00KI\nP-00AL\n+\n"), "4k4/9/4P4/9/9/9/9/9/9 b G2r2b3g4s4n4l17p");
  EXPECT_EQ(sfen("P1-KY-KE-GI-KI-OU-KI-GI-KE-KY\r\nP9 *  *  *  * +OU *  *  *  * \r\nP+00FU\r\n"),
            "lnsgkgsnl/9/9/9/9/9/9/9/4K4 b P");
  EXPECT_EQ(sfen("PI\n+\n+7776FU\n-3334FU\n"),
            "lnsgkgsnl/1r5b1/pppppp1pp/6p2/9/2P6/PP1PPPPPP/1B5R1/LNSGKGSNL b -");
}

TEST(ShogiPositionText, ReadsMovesOfCsa) {
  const std::string two = "lnsgkgsnl/1r5b1/pppppp1pp/6p2/9/2P6/PP1PPPPPP/1B5R1/LNSGKGSNL b -";
  EXPECT_EQ(sfen("moves:+7776FU -3334FU"), two);
  EXPECT_EQ(sfen("moves:+7776FU,-3334FU", kShogi), two);
  EXPECT_EQ(sfen("moves:7g7f,3c3d", kShogi), two);
  EXPECT_EQ(sfen("moves:+7776FU -3334FU +8822UM -3122GI +0055KA"),
            "lnsgkg1nl/1r5s1/pppppp1pp/6p2/4B4/2P6/PP1PPPPPP/7R1/LNSGKGSNL w b");
  EXPECT_EQ(error_of("moves:-3334FU"), "position: move 1 is no move on a 9x9 board: `-3334FU`");
  EXPECT_EQ(error_of("moves:+7776KI"), "position: move 1 is no move on a 9x9 board: `+7776KI`");
  EXPECT_EQ(error_of("moves:+7776FU -0055KA"),
            "position: move 2 cannot be played there: `-0055KA`");
}

TEST(ShogiPositionText, MovesAgainstTheRulesArePlayedByNobody) {
  const auto refusal = [](std::string_view moves) {
    const std::string error = error_of("startpos moves " + std::string(moves));
    return error.substr(error.rfind("`: ") + 1);
  };
  const std::string zone =
      ": a piece promotes where it enters, leaves or stays in the last three ranks";
  EXPECT_EQ(error_of("moves:7g7f+", kShogi), "position: move 1 is not allowed: `7g7f+`" + zone);
  EXPECT_EQ(refusal("7g7f 3c3d+"), zone);
  EXPECT_EQ(error_of("sfen 9/9/9/9/9/9/9/4r4/9 w - 1 moves 5h5g+"), "no error");
  EXPECT_EQ(error_of("sfen 9/4P4/9/9/9/9/9/9/9 b - 1 moves 5b5a+"), "no error");
  EXPECT_EQ(error_of("sfen 9/9/4S4/9/9/9/9/9/9 b - 1 moves 5c4d+"), "no error");
  const std::string dead = ": the piece could never move again";
  for (const std::string_view text :
       {"9/4P4/9/9/9/9/9/9/9 b - 1 moves 5b5a", "9/9/9/9/9/9/9/4l4/9 w - 1 moves 5h5i",
        "9/9/9/4N4/9/9/9/9/9 b - 1 moves 5d4b", "9/9/9/9/9/9/9/9/9 b P 1 moves P*5a",
        "9/9/9/9/9/9/9/9/9 w n 1 moves N*5h"}) {
    const std::string error = error_of("sfen " + std::string(text));
    EXPECT_TRUE(error.ends_with(dead)) << text << '\n' << error;
  }
  EXPECT_EQ(error_of("sfen 9/9/9/9/9/9/9/9/9 w n 1 moves N*5g"), "no error");
  const std::string file = "sfen 9/9/4p4/9/9/9/4P4/9/9 b Pp 1 moves ";
  EXPECT_TRUE(error_of(file + "P*5e").ends_with(": there is a pawn of the player on that file"));
  EXPECT_EQ(error_of(file + "P*4e P*3d"), "no error");
}

TEST(ShogiPositionText, ReadsLinesOfCsaOnOneLine) {
  const std::string handicap = "lnsgkgsnl/9/ppppppppp/9/9/9/PPPPPPPPP/1B5R1/LNSGKGSNL";
  EXPECT_EQ(sfen("PI82HI22KA"), handicap + " b -");
  EXPECT_EQ(sfen("PI82HI22KA", kShogi), handicap + " b -");
  EXPECT_EQ(sfen("PI82HI22KA -", kShogi), handicap + " w -");
  EXPECT_EQ(sfen("PI82HI22KA - -3334FU"),
            "lnsgkgsnl/9/pppppp1pp/6p2/9/9/PPPPPPPPP/1B5R1/LNSGKGSNL b -");
}

TEST(ShogiPositionText, LinesOfCsaWithoutTurnLeaveItOpen) {
  EXPECT_EQ(query("PI").known, (Known{false, true}));
  EXPECT_EQ(query("PI\n -\r\n").known, (Known{true, true}));
  EXPECT_EQ(query("PI\n-3334FU").known, (Known{true, true}));
}

TEST(ShogiPositionText, NamesWhatIsMalformedInTheLinesOfCsa) {
  EXPECT_EQ(error_of("P1-KY-KE-GI"), "position: csa: P1 has 3 of 9 squares");
  EXPECT_EQ(error_of("PI\n+\n+7775FU\n-7775FU"), "position: csa: -7775FU: no piece on 77");
  EXPECT_EQ(error_of("PI", {GameType::go, std::nullopt}),
            "position: this is a position of shogi, but go was asked for");
}

TEST(ShogiPositionText, ReadsCgpWithHandsOfThePlayerToMoveFirst) {
  const std::string text = "4k4/9/9/9/4[+P]4/9/9/9/4K4 RBP/GPP 0/0 0 gm shogi; pl W;";
  EXPECT_EQ(sfen(text), "4k4/9/9/9/4+P4/9/9/9/4K4 w G2Prbp");
  EXPECT_EQ(to_cgp(query(text).position), text);
  EXPECT_EQ(query(text).known, (Known{true, true, false}));
  EXPECT_EQ(error_of("4k4/9/9/9/9/9/9/9/4K4 rb/ 0/0 0 gm shogi;"),
            "position: racks: `rb/` means nothing in shogi");
  EXPECT_EQ(error_of("9/9 / 0/0 0 gm shogi;"), "position: shogi is not played on 9x2");
  EXPECT_EQ(error_of("[+G]8/9/9/9/9/9/9/9/9 / 0/0 0 gm shogi;"),
            "position: row 1: `+G` is not a piece of this game");
}

TEST(ShogiPositionText, OnlyShogiHasSfen) {
  EXPECT_THROW((void)to_sfen(query("3/3/3 / 0/0 0 gm go;").position), UsageError);
}

TEST(ShogiQuery, MirrorAndSwappedColoursAreNamedNotFolded) {
  QueryPosition asked = query("sfen 4k4/9/9/9/2P6/9/9/9/3K5 b G");
  const auto mirrored = query("sfen 4k4/9/9/9/6P2/9/9/9/5K3 b G").position;
  const auto swapped = query("sfen 5k3/9/9/9/6p2/9/9/9/4K4 w g").position;
  const auto both = query("sfen 3k5/9/9/9/2p6/9/9/9/4K4 w g").position;
  for (const Position& other : {mirrored, swapped, both}) EXPECT_FALSE(asked.match(other));
  EXPECT_EQ(asked.key_ranges().size(), 1u);

  asked.orientation = OrientationMode::mirror;
  asked.swap_colors = true;
  EXPECT_EQ(asked.match(mirrored), (Match{Orientation::mirror_h, false}));
  EXPECT_EQ(asked.match(swapped), (Match{Orientation::rot180, true}));
  EXPECT_EQ(asked.match(both), (Match{Orientation::mirror_v, true}));
  const auto ranges = asked.key_ranges();
  EXPECT_EQ(ranges.size(), 4u);
  for (const Position& other : {mirrored, swapped, both, asked.position}) {
    const PositionKey key = find_rules(GameType::shogi)->key_of(other);
    EXPECT_TRUE(std::any_of(ranges.begin(), ranges.end(), [&](const KeyRange& range) {
      return range.first == key && range.last == key;
    }));
  }
  const Move drop{MoveKind::drop, Player::second, 0, 0, 5, false};
  const Move seen = asked.to_query(drop, *asked.match(swapped));
  EXPECT_EQ(find_rules(GameType::shogi)->move_text(seen, {9, 9}), "G*1i");
  EXPECT_EQ(seen.player, Player::first);
}

}  // namespace
}  // namespace ludex::test

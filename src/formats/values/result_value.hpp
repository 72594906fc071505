#pragma once

#include "ludex/types.hpp"

#include <string_view>

namespace ludex {

/// The parsed value of RE. Takes FF[4]'s grammar, Kierulf's forms (`0`, `W+64`), and the words of
/// servers and books: "White (name) wins by 16.5 points.", `黒中押し勝ち`, `白1目半勝`, `흑
/// 불계승`, `和棋`. In a sentence the margin stands after the winner's colour, before it with its
/// unit (`1집반 흑승`), or in brackets (`흑승(1집반)`). A bare number before the colour counts
/// moves (`272 백1집반승`), and one after it is unknown; an amount beside a word for komi is none.
/// A margin is known only where all of the phrase is understood: not "10 points or more", `반면
/// 5집`, `3점반`. "W+Offline" says who won and not how: no rule makes a lost connection a forfeit.
/// `目`, `집` and `호` count points, `子` Chinese stones of 2 points each, `半` a half; more than
/// 361 points in stones are a count of the board. A win "by 0" keeps its winner and has no margin.
/// `from` is `written` where something was understood, else the result is unknown; an adjourned
/// game is unknown and no draw. \param utf8  valid UTF-8, unescaped. Cost: 30 ns for the forms of
/// FF[4]; about a microsecond for words.
[[nodiscard]] GameResult parse_result(std::string_view utf8);

/// True if an RE value goes on after "B+" with what `result`, read from it, holds nothing of:
/// "B+5x", "W+inf", "B+1234567.5", "W+J"; or has an amount that may be the margin and is not
/// understood: `백승 272`, `흑 10집 이상승`.
[[nodiscard]] bool has_unread_amount(std::string_view utf8, const GameResult& result);

}  // namespace ludex

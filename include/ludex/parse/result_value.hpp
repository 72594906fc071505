#pragma once

#include "ludex/core/game_result.hpp"

#include <string_view>

namespace ludex {

/// What an RE value says.
/// Takes FF[4]'s grammar, Kierulf's forms (`0`, `W+64`), and the words of servers and books:
/// "White (name) wins by 16.5 points.", `黒中押し勝ち`, `白1目半勝`, `흑 불계승`, `和棋`. In a
/// sentence the margin stands behind the winner's colour: a number before it counts moves (`272
/// 백1집반승`), and a bare one behind it is unknown. "W+Offline" says who won and not how: no rule
/// makes a lost connection a forfeit. `目` and `집` count points, `子` Chinese stones of 2 points
/// each, `半` a half. A win "by 0" keeps its winner and has no margin. `from` is `written` where
/// something was understood, else the result is unknown; an adjourned game is unknown and no draw.
/// \param utf8  valid UTF-8, unescaped. Cost: 30 ns for the forms of FF[4]; about a microsecond for
/// words.
[[nodiscard]] GameResult parse_result(std::string_view utf8);

/// Whether an RE value goes on behind "B+" with what `result`, read from it, holds nothing of:
/// "B+5x", "W+inf", "B+1234567.5", "W+J"; or has a bare number behind the winner (`백승 272`).
[[nodiscard]] bool has_unread_amount(std::string_view utf8, const GameResult& result);

}  // namespace ludex

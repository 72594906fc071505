#pragma once

#include "core/game_result.hpp"
#include "formats/values/value_text.hpp"

#include <optional>
#include <string_view>

/// Words and amounts that results are made of. Everything here takes text that
/// value_text::value_form() gave.
namespace ludex::result_parts {

/// Takes the colour in front off: "b", "black", `黑`. Letters must end there.
[[nodiscard]] std::optional<Winner> take_color(std::string_view& text);
/// Takes `胜负`, `무승부` off the front: a draw, or what the result is about.
[[nodiscard]] bool take_outcome_word(std::string_view& text);
/// Takes "wins", `胜`, `승` off the front.
[[nodiscard]] bool take_win_word(std::string_view& text);
/// Takes "lost", "resigns", `负`, `패` off the front.
[[nodiscard]] bool take_loss_word(std::string_view& text);

/// How it was won, by the words that stand anywhere in `text`.
[[nodiscard]] WinBy find_reason(std::string_view text);
[[nodiscard]] bool says_void(std::string_view text);
[[nodiscard]] bool says_draw(std::string_view text);
/// Whether somebody's connection was lost. No rule says what that means: servers count it as a win,
/// some after a time, some as a forfeit.
[[nodiscard]] bool says_offline(std::string_view text);

/// Takes an amount off the front, but none whose number is understood in part only ("1e3",
/// "1.2.3").
[[nodiscard]] std::optional<value_text::Amount> take_margin(std::string_view& text);
/// Whether the number in front of `rest` counts moves or stones on the board.
[[nodiscard]] bool counts_moves(std::string_view rest);
/// Takes `手`, `국`, "%" off the front: the number before counts moves, rounds, days and the like.
bool skip_count_unit(std::string_view& rest);
/// Whether a game can be won by so much: `185子` are a count of the board.
[[nodiscard]] bool is_possible(const value_text::Amount& margin);

}  // namespace ludex::result_parts

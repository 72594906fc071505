#pragma once

#include "ludex/core/game_result.hpp"
#include "parse/value_text.hpp"

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

/// A number in a result.
struct Margin {
  value_text::Amount amount;
  bool has_unit = false;  ///< points, stones or a half: no bare number
};
/// Takes an amount off the front, but none whose number is understood in part only ("1e3",
/// "1.2.3").
[[nodiscard]] std::optional<Margin> take_margin(std::string_view& text);
/// Whether the number in front of `rest` counts moves or stones on the board.
[[nodiscard]] bool counts_moves(std::string_view rest);
/// Whether the number in front of `rest` counts rounds, days and the like.
[[nodiscard]] bool counts_others(std::string_view rest);

}  // namespace ludex::result_parts

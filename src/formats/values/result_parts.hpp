#pragma once

#include "formats/values/value_text.hpp"
#include "ludex/types.hpp"

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
/// True if somebody's connection was lost. No rule says what that means: servers count it as a win,
/// some after a time, some as a forfeit.
[[nodiscard]] bool says_offline(std::string_view text);

/// Takes an amount off the front, but none whose number is understood in part only ("1e3",
/// "1.2.3").
[[nodiscard]] std::optional<value_text::Amount> take_margin(std::string_view& text);
/// True if the number before `rest` counts moves or stones on the board.
[[nodiscard]] bool counts_moves(std::string_view rest);
/// Takes `手`, `국`, "%" off the front: the number before counts moves, rounds, days and the like.
bool skip_count_unit(std::string_view& rest);
/// True if a game can be won by this margin; `185子` is a count of the board.
[[nodiscard]] bool is_possible(const value_text::Amount& margin);

}  // namespace ludex::result_parts

namespace ludex {

/// The margin found in the numbers of a sentence.
struct SentenceMargin {
  std::optional<double> points;
  bool unread = false;  ///< an amount stands there that may be the margin, and is not understood
};

/// Reads the first amount of points after the winner's colour. Moves (`272수`), rounds and komi
/// (`덤 6집반`) are none. An amount counts only where what stands around it is understood, too: not
/// "10 points or more", nor `반면 5집`, the lead on the board.
/// \param text  as value_text::value_form() gave it
[[nodiscard]] SentenceMargin margin_after_winner(std::string_view text);

/// The same for what stands before the colour: `1집반 흑승`. There, a bare number counts moves, and
/// what belongs to another colour is no margin.
[[nodiscard]] SentenceMargin margin_before_winner(std::string_view text);

}  // namespace ludex

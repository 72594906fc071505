#pragma once

#include <optional>
#include <string_view>

namespace ludex {

/// What the numbers of a sentence say of its margin.
struct SentenceMargin {
  std::optional<double> points;
  bool unread = false;  ///< an amount stands there that may be the margin, and is not understood
};

/// Reads the first amount of points behind the winner's colour. Moves (`272수`), rounds and komi
/// (`덤 6집반`) are none. An amount counts only where what stands around it is understood, too: not
/// "10 points or more", nor `반면 5집`, the lead on the board.
/// \param text  as value_text::value_form() gave it
[[nodiscard]] SentenceMargin margin_behind_winner(std::string_view text);

/// The same for what stands before the colour: `1집반 흑승`. There, a bare number counts moves, and
/// what belongs to another colour is no margin.
[[nodiscard]] SentenceMargin margin_before_winner(std::string_view text);

}  // namespace ludex

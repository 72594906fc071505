#pragma once

#include "ludex/core/game_result.hpp"

#include <optional>
#include <string_view>

namespace ludex {

/// What a sentence says of a win: "White wins by 16.5 points", `共240手 白胜2目半`, `백 3집반승`.
struct WinSentence {
  Winner winner = Winner::unknown;  ///< unknown: nobody's, or it says both
  std::optional<double> points;     ///< of the first amount behind the winner's colour
  /// A bare number stands there that may be the margin or the number of moves: `백승 272`.
  bool unread_number = false;
};

/// \param text  as value_text::value_form() gave it
[[nodiscard]] WinSentence parse_win_sentence(std::string_view text);

}  // namespace ludex

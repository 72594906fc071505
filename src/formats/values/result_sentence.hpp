#pragma once

#include "core/game_result.hpp"

#include <optional>
#include <string_view>

namespace ludex {

/// What a sentence says of a win: "White wins by 16.5 points", `共240手 白胜2目半`, `백 3집반승`.
struct WinSentence {
  Winner winner = Winner::unknown;  ///< unknown: nobody's, or it says both
  std::optional<double> points;     ///< the margin
  /// An amount stands there that may be the margin, and is not understood: `백승 272`, `흑 10집
  /// 이상승`.
  bool unread_amount = false;
};

/// \param form  as value_text::value_form() gave it
[[nodiscard]] WinSentence parse_win_sentence(std::string_view form);

}  // namespace ludex

#pragma once

#include "formats/values/value_text.hpp"

#include <optional>
#include <string_view>

namespace ludex {

/// Handicap and komi as a book says them in one value: `호선 - 6집 반 공제`, `互先 コミ6目半`,
/// `2점, 덤 없음`.
struct GameTerms {
  std::optional<int> handicap;  ///< stones; 0: an even game
  std::optional<double> komi;   ///< points
};

/// Nothing is known if any part of the value is not understood, or says another thing than one
/// before it. \param text  as value_text::value_form() gave it
[[nodiscard]] GameTerms parse_game_terms(std::string_view text);

/// Takes `6집 반 공제`, `コミ6目半`, "komi 6.5" off the front: an amount beside a word for komi.
/// \returns nothing, with `text` past it, where the amount can be no komi.
std::optional<double> take_komi(std::string_view& text);

/// A komi in points. Without a unit it may be in hundredths, or in Chinese stones.
[[nodiscard]] std::optional<double> komi_points(const value_text::Amount& amount);

}  // namespace ludex

#pragma once

#include <span>
#include <string>
#include <string_view>

namespace ludex::cli {

/// Letters to insert, drop, replace or swap with their neighbour to get from one word to the other.
[[nodiscard]] std::size_t edit_distance(std::string_view from, std::string_view to);

/// The candidate that was probably meant: the nearest one, if no more than a third of its letters
/// (and at least one) are wrong, or the only one that `word` begins. Empty if there is none.
[[nodiscard]] std::string nearest_word(std::string_view word,
                                       std::span<const std::string> candidates);

}  // namespace ludex::cli

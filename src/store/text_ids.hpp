#pragma once

#include "ludex/names.hpp"

namespace ludex {

/// Kinds of rows in the table `phrase`. Stored: never renumber.
enum class PhraseKind : int {
  game_name = 1,
  annotator = 2,
  rules = 3,
  published_in = 4,
  entered_by = 5,
  application = 6,
  overtime = 7,
  time_limit = 8,
  opening = 9,
  rank = 10,
  properties = 11,
  charset = 12,
  team = 13,
  lexicon = 14,
  variant = 15,
  board_name = 16,
};

/// True for phrases that are rarely the same in two games. The index phrase_by_text does not hold
/// them, and they are looked for among the newest only (TextDictionary).
[[nodiscard]] constexpr bool is_rarely_shared(PhraseKind kind) {
  return kind == PhraseKind::game_name;
}

}  // namespace ludex

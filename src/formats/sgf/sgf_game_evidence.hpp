#pragma once

#include "formats/game_info.hpp"
#include "formats/sgf/sgf.hpp"
#include "formats/values/game_values.hpp"

#include <optional>
#include <string_view>

namespace ludex {

/// How the moves of a tree are written, by the first few of them.
struct SgfMoveStyle {
  bool any = false;
  bool white_first = false;   ///< the first one is W
  bool lower_ident = false;   ///< Little Golem's Twixt: `b` and `r`
  bool swap = false;          ///< swap, swap-pieces, swap-sides
  bool lower_digits = false;  ///< all points are lower-case letters and a number: "a1"
  std::string_view first;     ///< the first value
};
[[nodiscard]] SgfMoveStyle style_of(const SgfTree& tree);

/// The evidence about a tree for SgfRules::claim().
struct SgfEvidence {
  SgfMoveStyle style;
  int width = 0;  ///< 0: SZ is missing
  bool is_little_golem = false;
};

/// Decides the game of a tree. The known habits of servers and programs count most: Little Golem
/// declares no GM at all. Then GM, unless its board contradicts it (GM[2] on a 19x19 Go problem);
/// then how the first moves are written; else Go, FF[4]'s default.
/// \param info  with everything the root says; its `size` is 0x0 where SZ is missing. Cost: a few
/// nanoseconds where GM is a number; about 100 without GM.
[[nodiscard]] GameType choose_game(const SgfTree& tree, const GameInfo& info);

/// True if Little Golem wrote it, which gives no date.
[[nodiscard]] bool is_little_golem(const SgfTree& tree, const GameInfo& info);

/// The unit of a TM without one, as the declared version has it: FF[1] counts minutes, later ones
/// seconds; unknown where no FF is declared.
[[nodiscard]] TimeUnit time_unit_of_version(const SgfTree& tree);

/// The unit of a TM without one. Where no FF is declared: by the players' clocks after their first
/// moves, the server, an event whose games last hours, periods of overtime (LC, which stands beside
/// minutes), or the overtime's words. Where FF[3] or FF[4] is declared: seconds, unless the event
/// or LC contradict that. Unknown otherwise.
/// \param info    complete but for the time limit
/// \param number  the TM as written
[[nodiscard]] TimeUnit find_time_unit(const SgfTree& tree, const GameInfo& info, double number);

}  // namespace ludex

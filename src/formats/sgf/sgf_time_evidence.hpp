#pragma once

#include "formats/game_info.hpp"
#include "formats/sgf/sgf_tree.hpp"
#include "formats/values/game_values.hpp"

#include <optional>

namespace ludex {

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

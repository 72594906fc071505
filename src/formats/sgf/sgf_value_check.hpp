#pragma once

#include "formats/sgf/sgf.hpp"
#include "ludex/problem.hpp"

#include <string_view>
#include <vector>

namespace ludex {

/// Finds what breaks FF[4] in single values and in properties that do not go together, as far as
/// neither the game info nor a replay looks at it. Points are checked where the game is replayed.
/// Checks only records that declare FF[4] or a higher number.
/// \param game  of the tree; its info is complete \returns at most 100 problems, and the number of
/// the others
/// Cost: a look at every value; for `check`, not for indexing.
[[nodiscard]] std::vector<Problem> check_sgf_values(const SgfTree& tree, std::string_view record,
                                                    const SgfGame& game);

}  // namespace ludex

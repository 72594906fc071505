#pragma once

#include "ludex/query.hpp"
#include "query/filter/filters.hpp"

#include <functional>
#include <string>
#include <vector>

namespace ludex {

/// The sizes of a game's boards, those of most games first; may be none if games are on boards of
/// the given size.
using BoardSizes = std::function<std::vector<std::string>(GameType, BoardSize)>;

/// If nothing was found, notes what may have been meant: a part of the board instead of all of
/// it, or a board of another size. Cost: asks for sizes where moves were given without one.
void explain_empty_answer(const Query& query, const GameFilters& filters, const BoardSizes& sizes,
                          std::vector<std::string>& notes);

}  // namespace ludex

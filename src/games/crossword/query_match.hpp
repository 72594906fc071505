#pragma once

#include "games/api/query_position.hpp"

namespace ludex::crossword {

/// Whether a query lies on a stored position in this way and agrees with it in what else it says
/// (DESIGN.md section 7). Transposed boards only where both layouts are known to be symmetric.
[[nodiscard]] bool fits(const QueryPosition& query, const Position& found, const Match& match);

}  // namespace ludex::crossword

#pragma once

#include "engine/empty_answer.hpp"
#include "store/database.hpp"

namespace ludex {

/// Counts the games of a database by board size, for explain_empty_answer().
[[nodiscard]] BoardSizes board_sizes(Database& database);

}  // namespace ludex

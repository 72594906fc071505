#pragma once

#include "engine/empty_answer.hpp"
#include "store/database.hpp"

namespace ludex {

/// For explain_empty_answer(): counts the games of a database by board size if none has this one.
[[nodiscard]] BoardSizes board_sizes(Database& database);

}  // namespace ludex

#pragma once

#include "store/database.hpp"

#include <cstdint>

namespace ludex {

/// Updates the stored groups of duplicates: hashes the beginnings of new games and compares them
/// with all games that share a hash. Does nothing if no game is new. Within a transaction. Uses
/// all threads of the current TBB arena. Cost: 3 us for a new game of 200 moves; 0.1 us for each
/// other game; 10 to 20 us for each game that may be like another one.
/// \param memory_bytes  limit, about: games are compared in parts that fit. If the games of all
///                      groups do not fit, no groups are stored: each query looks for them.
///                      This is not tried again until there is more memory, or there are fewer
///                      games.
void update_duplicates(Database& database, std::uint64_t memory_bytes);

}  // namespace ludex

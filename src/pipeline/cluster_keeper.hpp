#pragma once

#include "store/database.hpp"

#include <cstdint>

namespace ludex {

/// Brings what is stored about duplicates in line with the games: new ones are marked and compared
/// with all others whose marks agree. Does nothing if no game is new. Within a transaction. Uses
/// all threads of the current TBB arena. Cost: 3 us for a new game of 200 moves; 0.1 us for each
/// other game; 10 to 20 us for each game that may be like another one.
/// \param memory_bytes  limit, about: games are compared in parts that fit. If the games of all
///                      groups do not fit, no clusters are stored: each question looks for them.
///                      This is not tried again until there is more memory, or there are fewer
///                      games.
void update_clusters(Database& database, std::uint64_t memory_bytes);

}  // namespace ludex

#pragma once

#include "index/hot_postings.hpp"
#include "pipeline/visited_games.hpp"
#include "store/sql/sql_connection.hpp"

#include <cstdint>
#include <vector>

namespace ludex {

inline constexpr std::uint64_t kNoMoment = 0;

/// The moment of each posting of a turn; kNoMoment if it is not known. Each game is replayed up to
/// its last such posting, on all threads of the current TBB arena. Memory: 16 bytes a posting.
/// \param games  read by one thread at a time \param first_number  not above any number of the turn
[[nodiscard]] std::vector<std::uint64_t> moments_of(SqlConnection& sql, VisitedGames& games,
                                                    const HotPostings& turn,
                                                    std::uint64_t first_number);

}  // namespace ludex

#pragma once

#include "index/block_store.hpp"
#include "index/hot_postings.hpp"
#include "store/sql/sql_statement.hpp"

#include <cstdint>
#include <span>
#include <vector>

namespace ludex {

/// Writes the table position_group for a segment whose blocks are written: for each key with
/// kHotPostings and more, which of its postings are the same to every query. Each game is replayed
/// once for each turn, up to its last such posting. Within a transaction; facts and moves of all
/// games must be stored, also of removed ones.
/// \param memory_bytes  limit, about. A turn takes memory_bytes / 32 postings and reads the moves
/// of
///                      all games.
/// Uses all threads of the current TBB arena.
void write_position_groups(SqlConnection& sql, std::int64_t segment_id, std::uint64_t memory_bytes);

}  // namespace ludex

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
/// once for a turn, as far as such postings go. Within a transaction; games need their facts and
/// moves, removed ones too.
/// \param memory_bytes  held at most, about; a turn of so many bytes / 32 postings costs a reading
///                      of all games' moves.
/// Uses all threads of the current TBB arena.
void write_position_groups(SqlConnection& sql, std::int64_t segment_id, std::uint64_t memory_bytes);

}  // namespace ludex

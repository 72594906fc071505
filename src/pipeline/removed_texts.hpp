#pragma once

#include "store/sql/sql_connection.hpp"

#include <cstdint>

namespace ludex {

/// Overwrites what blocks of text hold beside the texts of records: those of removed records. The
/// others keep their places. Within a transaction. Holds one block at a time. Cost: two sums where
/// there is nothing to overwrite; else a walk over the records, and over the blocks concerned.
/// \returns the bytes that were overwritten
std::uint64_t erase_removed_texts(SqlConnection& sql);

/// Deletes names and phrases that no game uses any more. Within a transaction. Holds a bit for each
/// text. Cost: a scan of the games. \returns how many were deleted
std::uint64_t delete_unused_texts(SqlConnection& sql);

}  // namespace ludex

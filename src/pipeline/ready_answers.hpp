#pragma once

#include "store/database.hpp"

#include <cstdint>

namespace ludex {

/// Adds missing move counts and duplicate groups. Within a transaction.
/// \param memory_bytes  see update_duplicates()
void add_ready_answers(Database& database, std::uint64_t memory_bytes);

}  // namespace ludex

#pragma once

#include "ludex/info.hpp"
#include "store/database.hpp"

#include <cstdint>
#include <functional>

namespace ludex {

/// Merges all segments into one without the postings of removed games, deletes text that belongs to
/// no record, and shrinks the file. Ids stay. Needs disk space for a second copy of the file.
/// \param phase  called with what is being done: "merging", "packing", "shrinking".
CompactReport compact(Database& database, const std::function<void(const char* phase)>& phase);

}  // namespace ludex

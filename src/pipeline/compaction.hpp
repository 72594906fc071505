#pragma once

#include "ludex/info.hpp"
#include "store/database.hpp"

#include <cstdint>
#include <functional>

namespace ludex {

/// Merges all segments into one without the postings of games that are gone, drops text that no
/// record owns, and gives the space back. Ids stay. Needs room for a second copy of the file.
/// \param phase  called with what is being done: "merging", "packing", "shrinking".
CompactReport compact(Database& database, const std::function<void(const char* phase)>& phase);

}  // namespace ludex

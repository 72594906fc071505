#pragma once

#include "store/database.hpp"

#include <cstdint>
#include <functional>

namespace ludex {

struct CompactReport {
  std::uint64_t bytes_before = 0;
  std::uint64_t bytes_after = 0;
  std::uint64_t postings_dropped = 0;
  std::uint64_t text_bytes_dropped = 0;
};

/// Merges all segments into one without the postings of games that are gone, drops text that no
/// record owns, and gives the space back. Ids stay. Needs room for a second copy of the file.
/// \param phase  called with what is being done: "merging", "packing", "shrinking".
CompactReport compact(Database& database, const std::function<void(const char* phase)>& phase);

}  // namespace ludex

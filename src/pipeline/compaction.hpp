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

/// Merges all segments into one without the postings of removed games, deletes text that belongs to
/// no record, and shrinks the file. Ids stay. Needs disk space for a second copy of the file.
/// \param phase  called with what is being done: "merging", "packing", "shrinking".
CompactReport compact(Database& database, const std::function<void(const char* phase)>& phase);

}  // namespace ludex

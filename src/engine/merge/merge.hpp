#pragma once

#include "ludex/merge.hpp"

#include <atomic>
#include <filesystem>

namespace ludex {

/// Merges databases into the one at `path`, which is created if it is missing. What was committed
/// stays, whatever happens; the same call again goes on from there and adds nothing twice.
/// \throws UsageError for options without meaning; DatabaseError if a database cannot be read or
///         written; Error if the disk is full.
MergeReport merge_databases(const std::filesystem::path& path, const MergeOptions& options,
                            const MergeVisitor& progress, const MessageVisitor& message,
                            const std::atomic<bool>& stop);

}  // namespace ludex

#pragma once

#include "ludex/index.hpp"

#include <atomic>
#include <filesystem>
#include <functional>

namespace ludex {

/// Start here: reads sources, stores their records and games, and indexes every position.

/// Adds sources to a database, which is created if missing. Committed data is kept whatever
/// happens; the same call continues from there.
/// \param report_progress  called from the writer's thread a few times per second.
/// \param stop             set it from a signal handler: ends after the current batch, cleanly.
/// \throws UsageError for invalid options; DatabaseError; SourceError if a source given by
///         name does not exist; Error if the disk is full or max_rejects is passed.
IndexReport index_sources(const std::filesystem::path& database, const IndexOptions& options,
                          const std::function<void(const IndexProgress&)>& report_progress,
                          const std::function<void(const IndexMessage&)>& report_message,
                          const std::atomic<bool>& stop);

}  // namespace ludex

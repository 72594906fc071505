#pragma once

#include "pipeline/batch_builder.hpp"
#include "pipeline/source_plan.hpp"

#include <atomic>
#include <cstddef>
#include <cstdint>

namespace ludex {

struct ScanOptions {
  std::uint64_t memory_bytes = 0;                   ///< for decoder windows
  std::size_t max_record_bytes = 16 * 1024 * 1024;  ///< longer ones are kept, not parsed
  double max_expansion = 0;
  std::string format;  ///< empty: by content
};

/// Reads one source from where its plan says, splits it, and tells `builder` all it sees, from
/// source_begin to source_end. If `stop` is set it ends early, without source_end.
/// Damage and unreadable sources become items; nothing is thrown for them.
void scan_source(const SourcePlan& plan, const ScanOptions& options, const std::atomic<bool>& stop,
                 BatchBuilder& builder);

}  // namespace ludex

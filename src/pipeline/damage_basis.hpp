#pragma once

#include "ludex/indexer.hpp"
#include "ludex/source/source_damage.hpp"

#include <cstdint>
#include <string>

namespace ludex {

/// What decides how far a source can be read.
struct ReadingLimits {
  std::uint64_t memory_bytes = 0;
  double max_expansion = 0;
};
[[nodiscard]] ReadingLimits reading_limits(const IndexOptions& options);

/// When a file was last written to and last changed in any way, in ns; empty if that is not known.
/// Its change time moves also where its size and its modification time were restored.
[[nodiscard]] std::string file_times(const std::string& path);

/// Why it is useless to read a damaged source again: its file is the same and, where a limit ended
/// it, no more is allowed. Stored in source.damage_basis.
[[nodiscard]] std::string damage_basis(const std::string& file_times, DamageCause cause,
                                       const ReadingLimits& limits);

/// Whether `basis` was noted for a file with these times.
[[nodiscard]] bool is_same_file(const std::string& basis, const std::string& file_times);

/// Whether a limit ended the source, and these limits allow more.
[[nodiscard]] bool allows_more(const std::string& basis, const ReadingLimits& limits);

}  // namespace ludex

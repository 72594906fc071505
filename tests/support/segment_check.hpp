#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "index/block_store.hpp"

namespace ludex {

/// One thing wrong with a segment.
struct SegmentFault {
  std::uint32_t block = 0;
  std::string message;
  friend bool operator==(const SegmentFault&, const SegmentFault&) = default;
};

/// Reads every block and checks checksums, order, the range of numbers, first keys and the count.
/// \returns the first `max_faults` faults.
[[nodiscard]] std::vector<SegmentFault> check_segment(BlockStore& store, const SegmentInfo& segment,
                                                      std::size_t max_faults = 20);

}  // namespace ludex

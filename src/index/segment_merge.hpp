#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <span>
#include <vector>

#include "index/block_store.hpp"

namespace ludex {

/// More live segments than this make lookups slow: each costs a block read.
inline constexpr std::size_t kMaxLiveSegments = 12;

/// True if the posting's game has not been removed. Empty: none has.
using IsAlive = std::function<bool(std::uint64_t number)>;

/// Merges `segments`, which have the same key_bits, into one, without postings that are not alive.
/// Holds one block of each segment, packed and unpacked (some 60 KiB, hot keys up to 2 MiB).
/// \returns what the sink got; `id` is left to the store.
/// \throws DatabaseError if a block is damaged.
SegmentInfo merge_segments(BlockStore& store, std::span<const SegmentInfo> segments,
                           const IsAlive& is_alive, BlockSink& sink);

/// Which segments to merge now, as ascending places in `segments`; empty: none.
/// Merges four or more of like size, so that a posting is rewritten about log2(all / batch) times
/// at most; or the smallest ones, if more than kMaxLiveSegments are live.
[[nodiscard]] std::vector<std::size_t> choose_merge(std::span<const SegmentInfo> segments);

}  // namespace ludex

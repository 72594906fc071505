#pragma once

#include <cstdint>
#include <functional>

#include "core/position_key.hpp"
#include "index/block_store.hpp"

namespace ludex {

/// Gets a posting; returns false to stop the walk.
using PostingVisitor = std::function<bool(const Posting& posting)>;

/// Visits every posting of one segment whose truncated key lies in the truncated range, in the
/// order (key, number). Truncation lets other positions in: verify hits by replay.
/// \returns false if the visitor stopped. \throws DatabaseError if a block is damaged.
bool for_each_posting(BlockStore& store, const SegmentInfo& segment, KeyRange keys,
                      const PostingVisitor& visit);

/// The first block of `segment` that may hold a posting with key prefix `key`; block_count if the
/// segment is empty. Keys are nearly uniform: some 4 calls of first_key(), never more than
/// 2 log2(block_count) + 2.
[[nodiscard]] std::uint32_t find_block(BlockStore& store, const SegmentInfo& segment,
                                       std::uint64_t key);

}  // namespace ludex

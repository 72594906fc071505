#pragma once

#include <cstdint>
#include <functional>

#include "index/block_store.hpp"
#include "index/position_key.hpp"

namespace ludex {

/// Gets a posting; returns false to stop the walk.
using KeyedVisitor = std::function<bool(const Posting& posting)>;

/// Visits every posting of one segment whose truncated key lies in the truncated range, in the
/// order (key, number). \returns false if the visitor stopped.
/// \throws DatabaseError if a block is damaged.
bool for_each_posting(BlockStore& store, const SegmentInfo& segment, KeyRange keys,
                      const KeyedVisitor& visit);

/// Gets a posting number; returns false to stop the walk.
using PostingVisitor = std::function<bool(std::uint64_t number)>;

/// The first block of `segment` that may hold a posting with key prefix `key`; block_count if the
/// segment is empty. Keys are nearly uniform: some 4 calls of first_key(), never more than
/// 2 log2(block_count) + 2.
[[nodiscard]] std::uint32_t find_block(BlockStore& store, const SegmentInfo& segment,
                                       std::uint64_t key);

/// Visits every posting whose truncated key lies in the truncated range, segment by segment, each
/// in the order (key, number); so for a single key the numbers ascend within a segment.
/// Truncation lets strangers in: verify hits by replay.
/// \throws DatabaseError if a block is damaged.
void for_each_posting(BlockStore& store, KeyRange keys, const PostingVisitor& visit);

}  // namespace ludex

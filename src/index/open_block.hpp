#pragma once

#include <cstdint>

#include "index/block_store.hpp"
#include "index/posting_block.hpp"

namespace ludex {

/// \throws DatabaseError naming segment and block, if there is a fault.
void require_sound(BlockFault fault, const SegmentInfo& segment, std::uint32_t block);

/// A cursor at the start of a block; valid as long as BlockStore::block() says.
/// \throws DatabaseError if the block is damaged.
[[nodiscard]] BlockCursor open_block(BlockStore& store, const SegmentInfo& segment,
                                     std::uint32_t block);

}  // namespace ludex

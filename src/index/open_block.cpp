#include "index/open_block.hpp"

#include <fmt/format.h>

#include "ludex/error.hpp"

namespace ludex {

void require_sound(BlockFault fault, const SegmentInfo& segment, std::uint32_t block) {
  if (fault == BlockFault::none) return;
  throw DatabaseError(
      fmt::format("position index: segment {}, block {} is {}; restore the database from a copy or "
                  "index the sources again",
                  segment.id, block, describe(fault)));
}

BlockCursor open_block(BlockStore& store, const SegmentInfo& segment, std::uint32_t block) {
  BlockCursor cursor;
  require_sound(cursor.open(store.block(segment, block)), segment, block);
  if (cursor.key_bits() != segment.key_bits) {
    require_sound(BlockFault::bad_payload, segment, block);
  }
  return cursor;
}

}  // namespace ludex

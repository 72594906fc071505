#include "index/posting_lookup.hpp"

#include <algorithm>

#include "index/posting_block.hpp"

namespace ludex {

namespace {

/// Where `key` would stand between two blocks if keys were spread evenly; strictly between them.
std::uint32_t guess(std::uint64_t key, std::uint32_t low, std::uint64_t low_key, std::uint32_t high,
                    std::uint64_t high_key) {
  const double share = static_cast<double>(key - low_key) / static_cast<double>(high_key - low_key);
  const auto offset = static_cast<std::uint32_t>(share * static_cast<double>(high - low));
  return std::clamp(low + offset, low + 1, high - 1);
}

}  // namespace

bool for_each_posting(BlockStore& store, const SegmentInfo& segment, KeyRange keys,
                      const PostingVisitor& visit) {
  const std::uint64_t first = key_prefix(keys.first, segment.key_bits);
  const std::uint64_t last = key_prefix(keys.last, segment.key_bits);
  for (auto block = find_block(store, segment, first); block < segment.block_count; ++block) {
    BlockCursor cursor = open_block(store, segment, block);
    if (cursor.first_key() > last) return true;
    for (Posting posting; cursor.next(posting);) {
      if (posting.key < first) continue;
      if (posting.key > last) return true;
      if (!visit(posting)) return false;
    }
    require_sound(cursor.fault(), segment, block);
  }
  return true;
}

/// Keeps first_key(low) < key <= first_key(high), where block_count counts as endless; the answer
/// is `low`, since a group may begin in the block before the first that starts with its key.
std::uint32_t find_block(BlockStore& store, const SegmentInfo& segment, std::uint64_t key) {
  if (segment.block_count == 0 || store.first_key(segment, 0) >= key) return 0;
  std::uint32_t low = 0;
  std::uint32_t high = segment.block_count;
  std::uint64_t low_key = store.first_key(segment, 0);
  std::uint64_t high_key = std::uint64_t{1} << segment.key_bits;
  bool halve = false;  // where guessing does badly, every other step halves
  while (high - low > 1) {
    const std::uint32_t width = high - low;
    const std::uint32_t middle =
        halve || high_key <= key ? low + width / 2 : guess(key, low, low_key, high, high_key);
    const std::uint64_t middle_key = store.first_key(segment, middle);
    (middle_key < key ? low : high) = middle;
    (middle_key < key ? low_key : high_key) = middle_key;
    halve = !halve && high - low > width / 2;
  }
  return low;
}

}  // namespace ludex

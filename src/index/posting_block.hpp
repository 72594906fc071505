#pragma once

#include "core/little_endian.hpp"
#include "core/position_key.hpp"
#include "index/block_store.hpp"

#include <bit>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace ludex {

/// A row with a blob of this size still fits a 16 KiB page of SQLite without an overflow page.
inline constexpr std::size_t kMaxBlockBytes = 16'200;

/// The version of the layout below, stored in each block.
///
/// Header, little-endian:
///   0  u8   format version          8  u64  base of the numbers
///   1  u8   key bits               16  u64  first key
///   2  u8   number bits            24  u64  XXH64 of bytes 0 to 23 and 32 to the end
///   3  u8   Rice parameter
///   4  u32  postings
/// then bits, each byte filled from its lowest bit on. The first posting is its number alone:
/// `number bits` bits, counted from the base. The others are
///   0, key step - 1 in Rice code, number as above            a new key
///   1, width w, then the low w bits of the step in number    the same key again
/// A Rice code is q ones, a zero and `Rice parameter` low bits; q = kRiceEscape ones have no zero,
/// and the whole step - 1 follows in `key bits` bits. The width w, the bits of the step below its
/// leading one, takes as many bits as `number bits` - 1 needs.
inline constexpr std::uint8_t kBlockFormat = 1;
inline constexpr std::size_t kBlockHeaderBytes = 32;
inline constexpr int kRiceEscape = 24;
inline constexpr int kMaxFieldBits = 56;  // of keys and numbers: the bits of one unaligned load

/// The reason why the bytes of a block are invalid.
enum class BlockFault : std::uint8_t { none, too_short, unknown_format, bad_checksum, bad_payload };

/// "checksum does not match", ...
[[nodiscard]] std::string_view describe(BlockFault fault);

/// Packs ascending postings into blocks, each filled as far as it goes.
/// The blocks depend on the postings only, not on how they are divided into calls of append().
/// Holds one block and at most 2,048 postings. Cost: about 10 ns a posting.
class BlockEncoder {
 public:
  /// Every number lies in [first_number, end_number), which is narrower than 2^56.
  BlockEncoder(std::uint64_t first_number, std::uint64_t end_number, BlockSink& sink);

  /// \pre postings ascend strictly, also from call to call.
  void append(std::span<const Posting> postings);

  /// Writes the rest. The next append() starts a new block.
  void finish();

  [[nodiscard]] std::uint32_t blocks() const { return blocks_; }
  [[nodiscard]] std::uint64_t postings() const { return postings_; }

 private:
  std::size_t encode(std::span<const Posting> postings, bool at_end);
  void begin_block(std::span<const Posting> postings);
  bool put(const Posting& posting);
  bool put_same_key(const Posting& posting);
  bool put_new_key(const Posting& posting);
  void put_bits(std::uint64_t value, int count);
  [[nodiscard]] bool has_room_for(int bits) const {
    return used_bits_ + static_cast<std::size_t>(bits) <= kMaxBlockBytes * 8;
  }
  void end_block();

  BlockSink& sink_;
  std::uint64_t base_;
  int number_bits_;
  int width_bits_;
  int rice_bits_ = 0;
  std::vector<char> block_;
  std::size_t used_bits_ = 0;    // of block_, header included
  std::uint64_t last_bits_ = 0;  // the bits of the last, unfinished byte
  std::uint32_t in_block_ = 0;   // 0: no block is open
  std::uint64_t first_key_ = 0;  // of the open block
  std::uint32_t run_ = 0;        // postings of the last key in the open block
  bool has_long_run_ = false;    // of the open block
  Posting previous_;
  std::vector<Posting> pending_;  // too few to choose the next block's Rice parameter
  std::uint32_t blocks_ = 0;
  std::uint64_t postings_ = 0;
};

/// Iterates over the postings of one block. Never reads outside the bytes, even if they are
/// corrupt. Cost: about 1 us to open (checksum), then 4 ns a posting.
class BlockCursor {
 public:
  /// Checks header and checksum. `bytes` must outlive the walk.
  [[nodiscard]] BlockFault open(std::string_view bytes);

  /// The next posting; false at the end, and where the payload is broken: see fault().
  bool next(Posting& posting);

  [[nodiscard]] BlockFault fault() const { return fault_; }
  [[nodiscard]] std::uint64_t first_key() const { return current_.key; }  ///< before next()
  [[nodiscard]] std::uint32_t postings() const { return count_; }
  [[nodiscard]] int key_bits() const { return key_bits_; }

 private:
  [[nodiscard]] std::uint64_t peek() const;
  std::uint64_t take(int count);
  void take_new_key(std::uint64_t word);
  void take_same_key(std::uint64_t word);

  std::string_view bytes_;
  std::size_t position_bits_ = 0;
  Posting current_;
  std::uint64_t base_ = 0;
  std::uint64_t end_key_ = 0;
  std::uint64_t end_number_ = 0;
  std::uint32_t count_ = 0;
  std::uint32_t left_ = 0;
  int key_bits_ = 0;
  int number_bits_ = 0;
  int width_bits_ = 0;
  int rice_bits_ = 0;
  BlockFault fault_ = BlockFault::none;
};

/// Replaces `postings` by those of a block; keeps its memory.
[[nodiscard]] BlockFault decode_block(std::string_view bytes, std::vector<Posting>& postings);

inline std::uint64_t BlockCursor::peek() const {
  const std::size_t byte = position_bits_ / 8;
  std::uint64_t word = 0;
  if (byte + sizeof word <= bytes_.size()) {
    word = load_little<std::uint64_t>(bytes_.data() + byte);
  } else if (byte < bytes_.size()) {
    word = load_little<std::uint64_t>(bytes_.data() + byte, bytes_.size() - byte);
  }
  return word >> (position_bits_ % 8);
}

inline std::uint64_t BlockCursor::take(int count) {
  const std::uint64_t value = peek() & ((std::uint64_t{1} << count) - 1);
  position_bits_ += static_cast<std::size_t>(count);
  return value;
}

/// \param word  from peek(). It nearly always holds the whole step, which saves a load.
inline void BlockCursor::take_new_key(std::uint64_t word) {
  const int ones = std::countr_one(word >> 1);
  std::uint64_t step = 0;
  if (ones < kRiceEscape) {
    const int head_bits = ones + 2;
    position_bits_ += static_cast<std::size_t>(head_bits);
    step = static_cast<std::uint64_t>(ones) << rice_bits_;
    if (head_bits + rice_bits_ <= kMaxFieldBits) {
      step |= word >> head_bits & ((std::uint64_t{1} << rice_bits_) - 1);
      position_bits_ += static_cast<std::size_t>(rice_bits_);
    } else {
      step |= take(rice_bits_);
    }
  } else {
    position_bits_ += kRiceEscape + 1;
    step = take(key_bits_);
  }
  current_.key += step + 1;
  current_.number = base_ + take(number_bits_);
}

inline void BlockCursor::take_same_key(std::uint64_t word) {
  const int width = static_cast<int>(word >> 1 & ((std::uint64_t{1} << width_bits_) - 1));
  position_bits_ += static_cast<std::size_t>(width_bits_) + 1;
  if (width >= number_bits_) {
    current_.number = end_number_;  // next() refuses it
  } else {
    current_.number += std::uint64_t{1} << width | take(width);
  }
}

inline bool BlockCursor::next(Posting& posting) {
  if (left_ == 0) return false;
  if (left_ == count_) {
    current_.number = base_ + take(number_bits_);
  } else if (const std::uint64_t word = peek(); (word & 1) == 0) {
    take_new_key(word);
  } else {
    take_same_key(word);
  }
  if (current_.key >= end_key_ || current_.number >= end_number_ ||
      position_bits_ > bytes_.size() * 8) {
    fault_ = BlockFault::bad_payload;
    left_ = 0;
    return false;
  }
  --left_;
  posting = current_;
  return true;
}

/// Changes all numbers of a block by the same amount, which only its header knows.
/// \pre decode_block() accepts it, and no number becomes negative
void shift_numbers(std::string& block, std::int64_t by);

/// \throws DatabaseError naming segment and block, if there is a fault.
void require_sound(BlockFault fault, const SegmentInfo& segment, std::uint32_t block);

/// A cursor at the start of a block; valid as long as BlockStore::block() says.
/// \throws DatabaseError if the block is damaged.
[[nodiscard]] BlockCursor open_block(BlockStore& store, const SegmentInfo& segment,
                                     std::uint32_t block);

/// The first block of `segment` that may hold a posting with key prefix `key`; block_count if the
/// segment is empty. Keys are nearly uniform: some 4 calls of first_key(), never more than
/// 2 log2(block_count) + 2.
[[nodiscard]] std::uint32_t find_block(BlockStore& store, const SegmentInfo& segment,
                                       std::uint64_t key);

/// As for_each_posting(), for inner loops.
template <class Visit>
bool visit_postings(BlockStore& store, const SegmentInfo& segment, KeyRange keys, Visit visit) {
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

/// Gets a posting; returns false to stop the walk.
using PostingVisitor = std::function<bool(const Posting& posting)>;

/// Visits every posting of one segment whose truncated key lies in the truncated range, in the
/// order (key, number). Truncation lets other positions in: verify hits by replay.
/// \returns false if the visitor stopped. \throws DatabaseError if a block is damaged.
bool for_each_posting(BlockStore& store, const SegmentInfo& segment, KeyRange keys,
                      const PostingVisitor& visit);

}  // namespace ludex

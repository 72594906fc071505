#pragma once

#include "core/position_key.hpp"

#include <compare>
#include <cstdint>
#include <span>
#include <string_view>

namespace ludex {

/// Bits of a PositionKey that the index keeps, from the top. Among 10^9 different positions some
/// 1,800 pairs agree in 48 bits: a hit is verified by replay.
inline constexpr int kKeyBits = 48;

/// The top `key_bits` bits of a key as a number below 2^key_bits, so that it stays positive in SQL.
[[nodiscard]] constexpr std::uint64_t key_prefix(PositionKey key, int key_bits = kKeyBits) {
  return key.bits >> (64 - key_bits);
}

/// One position of one game. Ordered by key, then by number.
struct Posting {
  std::uint64_t key = 0;     ///< key_prefix() of the position
  std::uint64_t number = 0;  ///< first posting number of the game + ply
  friend auto operator<=>(const Posting&, const Posting&) = default;
};

/// One immutable sorted part of the position index: blocks 0 to block_count - 1, ascending by
/// (key, number) within and between them.
struct SegmentInfo {
  std::int64_t id = 0;             ///< given by the store
  std::uint64_t first_number = 0;  ///< of the posting numbers it may hold
  std::uint64_t end_number = 0;    ///< one past the last
  std::uint32_t block_count = 0;
  std::uint64_t postings = 0;
  int key_bits = kKeyBits;
  friend bool operator==(const SegmentInfo&, const SegmentInfo&) = default;
};

/// This many postings of one key in a block are a long run.
inline constexpr std::uint32_t kLongRun = 128;

struct PackedBlock {
  std::uint64_t first_key = 0;  ///< key_prefix of the first posting in the block
  std::string_view bytes;       ///< at most kMaxBlockBytes
  bool has_long_run = false;
};

/// Where finished blocks go, in order.
class BlockSink {
 public:
  virtual ~BlockSink() = default;

  /// The bytes of `block` are valid during the call only.
  virtual void write(const PackedBlock& block) = 0;
};

/// Where blocks are read from. One thread at a time.
class BlockStore {
 public:
  virtual ~BlockStore() = default;

  /// The live segments; valid until the store changes.
  [[nodiscard]] virtual std::span<const SegmentInfo> segments() = 0;

  /// \pre block < segment.block_count. \throws DatabaseError if it is not there.
  [[nodiscard]] virtual std::uint64_t first_key(const SegmentInfo& segment,
                                                std::uint32_t block) = 0;

  /// The bytes as they were written; valid until the next call of any member.
  /// \pre block < segment.block_count. \throws DatabaseError if it is not there.
  [[nodiscard]] virtual std::string_view block(const SegmentInfo& segment, std::uint32_t block) = 0;
};

}  // namespace ludex

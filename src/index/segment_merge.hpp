#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <optional>
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

/// How the posting numbers of one database become those of another. Numbers of games that are not
/// taken over have no place in it.
class NumberMap {
 public:
  static constexpr std::uint64_t kNone = ~std::uint64_t{0};

  /// Numbers [first, first + count) become [to, to + count). \pre `to` ascends from call to call.
  /// \throws DatabaseError if the others do not, as in a damaged database
  void add(std::uint64_t first, std::uint64_t count, std::uint64_t to);
  [[nodiscard]] bool empty() const { return runs_.empty(); }
  /// kNone where the number has no place.
  [[nodiscard]] std::uint64_t operator()(std::uint64_t number) const;
  /// What is added to each number in [first, end); none if not all are moved by the same amount.
  [[nodiscard]] std::optional<std::int64_t> shift(std::uint64_t first, std::uint64_t end) const;

 private:
  struct Run {
    std::uint64_t first, end, to;
  };
  std::vector<Run> runs_;
};

/// A segment of another database, whose numbers a map changes.
struct ForeignSegment {
  BlockStore* store = nullptr;
  SegmentInfo segment;
  const NumberMap* numbers = nullptr;

  [[nodiscard]] std::optional<std::int64_t> shift() const {
    return numbers->shift(segment.first_number, segment.end_number);
  }
};

/// Gives the blocks of a segment whose numbers all move by the same amount, without unpacking them.
/// \returns what the sink got; `id` is left to the store. \pre segment.shift()
/// \throws DatabaseError if a block is damaged.
SegmentInfo shift_segment(const ForeignSegment& segment, BlockSink& sink);

/// Merges segments of other databases into one, with their numbers changed; `first_number` and
/// `end_number` enclose all that the maps give. Memory, result and errors as merge_segments().
SegmentInfo merge_foreign_segments(std::span<const ForeignSegment> segments,
                                   std::uint64_t first_number, std::uint64_t end_number,
                                   BlockSink& sink);

/// Which segments to merge now, as ascending places in `segments`; empty: none.
/// Merges four or more of like size, so that a posting is rewritten about log2(all / batch) times
/// at most; or the smallest ones, if more than kMaxLiveSegments are live.
[[nodiscard]] std::vector<std::size_t> choose_merge(std::span<const SegmentInfo> segments);

}  // namespace ludex

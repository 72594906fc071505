#pragma once

#include "index/block_store.hpp"

#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

namespace ludex {

/// The postings of frequent keys, in the order of a segment.
struct HotPostings {
  struct Group {
    std::uint64_t key = 0;
    std::size_t begin = 0;  // in numbers; the group ends where the next one begins
  };
  std::vector<Group> groups;
  std::vector<std::uint64_t> numbers;

  [[nodiscard]] std::size_t end_of(std::size_t group) const {
    return group + 1 < groups.size() ? groups[group + 1].begin : numbers.size();
  }
};

/// Reads a segment once and gives the groups of kHotPostings and more, in turns that fit memory.
/// A group that is larger than a turn comes in several parts. Blocks are unpacked on all threads of
/// the current TBB arena. Cost: some 8 ns of one core for each posting of the segment.
class HotPostingReader {
 public:
  /// \param most_postings  of a turn, about.
  HotPostingReader(BlockStore& store, const SegmentInfo& segment, std::size_t most_postings)
      : store_(store), segment_(segment), most_postings_(most_postings) {}

  /// Fills `turn` with what comes next; false at the end.
  /// \throws DatabaseError if a block is damaged.
  bool next(HotPostings& turn);

 private:
  /// Postings with one key that follow each other.
  struct Run {
    std::uint64_t key;
    std::size_t begin;
    std::size_t end;
  };
  struct Batch {
    std::uint32_t first_block = 0;
    std::vector<std::string> blocks;
    std::vector<std::uint64_t> numbers;
    std::vector<Run> runs;  // the first, the last, and the long ones between them
  };

  bool read(Batch& batch);  // false at the end
  void find_runs(Batch& batch) const;
  void take(const Batch& batch, HotPostings& turn);
  void close_group(HotPostings& turn);

  BlockStore& store_;
  SegmentInfo segment_;
  std::size_t most_postings_;
  std::uint32_t next_block_ = 0;
  std::uint64_t open_key_ = 0;
  std::vector<std::uint64_t> open_numbers_;  // of the group that may go on in the next batch
  bool open_goes_on_ = false;                // parts of it were given before
};

}  // namespace ludex

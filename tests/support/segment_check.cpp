#include "support/segment_check.hpp"

#include <fmt/format.h>

#include <optional>

#include "index/posting_block.hpp"

namespace ludex {

namespace {

class SegmentChecker {
 public:
  SegmentChecker(BlockStore& store, const SegmentInfo& segment, std::size_t max_faults)
      : store_(store), segment_(segment), max_faults_(max_faults) {}

  std::vector<SegmentFault> run() {
    for (std::uint32_t block = 0; block < segment_.block_count && !full(); ++block) check(block);
    if (!full() && faults_.empty() && seen_ != segment_.postings) {
      note(segment_.block_count,
           fmt::format("holds {} postings, expected {}", seen_, segment_.postings));
    }
    return std::move(faults_);
  }

 private:
  [[nodiscard]] bool full() const { return faults_.size() >= max_faults_; }

  void note(std::uint32_t block, std::string message) {
    if (!full()) faults_.push_back({block, std::move(message)});
  }

  void check(std::uint32_t block) {
    const std::uint64_t first_key = store_.first_key(segment_, block);
    BlockCursor cursor;
    if (cursor.open(store_.block(segment_, block)) != BlockFault::none) {
      note(block, std::string(describe(cursor.fault())));
      return;
    }
    if (cursor.first_key() != first_key) note(block, "first key is not the one stored beside it");
    if (cursor.key_bits() != segment_.key_bits) note(block, "width of keys is not the segment's");
    check_postings(block, cursor);
  }

  void check_postings(std::uint32_t block, BlockCursor& cursor) {
    bool ascends = true;
    bool in_range = true;
    for (Posting posting; cursor.next(posting); ++seen_) {
      ascends = ascends && (!previous_ || *previous_ < posting);
      in_range = in_range && posting.number >= segment_.first_number &&
                 posting.number < segment_.end_number;
      previous_ = posting;
    }
    if (!ascends) note(block, "postings are out of order");
    if (!in_range) note(block, "a posting number is not of this segment");
    if (cursor.fault() != BlockFault::none) note(block, std::string(describe(cursor.fault())));
  }

  BlockStore& store_;
  const SegmentInfo& segment_;
  std::size_t max_faults_;
  std::vector<SegmentFault> faults_;
  std::optional<Posting> previous_;
  std::uint64_t seen_ = 0;
};

}  // namespace

std::vector<SegmentFault> check_segment(BlockStore& store, const SegmentInfo& segment,
                                        std::size_t max_faults) {
  return SegmentChecker(store, segment, max_faults).run();
}

}  // namespace ludex

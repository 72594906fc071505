#include "index/segment_merge.hpp"

#include <algorithm>
#include <cassert>
#include <numeric>

#include "core/refused_database.hpp"
#include "index/posting_block.hpp"

namespace ludex {

namespace {

constexpr std::size_t kLikeSizedSegments = 4;  // that many are worth a merge
constexpr std::size_t kOutputPostings = 4096;  // handed to the encoder at once

/// The postings of one segment, a block at a time.
class SegmentReader {
 public:
  /// \param numbers  how posting numbers change; none: they stay
  SegmentReader(BlockStore& store, const SegmentInfo& segment, const NumberMap* numbers = nullptr)
      : store_(store), segment_(segment), numbers_(numbers) {}

  /// False at the end of the segment.
  bool advance() {
    if (++at_ < postings_.size()) return true;
    do {
      if (next_block_ == segment_.block_count) return false;
      const std::uint32_t block = next_block_++;
      require_sound(decode_block(store_.block(segment_, block), postings_), segment_, block);
      if (numbers_ != nullptr) change_numbers();
    } while (postings_.empty());
    at_ = 0;
    return true;
  }

  [[nodiscard]] const Posting& current() const { return postings_[at_]; }

 private:
  void change_numbers() {
    std::size_t kept = 0;
    for (const Posting& posting : postings_) {
      const std::uint64_t number = (*numbers_)(posting.number);
      if (number != NumberMap::kNone) postings_[kept++] = {posting.key, number};
    }
    postings_.resize(kept);
  }

  BlockStore& store_;
  const SegmentInfo& segment_;
  const NumberMap* numbers_;
  std::uint32_t next_block_ = 0;
  std::vector<Posting> postings_;
  std::size_t at_ = 0;
};

/// Gives the postings of all readers in ascending order.
class MergedPostings {
 public:
  explicit MergedPostings(std::vector<SegmentReader> readers) : readers_(std::move(readers)) {
    for (std::size_t i = 0; i < readers_.size(); ++i) {
      if (readers_[i].advance()) heap_.push_back({readers_[i].current(), i});
    }
    std::make_heap(heap_.begin(), heap_.end(), later);
  }

  bool next(Posting& posting) {
    if (heap_.empty()) return false;
    posting = heap_.front().posting;
    SegmentReader& reader = readers_[heap_.front().reader];
    if (reader.advance()) {
      heap_.front().posting = reader.current();
    } else {
      heap_.front() = heap_.back();
      heap_.pop_back();
    }
    sift_down();
    return true;
  }

 private:
  struct Head {
    Posting posting;
    std::size_t reader;
  };

  static bool later(const Head& a, const Head& b) { return b.posting < a.posting; }

  /// Restores the heap after its first element has grown.
  void sift_down() {
    for (std::size_t at = 0;;) {
      std::size_t child = 2 * at + 1;
      if (child >= heap_.size()) return;
      if (child + 1 < heap_.size() && later(heap_[child], heap_[child + 1])) ++child;
      if (!later(heap_[at], heap_[child])) return;
      std::swap(heap_[at], heap_[child]);
      at = child;
    }
  }

  std::vector<SegmentReader> readers_;
  std::vector<Head> heap_;
};

/// Encodes all postings that are alive and counts them in `merged`.
void encode(MergedPostings& postings, const IsAlive& is_alive, BlockSink& sink,
            SegmentInfo& merged) {
  BlockEncoder encoder(merged.first_number, merged.end_number, sink);
  std::vector<Posting> output;
  output.reserve(kOutputPostings);
  std::optional<Posting> previous;
  for (Posting posting; postings.next(posting);) {
    if (is_alive && !is_alive(posting.number)) continue;
    if (posting.number < merged.first_number || posting.number >= merged.end_number ||
        (previous && !(*previous < posting))) {
      refuse_database("position index: postings are out of order");
    }
    previous = posting;
    output.push_back(posting);
    if (output.size() < kOutputPostings) continue;
    encoder.append(output);
    output.clear();
  }
  encoder.append(output);
  encoder.finish();
  merged.block_count = encoder.blocks();
  merged.postings = encoder.postings();
}

}  // namespace

SegmentInfo merge_segments(BlockStore& store, std::span<const SegmentInfo> segments,
                           const IsAlive& is_alive, BlockSink& sink) {
  SegmentInfo merged;
  if (segments.empty()) return merged;
  merged.first_number = std::ranges::min(segments, {}, &SegmentInfo::first_number).first_number;
  merged.end_number = std::ranges::max(segments, {}, &SegmentInfo::end_number).end_number;
  assert(std::ranges::all_of(segments, [](auto& s) { return s.key_bits == kKeyBits; }));

  std::vector<SegmentReader> readers;
  readers.reserve(segments.size());
  for (const SegmentInfo& segment : segments) readers.emplace_back(store, segment);
  MergedPostings postings(std::move(readers));
  encode(postings, is_alive, sink, merged);
  return merged;
}

SegmentInfo merge_foreign_segments(std::span<const ForeignSegment> segments,
                                   std::uint64_t first_number, std::uint64_t end_number,
                                   BlockSink& sink) {
  SegmentInfo merged;
  merged.first_number = first_number;
  merged.end_number = end_number;
  std::vector<SegmentReader> readers;
  readers.reserve(segments.size());
  for (const ForeignSegment& one : segments) {
    readers.emplace_back(*one.store, one.segment, one.numbers);
  }
  MergedPostings postings(std::move(readers));
  encode(postings, {}, sink, merged);
  return merged;
}

SegmentInfo shift_segment(const ForeignSegment& foreign, BlockSink& sink) {
  const std::int64_t by = foreign.shift().value();
  SegmentInfo shifted = foreign.segment;
  shifted.first_number += static_cast<std::uint64_t>(by);
  shifted.end_number += static_cast<std::uint64_t>(by);
  std::string bytes;
  for (std::uint32_t block = 0; block < foreign.segment.block_count; ++block) {
    bytes = foreign.store->block(foreign.segment, block);
    BlockCursor cursor;
    require_sound(cursor.open(bytes), foreign.segment, block);
    shift_numbers(bytes, by);
    sink.write({cursor.first_key(), bytes});
  }
  return shifted;
}

std::optional<std::int64_t> NumberMap::shift(std::uint64_t first, std::uint64_t end) const {
  const auto after = std::ranges::upper_bound(runs_, first, {}, &Run::first);
  if (after == runs_.begin() || end > (after - 1)->end) return std::nullopt;
  return static_cast<std::int64_t>((after - 1)->to - (after - 1)->first);
}

void NumberMap::add(std::uint64_t first, std::uint64_t count, std::uint64_t to) {
  if (count == 0) return;
  if (count > kNone - first) refuse_database("a posting number is out of range");
  if (!runs_.empty()) {
    Run& last = runs_.back();
    if (first < last.end) refuse_database("two games have the same posting numbers");
    assert(to >= last.to + (last.end - last.first));
    if (last.end == first && to - last.to == first - last.first) {
      last.end += count;
      return;
    }
  }
  runs_.push_back({first, first + count, to});
}

std::uint64_t NumberMap::operator()(std::uint64_t number) const {
  const Run* run = runs_.data();
  if (runs_.size() != 1) {
    const auto after = std::ranges::upper_bound(runs_, number, {}, &Run::first);
    if (after == runs_.begin()) return kNone;
    run = &*(after - 1);
  }
  return number >= run->first && number < run->end ? run->to + (number - run->first) : kNone;
}

std::vector<std::size_t> choose_merge(std::span<const SegmentInfo> segments) {
  std::vector<std::size_t> by_size(segments.size());
  std::iota(by_size.begin(), by_size.end(), std::size_t{0});
  std::ranges::stable_sort(by_size, {}, [&](std::size_t i) { return segments[i].postings; });

  // The smallest ones, as long as each is no larger than those before it together.
  std::size_t like_sized = 0;
  std::uint64_t sum = 0;
  for (; like_sized < by_size.size(); ++like_sized) {
    const std::uint64_t size = segments[by_size[like_sized]].postings;
    if (like_sized > 1 && size > sum) break;
    sum += size;
  }
  if (like_sized < kLikeSizedSegments) like_sized = 0;
  const std::size_t surplus =
      segments.size() > kMaxLiveSegments ? segments.size() - kMaxLiveSegments + 1 : 0;
  by_size.resize(std::max(like_sized, surplus));
  std::ranges::sort(by_size);
  return by_size;
}

}  // namespace ludex

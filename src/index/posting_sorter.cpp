#include "index/posting_sorter.hpp"

#include <algorithm>
#include <array>
#include <bit>
#include <cassert>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include <oneapi/tbb/parallel_for.h>
#include <oneapi/tbb/task_arena.h>

#include "core/free_memory.hpp"
#include "core/parallel_work.hpp"
#include "core/uninitialized.hpp"
#include "index/ordered_pipeline.hpp"
#include "index/posting_block.hpp"
#include "index/posting_runs.hpp"

namespace ludex {
namespace {

constexpr int kDigitBits = 11;
constexpr std::size_t kDigits = std::size_t{1} << kDigitBits;
constexpr std::uint64_t kDigitMask = kDigits - 1;
constexpr std::size_t kFewPostings = 256;  // not worth a table of kDigits

using Places = std::array<std::uint32_t, kDigits>;

void counts_to_places(Places& places) {
  std::uint32_t place = 0;
  for (std::uint32_t& entry : places) place += std::exchange(entry, place);
}

/// One stable pass by the digit at `shift`.
void distribute(const std::vector<Posting>& from, std::vector<Posting>& to, Places& places,
                int shift) {
  for (const Posting& posting : from) to[places[posting.key >> shift & kDigitMask]++] = posting;
}

/// The keys ascend in the bits from `shift` on; orders the stretches that agree in them.
void finish_stretches(std::vector<Posting>& postings, int shift) {
  for (std::size_t i = 1; i < postings.size(); ++i) {
    if (postings[i - 1].key <= postings[i].key) continue;
    const std::uint64_t common = postings[i].key >> shift;
    std::size_t begin = i;
    while (begin > 0 && postings[begin - 1].key >> shift == common) --begin;
    std::size_t end = i;
    while (end < postings.size() && postings[end].key >> shift == common) ++end;
    std::sort(postings.begin() + static_cast<std::ptrdiff_t>(begin),
              postings.begin() + static_cast<std::ptrdiff_t>(end));
    i = end - 1;
  }
}

/// Sorts by (key, number) postings whose numbers already ascend. `scratch` grows to the same size.
/// Two radix passes over the highest bits in which the keys differ, then a sort of what still
/// shares them: linear for evenly spread and for equal keys, n log n at worst.
void sort_postings(std::vector<Posting>& postings, std::vector<Posting>& scratch) {
  if (postings.size() <= kFewPostings) {
    std::ranges::sort(postings);
    return;
  }
  std::uint64_t differing = 0;
  for (const Posting& posting : postings) differing |= posting.key ^ postings.front().key;
  const int shift = std::max(static_cast<int>(std::bit_width(differing)) - 2 * kDigitBits, 0);
  Places low{};
  Places high{};
  for (const Posting& posting : postings) {
    ++low[posting.key >> shift & kDigitMask];
    ++high[posting.key >> (shift + kDigitBits) & kDigitMask];
  }
  counts_to_places(low);
  counts_to_places(high);
  scratch.resize(postings.size());
  distribute(postings, scratch, low, shift);
  distribute(scratch, postings, high, shift + kDigitBits);
  finish_stretches(postings, shift);
}

/// Buckets are packed in partitions of at least this many postings, about 64 blocks. Each begins a
/// new block, which leaves half a block unused.
constexpr std::uint64_t kPartitionPostings = 160'000;

/// Runs of this size are divided within the caches; larger ones are slower in memory.
constexpr std::size_t kMinRunKeys = 1024;
constexpr std::size_t kMaxRunKeys = std::size_t{1} << 21;
static_assert(kMaxRunKeys <= kMaxRunNumbers);

constexpr std::size_t kCopiedTogether = 8192;  // keys of one task: 10 us

void take_keys(std::span<const PositionKey> keys, std::uint64_t* prefixes) {
  const auto take_part = [&](std::size_t part) {
    const std::size_t begin = part * kCopiedTogether;
    const std::size_t end = std::min(begin + kCopiedTogether, keys.size());
    for (std::size_t i = begin; i < end; ++i) prefixes[i] = key_prefix(keys[i]);
  };
  const std::size_t parts = (keys.size() + kCopiedTogether - 1) / kCopiedTogether;
  if (parts <= 1) return take_part(0);
  tbb::this_task_arena::isolate([&] {
    tbb::parallel_for(std::size_t{0}, parts, [&](std::size_t part) {
      const ParallelWork counted;
      take_part(part);
    });
  });
}

constexpr std::size_t kMinSlicePostings = 8192;
constexpr std::size_t kSortBytes = 2 * sizeof(Posting);  // of a posting, with its scratch

/// Keeps a partition's blocks until it is their turn.
class KeptBlocks : public BlockSink {
 public:
  void write(const PackedBlock& block) override {
    blocks_.push_back({block.first_key, std::string(block.bytes), block.has_long_run});
  }
  void pass_on(BlockSink& sink) const {
    for (const Kept& block : blocks_)
      sink.write({block.first_key, block.bytes, block.has_long_run});
  }
  void clear() { blocks_.clear(); }

 private:
  struct Kept {
    std::uint64_t first_key;
    std::string bytes;
    bool has_long_run;
  };
  std::vector<Kept> blocks_;
};

/// Consecutive buckets whose postings are packed independently of their neighbours.
struct Partition {
  std::size_t first_bucket;
  std::size_t end_bucket;
  std::uint64_t largest_bucket;  // postings
};

/// Depends on the postings only, so that the blocks do.
std::vector<Partition> divide_into_partitions(const PostingRuns& runs) {
  std::vector<Partition> partitions;
  Partition open{0, 0, 0};
  std::uint64_t postings = 0;
  for (std::size_t bucket = 0; bucket < kBuckets; ++bucket) {
    const std::uint64_t count = runs.count(bucket);
    postings += count;
    open.end_bucket = bucket + 1;
    open.largest_bucket = std::max(open.largest_bucket, count);
    if (postings < kPartitionPostings) continue;
    partitions.push_back(open);
    open = {bucket + 1, bucket + 1, 0};
    postings = 0;
  }
  if (postings > 0) partitions.push_back(open);
  return partitions;
}

/// What travels through finish(): a partition to be packed on the way, or a slice of a partition
/// that is too large for that and is packed at the end.
struct Work {
  Partition partition{};
  bool is_slice = false;
  bool ends_partition = true;
  std::vector<Posting> slice;    // or a bucket
  std::vector<Posting> scratch;  // to sort it
  KeptBlocks blocks;
  HotPostings hot;
  std::uint32_t block_count = 0;
  std::uint64_t postings = 0;
};

/// Gathers the postings of hot keys, as long as none is left out.
class HotGatherer {
 public:
  explicit HotGatherer(std::size_t most_bytes) : room_(most_bytes / sizeof(std::uint64_t)) {}

  void take(HotPostings& some) {
    if (some.numbers.size() > room_) return give_up();
    room_ -= some.numbers.size();
    if (!some.groups.empty()) parts_.push_back(std::exchange(some, {}));
  }
  void give_up() {
    room_ = 0;
    is_complete_ = false;
    parts_.clear();
  }
  [[nodiscard]] std::optional<HotPostings> join() const {
    if (!is_complete_) return std::nullopt;
    std::optional<HotPostings> all(std::in_place);
    std::size_t numbers = 0;
    for (const HotPostings& part : parts_) numbers += part.numbers.size();
    all->numbers.reserve(numbers);
    for (const HotPostings& part : parts_) append_hot_postings(part, *all);
    return all;
  }

 private:
  std::size_t room_;  // for numbers
  bool is_complete_ = true;
  std::vector<HotPostings> parts_;
};

/// Hands out the work in order; slices are read here.
class WorkSource {
 public:
  WorkSource(const PostingRuns& runs, std::size_t max_slice_postings)
      : runs_(runs),
        max_slice_postings_(max_slice_postings),
        partitions_(divide_into_partitions(runs)) {}

  /// What a bucket or slice takes while it is sorted, at most.
  [[nodiscard]] std::size_t largest_sort_bytes() const {
    std::uint64_t largest = 0;
    for (const Partition& one : partitions_) largest = std::max(largest, one.largest_bucket);
    return kSortBytes * std::min<std::size_t>(largest, max_slice_postings_);
  }

  /// False at the end.
  bool next(Work& work) {
    if (next_ == partitions_.size()) return false;
    work.partition = partitions_[next_];
    work.is_slice = work.partition.largest_bucket > max_slice_postings_;
    if (work.is_slice) {
      next_slice(work);
    } else {
      ++next_;
    }
    return true;
  }

 private:
  void next_slice(Work& work) {
    if (!slicer_) {
      bucket_ = work.partition.first_bucket;
      slicer_.emplace(runs_, bucket_, max_slice_postings_);
    }
    work.ends_partition = false;
    if (slicer_->next(work.slice)) return;
    if (++bucket_ < work.partition.end_bucket) {
      slicer_.emplace(runs_, bucket_, max_slice_postings_);
      return;
    }
    slicer_.reset();
    work.ends_partition = true;
    ++next_;
  }

  const PostingRuns& runs_;
  std::size_t max_slice_postings_;
  std::vector<Partition> partitions_;
  std::size_t next_ = 0;
  std::size_t bucket_ = 0;
  std::optional<BucketSlicer> slicer_;
};

void read_bucket(const PostingRuns& runs, std::size_t bucket, std::vector<Posting>& postings) {
  postings.clear();
  postings.reserve(runs.count(bucket));
  BucketReader reader(runs, bucket);
  for (auto piece = reader.next(); !piece.empty(); piece = reader.next()) {
    for (const std::uint64_t entry : piece) postings.push_back(reader.posting(entry));
  }
}

}  // namespace

class PostingSorter::Impl {
 public:
  explicit Impl(PostingSorterOptions options) : options_(std::move(options)) {
    // A quarter of the memory for the open run and the room to divide it, half for runs kept.
    max_run_keys_ = std::clamp(options_.memory_bytes / 4 / (2 * sizeof(std::uint64_t)), kMinRunKeys,
                               kMaxRunKeys);
  }

  void add(std::uint64_t first_number, std::span<const PositionKey> keys) {
    assert(first_number >= end_number_ && "posting numbers must ascend");
    if (keys.empty()) return;
    if (postings_ == 0) first_number_ = first_number;
    while (!keys.empty()) {
      const std::size_t room = open_extent(first_number);
      const auto now = keys.first(std::min(room, keys.size()));
      take_keys(now, keys_.data() + key_count_);
      key_count_ += now.size();
      postings_ += now.size();
      first_number += now.size();
      keys = keys.subspan(now.size());
    }
    end_number_ = first_number;
  }

  [[nodiscard]] std::uint64_t postings() const { return postings_; }

  SegmentInfo finish(BlockSink& sink, std::optional<HotPostings>* hot) {
    SegmentInfo info;
    info.first_number = first_number_;
    info.end_number = end_number_;
    if (key_count_ > 0) end_run();
    free_memory(keys_);
    free_memory(spare_entries_);
    const HotGatherer gatherer = emit(info, sink);
    runs_.clear();
    *this = Impl(std::move(options_));
    if (hot != nullptr) *hot = gatherer.join();
    return info;
  }

 private:
  /// Sees to it that a key with `number` can be added; returns how many can, from there on.
  std::size_t open_extent(std::uint64_t number) {
    const std::size_t extent_keys = extents_.size() * sizeof(NumberExtent) / sizeof(std::uint64_t);
    if (key_count_ > 0 && (key_count_ + extent_keys / 2 >= max_run_keys_ ||
                           number - base_number_ >= kMaxRunNumbers)) {
      end_run();
    }
    if (keys_.empty()) keys_.resize(max_run_keys_);
    if (key_count_ == 0) base_number_ = number;
    const std::uint64_t offset = number - base_number_;
    if (extents_.empty() ||
        offset - extents_.back().first_offset != key_count_ - extents_.back().first_index) {
      extents_.push_back(
          {static_cast<std::uint32_t>(key_count_), static_cast<std::uint32_t>(offset)});
    }
    return std::min<std::size_t>(max_run_keys_ - key_count_, kMaxRunNumbers - offset);
  }

  /// Divides the open run and keeps it, or spills it if the memory for kept runs is used up.
  void end_run() {
    PostingRun run;
    run.base_number = base_number_;
    run.entries = std::move(spare_entries_);
    run.entries.resize(key_count_);
    divide_into_buckets({keys_.data(), key_count_}, extents_, run);
    key_count_ = 0;
    extents_.clear();
    if (runs_.kept_bytes() + run.entries.size() * sizeof(std::uint64_t) <=
        options_.memory_bytes / 2) {
      runs_.keep(std::move(run));
      return;
    }
    runs_.spill(run, options_.spill_prefix);
    spare_entries_ = std::move(run.entries);
  }

  [[nodiscard]] HotGatherer emit(SegmentInfo& info, BlockSink& sink);
  void pack_partition(const SegmentInfo& info, Work& work) const;

  PostingSorterOptions options_;
  std::size_t max_run_keys_;
  UninitializedVector<std::uint64_t> keys_;  // of the open run, max_run_keys_ long
  std::size_t key_count_ = 0;
  std::uint64_t base_number_ = 0;
  std::vector<NumberExtent> extents_;
  UninitializedVector<std::uint64_t> spare_entries_;  // memory to divide a run into
  PostingRuns runs_;
  std::uint64_t first_number_ = 0;
  std::uint64_t end_number_ = 0;
  std::uint64_t postings_ = 0;
};

void PostingSorter::Impl::pack_partition(const SegmentInfo& info, Work& work) const {
  BlockEncoder encoder(info.first_number, info.end_number, work.blocks);
  for (auto bucket = work.partition.first_bucket; bucket < work.partition.end_bucket; ++bucket) {
    read_bucket(runs_, bucket, work.slice);
    sort_postings(work.slice, work.scratch);
    encoder.append(work.slice);
    append_hot_postings(work.slice, work.hot);
  }
  encoder.finish();
  work.block_count = encoder.blocks();
  work.postings = encoder.postings();
}

HotGatherer PostingSorter::Impl::emit(SegmentInfo& info, BlockSink& sink) {
  const std::size_t free_bytes =
      options_.memory_bytes - std::min(runs_.kept_bytes(), options_.memory_bytes);
  const std::size_t share = free_bytes / items_in_flight() / kSortBytes;
  WorkSource source(runs_, std::max(share, kMinSlicePostings));
  const std::size_t sorted_bytes = source.largest_sort_bytes() * items_in_flight();
  HotGatherer hot(
      std::min(options_.memory_bytes / 3, free_bytes - std::min(free_bytes, sorted_bytes)));
  BlockEncoder slice_encoder(info.first_number, info.end_number, sink);
  run_in_order<Work>([&](Work& work) { return source.next(work); },
                     [&](Work& work) {
                       if (!work.is_slice) return pack_partition(info, work);
                       sort_postings(work.slice, work.scratch);
                     },
                     [&](Work& work) {
                       if (work.is_slice) {
                         slice_encoder.append(work.slice);
                         if (work.ends_partition) slice_encoder.finish();
                         return hot.give_up();
                       }
                       hot.take(work.hot);
                       work.hot.clear();
                       work.blocks.pass_on(sink);
                       work.blocks.clear();
                       info.block_count += work.block_count;
                       info.postings += work.postings;
                     });
  info.block_count += slice_encoder.blocks();
  info.postings += slice_encoder.postings();
  return hot;
}

PostingSorter::PostingSorter(PostingSorterOptions options)
    : impl_(std::make_unique<Impl>(std::move(options))) {}
PostingSorter::~PostingSorter() = default;

void PostingSorter::add(std::uint64_t first_number, std::span<const PositionKey> keys) {
  impl_->add(first_number, keys);
}

std::uint64_t PostingSorter::postings() const { return impl_->postings(); }

SegmentInfo PostingSorter::finish(BlockSink& sink, std::optional<HotPostings>* hot) {
  return impl_->finish(sink, hot);
}

}  // namespace ludex

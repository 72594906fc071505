#include "index/posting_runs.hpp"

#include <oneapi/tbb/parallel_for.h>

#include <algorithm>

namespace ludex {

namespace {

constexpr std::size_t kPartKeys = std::size_t{1} << 18;  // keys divided by one task, at least
constexpr std::size_t kMaxParts = 64;
constexpr std::size_t kPieceEntries = 4096;

using Counts = std::array<std::uint32_t, kBuckets>;

struct Part {
  std::size_t begin;
  std::size_t end;
  Counts counts{};  // first of keys, then where the next key of a bucket goes
};

std::vector<Part> divide_evenly(std::size_t keys) {
  const std::size_t parts = std::clamp<std::size_t>(keys / kPartKeys, 1, kMaxParts);
  std::vector<Part> result;
  for (std::size_t i = 0; i < parts; ++i) {
    result.push_back({keys * i / parts, keys * (i + 1) / parts});
  }
  return result;
}

void count_keys(std::span<const std::uint64_t> keys, Part& part) {
  for (std::size_t i = part.begin; i < part.end; ++i) ++part.counts[keys[i] >> kRestBits];
}

/// Turns the counts of all parts into places: by bucket, then by part.
void place_parts(std::vector<Part>& parts, PostingRun& run) {
  std::uint32_t place = 0;
  for (std::size_t bucket = 0; bucket < kBuckets; ++bucket) {
    run.bucket_begin[bucket] = place;
    for (Part& part : parts) {
      const std::uint32_t count = part.counts[bucket];
      part.counts[bucket] = place;
      place += count;
    }
  }
  run.bucket_begin[kBuckets] = place;
}

void scatter(std::span<const std::uint64_t> keys, std::span<const NumberExtent> extents, Part& part,
             std::uint64_t* entries) {
  constexpr std::uint64_t kRestMask = (std::uint64_t{1} << kRestBits) - 1;
  auto extent = std::ranges::upper_bound(extents, part.begin, {}, &NumberExtent::first_index) - 1;
  for (std::size_t i = part.begin; i < part.end; ++extent) {
    const auto next = extent + 1;
    const std::size_t end =
        next == extents.end() ? part.end : std::min<std::size_t>(part.end, next->first_index);
    const std::uint64_t shift = std::uint64_t{extent->first_offset} - extent->first_index;
    for (; i < end; ++i) {
      const std::uint64_t key = keys[i];
      entries[part.counts[key >> kRestBits]++] = (key & kRestMask) << kOffsetBits | (i + shift);
    }
  }
}

}  // namespace

void divide_into_buckets(std::span<const std::uint64_t> keys, std::span<const NumberExtent> extents,
                         PostingRun& run) {
  std::vector<Part> parts = divide_evenly(keys.size());
  tbb::parallel_for(std::size_t{0}, parts.size(),
                    [&](std::size_t i) { count_keys(keys, parts[i]); });
  place_parts(parts, run);
  tbb::parallel_for(std::size_t{0}, parts.size(),
                    [&](std::size_t i) { scatter(keys, extents, parts[i], run.entries.data()); });
}

void PostingRuns::keep(PostingRun run) {
  kept_bytes_ += run.entries.size() * sizeof(std::uint64_t);
  runs_.push_back(std::move(run));
}

void PostingRuns::spill(const PostingRun& run, const std::filesystem::path& prefix) {
  if (!file_) file_ = std::make_unique<SpillFile>(prefix);
  PostingRun spilled;
  spilled.base_number = run.base_number;
  spilled.bucket_begin = run.bucket_begin;
  spilled.first_word = file_->append(std::span(run.entries).first(run.bucket_begin[kBuckets]));
  runs_.push_back(std::move(spilled));
}

std::uint64_t PostingRuns::count(std::size_t bucket) const {
  std::uint64_t count = 0;
  for (const PostingRun& run : runs_) count += run.count(bucket);
  return count;
}

std::span<const std::uint64_t> BucketReader::next() {
  const auto runs = runs_.runs();
  for (; run_ < runs.size(); ++run_, done_ = 0) {
    const PostingRun& run = runs[run_];
    const std::uint32_t left = run.count(bucket_) - done_;
    if (left == 0) continue;
    base_number_ = run.base_number;
    const std::uint64_t first = run.bucket_begin[bucket_] + done_;
    const std::size_t piece = std::min<std::size_t>(left, kPieceEntries);
    done_ += static_cast<std::uint32_t>(piece);
    if (!run.entries.empty()) return std::span(run.entries).subspan(first, piece);
    buffer_.resize(piece);
    runs_.file()->read(run.first_word + first, buffer_);
    return buffer_;
  }
  return {};
}

}  // namespace ludex

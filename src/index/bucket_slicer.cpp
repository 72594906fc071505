#include "index/bucket_slicer.hpp"

#include <algorithm>
#include <array>

namespace ludex {

namespace {

constexpr int kSplitBits = 10;

}  // namespace

BucketSlicer::BucketSlicer(const PostingRuns& runs, std::size_t bucket, std::size_t max_postings)
    : runs_(runs), bucket_(bucket), max_postings_(max_postings) {
  spans_.push_back({std::uint64_t{bucket} << kRestBits, kRestBits, runs.count(bucket)});
}

bool BucketSlicer::next(std::vector<Posting>& postings) {
  postings.clear();
  if (frequent_ && read_frequent(postings)) return true;
  while (!spans_.empty()) {
    const KeySpan span = spans_.back();
    spans_.pop_back();
    if (span.count > max_postings_ && span.open_bits > 0) {
      split(span);
      continue;
    }
    if (span.count > max_postings_) {
      frequent_.emplace(runs_, bucket_);
      frequent_key_ = span.first_key;
      return read_frequent(postings);
    }
    std::uint64_t count = span.count;
    std::uint64_t last_key = span.last_key();
    while (!spans_.empty() && count + spans_.back().count <= max_postings_) {
      count += spans_.back().count;
      last_key = spans_.back().last_key();
      spans_.pop_back();
    }
    postings.reserve(count);
    read(span.first_key, last_key, postings);
    return true;
  }
  return false;
}

void BucketSlicer::split(const KeySpan& span) {
  const int open_bits = std::max(span.open_bits - kSplitBits, 0);
  std::array<std::uint64_t, std::size_t{1} << kSplitBits> counts{};
  BucketReader reader(runs_, bucket_);
  for (auto piece = reader.next(); !piece.empty(); piece = reader.next()) {
    for (const std::uint64_t entry : piece) {
      const std::uint64_t key = reader.posting(entry).key;
      if (key < span.first_key || key > span.last_key()) continue;
      ++counts[(key - span.first_key) >> open_bits];
    }
  }
  for (std::size_t i = counts.size(); i-- > 0;) {
    if (counts[i] == 0) continue;
    spans_.push_back({span.first_key + (std::uint64_t{i} << open_bits), open_bits, counts[i]});
  }
}

void BucketSlicer::read(std::uint64_t first_key, std::uint64_t last_key,
                        std::vector<Posting>& postings) const {
  BucketReader reader(runs_, bucket_);
  for (auto piece = reader.next(); !piece.empty(); piece = reader.next()) {
    for (const std::uint64_t entry : piece) {
      const Posting posting = reader.posting(entry);
      if (posting.key >= first_key && posting.key <= last_key) postings.push_back(posting);
    }
  }
}

/// False if no posting of the frequent key is left.
bool BucketSlicer::read_frequent(std::vector<Posting>& postings) {
  while (postings.size() < max_postings_) {
    const auto piece = frequent_->next();
    if (piece.empty()) {
      frequent_.reset();
      break;
    }
    for (const std::uint64_t entry : piece) {
      const Posting posting = frequent_->posting(entry);
      if (posting.key == frequent_key_) postings.push_back(posting);
    }
  }
  return !postings.empty();
}

}  // namespace ludex

#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <vector>

#include "index/posting_runs.hpp"

namespace ludex {

/// Cuts a bucket that is too large to be sorted at once into slices of ascending keys, each small
/// enough. Counts keys by their next bits until a slice is found, and reads the bucket again for
/// each count and each slice. A single key that is too frequent comes in several slices, in order.
class BucketSlicer {
 public:
  BucketSlicer(const PostingRuns& runs, std::size_t bucket, std::size_t max_postings);

  /// Replaces `postings` by the next slice, numbers ascending; false at the end.
  /// A slice of a single frequent key may exceed max_postings by one piece of BucketReader.
  bool next(std::vector<Posting>& postings);

 private:
  /// All keys with the same bits above the lowest `open_bits`.
  struct KeySpan {
    std::uint64_t first_key;
    int open_bits;
    std::uint64_t count;

    [[nodiscard]] std::uint64_t last_key() const {
      return first_key + ((std::uint64_t{1} << open_bits) - 1);
    }
  };

  void split(const KeySpan& span);
  void read(std::uint64_t first_key, std::uint64_t last_key, std::vector<Posting>& postings) const;
  bool read_frequent(std::vector<Posting>& postings);

  const PostingRuns& runs_;
  std::size_t bucket_;
  std::size_t max_postings_;
  std::vector<KeySpan> spans_;            // still to come, the next one last
  std::optional<BucketReader> frequent_;  // reads the entries of frequent_key_
  std::uint64_t frequent_key_ = 0;
};

}  // namespace ludex

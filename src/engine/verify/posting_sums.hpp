#pragma once

#include "core/position_key.hpp"
#include "index/block_store.hpp"

#include <atomic>
#include <cstdint>
#include <span>
#include <vector>

namespace ludex {

/// Sums of hashes of postings, by ranges of their numbers: two sets of postings are the same if
/// their sums are, however they are ordered. Of n sets with one difference each, n / 2^64 pass.
/// Several threads may add at once. Memory: at most 1 MiB.
class PostingSums {
 public:
  /// \param end_number  postings with this number and above are left out
  explicit PostingSums(std::uint64_t end_number);

  void add_posting(const Posting& posting) {
    if (posting.number < end_number_) add(posting.number >> shift_, hash(posting), 1);
  }
  /// The positions of a game, from the one with number `first` on.
  void add_game(std::uint64_t first, std::span<const PositionKey> keys);

  /// A range of numbers in which two sets differ.
  struct Difference {
    std::uint64_t first_number = 0, end_number = 0;
    std::uint64_t indexed = 0, replayed = 0;
  };
  friend std::vector<Difference> differences(const PostingSums& indexed,
                                             const PostingSums& replayed);

 private:
  struct Sum {
    std::atomic<std::uint64_t> hash = 0;
    std::atomic<std::uint64_t> count = 0;
  };
  static std::uint64_t hash(const Posting& posting);
  void add(std::uint64_t range, std::uint64_t hash, std::uint64_t count) {
    sums_[range].hash.fetch_add(hash, std::memory_order_relaxed);
    sums_[range].count.fetch_add(count, std::memory_order_relaxed);
  }

  std::uint64_t end_number_;
  int shift_ = 0;
  std::vector<Sum> sums_;
};

[[nodiscard]] std::vector<PostingSums::Difference> differences(const PostingSums& indexed,
                                                               const PostingSums& replayed);

}  // namespace ludex

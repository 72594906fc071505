#include "engine/verify/posting_sums.hpp"

#include <algorithm>

namespace ludex {
namespace {

constexpr int kLeastShift = 8;
constexpr std::uint64_t kMostRanges = std::uint64_t{1} << 16;

/// The output function of splitmix64.
std::uint64_t mix(std::uint64_t z) {
  z = (z ^ z >> 30) * 0xBF58'476D'1CE4'E5B9;
  z = (z ^ z >> 27) * 0x94D0'49BB'1331'11EB;
  return z ^ z >> 31;
}

int shift_for(std::uint64_t end_number) {
  int shift = kLeastShift;
  while ((end_number >> shift) + 1 > kMostRanges) ++shift;
  return shift;
}

}  // namespace

PostingSums::PostingSums(std::uint64_t end_number)
    : end_number_(end_number), shift_(shift_for(end_number)), sums_((end_number >> shift_) + 1) {}

std::uint64_t PostingSums::hash(const Posting& posting) {
  return mix(posting.key + 0x9E37'79B9'7F4A'7C15 * (posting.number + 1));
}

void PostingSums::add_game(std::uint64_t first, std::span<const PositionKey> keys) {
  std::size_t next = 0;
  while (next < keys.size() && first + next < end_number_) {
    const std::uint64_t range = (first + next) >> shift_;
    std::uint64_t sum = 0, count = 0;
    for (; next < keys.size() && first + next < end_number_ && (first + next) >> shift_ == range;
         ++next, ++count) {
      sum += hash({key_prefix(keys[next]), first + next});
    }
    add(range, sum, count);
  }
}

std::vector<PostingSums::Difference> differences(const PostingSums& indexed,
                                                 const PostingSums& replayed) {
  std::vector<PostingSums::Difference> found;
  for (std::uint64_t range = 0; range < indexed.sums_.size(); ++range) {
    const PostingSums::Sum& one = indexed.sums_[range];
    const PostingSums::Sum& other = replayed.sums_[range];
    if (one.hash == other.hash && one.count == other.count) continue;
    found.push_back({.first_number = range << indexed.shift_,
                     .end_number = (range + 1) << indexed.shift_,
                     .indexed = one.count,
                     .replayed = other.count});
  }
  return found;
}

}  // namespace ludex

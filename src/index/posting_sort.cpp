#include "index/posting_sort.hpp"

#include <algorithm>
#include <array>
#include <bit>
#include <cstddef>
#include <cstdint>
#include <utility>

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

}  // namespace

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

}  // namespace ludex

#pragma once

#include <cstddef>
#include <cstdint>

namespace ludex {

/// How many of `size` ascending values are not above `wanted`.
template <class ValueAt>
std::size_t count_not_above(std::int64_t wanted, std::size_t size, ValueAt value_at) {
  std::size_t count = 0;
  for (std::size_t end = size; count < end;) {
    const std::size_t middle = count + (end - count) / 2;
    value_at(middle) <= wanted ? count = middle + 1 : end = middle;
  }
  return count;
}

/// Moves `place` on to the last value that is not above `wanted`, if it is one of the next few:
/// faster than a search where wanted values ascend closely. \returns false if it is not
template <class Values>
bool find_close(const Values& values, std::int64_t wanted, std::size_t& place) {
  constexpr std::size_t kCloseSteps = 16;  // to try before a binary search is faster
  if (place >= values.size() || values[place] > wanted) return false;
  const std::size_t end = place + kCloseSteps < values.size() ? place + kCloseSteps : values.size();
  std::size_t next = place + 1;
  while (next < end && values[next] <= wanted) ++next;
  if (next >= end) return false;
  place = next - 1;
  return true;
}

}  // namespace ludex

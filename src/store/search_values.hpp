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

}  // namespace ludex

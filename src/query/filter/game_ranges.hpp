#pragma once

#include "query/filter/id_set.hpp"

#include <cstdint>

namespace ludex {

/// Calls `visit(first, last)` for ranges of ids that together hold every member of `ids`, and few
/// others: a member less than 8 ids behind another one is taken along.
template <class Visit>
void for_each_range(const IdSet& ids, Visit visit) {
  constexpr std::int64_t kGap = 8;
  for (std::int64_t first = ids.next(0); first >= 0;) {
    std::int64_t last = first;
    std::int64_t next = ids.next(last + 1);
    while (next >= 0 && next - last < kGap) {
      last = next;
      next = ids.next(last + 1);
    }
    visit(first, last);
    first = next;
  }
}

}  // namespace ludex

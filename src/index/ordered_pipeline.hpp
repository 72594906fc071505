#pragma once

#include "core/parallel_work.hpp"

#include <oneapi/tbb/parallel_pipeline.h>
#include <oneapi/tbb/task_arena.h>

#include <cstddef>
#include <vector>

namespace ludex {

/// How many items run_in_order() holds at the same time.
[[nodiscard]] inline std::size_t items_in_flight() {
  return static_cast<std::size_t>(tbb::this_task_arena::max_concurrency()) + 1;
}

/// Calls `read`, `work` and `take` for each item, until `read` returns false. `read` and `take` see
/// the items in order, one at a time; `work` sees several, on all threads of the current TBB arena.
/// Items are reused: `read` refills them. Rethrows the exceptions of all three functions.
template <class Item, class Read, class Work, class Take>
void run_in_order(const Read& read, const Work& work, const Take& take) {
  std::vector<Item> slots(items_in_flight());
  std::size_t next_slot = 0;
  const auto next = [&](tbb::flow_control& flow) {
    Item* const item = &slots[next_slot++ % slots.size()];
    if (!read(*item)) flow.stop();
    return item;  // a pointer: TBB loses the value of a token when a filter throws
  };
  const auto work_on = [&](Item* item) {
    const ParallelWork counted;
    work(*item);
    return item;
  };
  tbb::parallel_pipeline(slots.size(),
                         tbb::make_filter<void, Item*>(tbb::filter_mode::serial_in_order, next) &
                             tbb::make_filter<Item*, Item*>(tbb::filter_mode::parallel, work_on) &
                             tbb::make_filter<Item*, void>(tbb::filter_mode::serial_in_order,
                                                           [&](Item* item) { take(*item); }));
}

}  // namespace ludex

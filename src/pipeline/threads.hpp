#pragma once

#include <oneapi/tbb/global_control.h>
#include <oneapi/tbb/task_arena.h>

#include <cstddef>
#include <cstdint>
#include <functional>
#include <memory>
#include <new>
#include <thread>

namespace ludex {

/// Every thread that this program makes is started here or by TBB.
/// \throws Error if the system cannot start another thread
[[nodiscard]] std::thread start_thread(std::function<void()> work);

/// Checks that this process can start `count` more threads, because TBB aborts if one of its
/// threads cannot start. Cost: starts and ends them, about 20 us each.
/// \throws Error
void require_threads(std::size_t count);

/// The number of threads for an option value; 0: one per core of this process.
[[nodiscard]] int thread_count(int wanted);
/// The same, but at most one for each 8 MiB of a memory limit: stacks, batches in progress and what
/// allocators hold per thread come out of that limit.
[[nodiscard]] int thread_count(int wanted, std::uint64_t memory_bytes);

/// Runs `work` in an arena of TBB with this many threads. \pre threads is positive
/// \returns what `work` returns
template <class Work>
auto run_in_arena(int threads, const Work& work) {
  auto limit = std::make_unique<tbb::global_control>(tbb::global_control::max_allowed_parallelism,
                                                     static_cast<std::size_t>(threads) + 1);
  tbb::task_arena arena(threads);
  try {
    return arena.execute(work);
  } catch (const std::bad_alloc&) {
    // If TBB had no memory for the arena, the limit's destructor would wait for it forever.
    (void)limit.release();
    throw;
  }
}

}  // namespace ludex

#pragma once

#include <cstddef>
#include <functional>
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

}  // namespace ludex

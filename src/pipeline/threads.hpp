#pragma once

#include <cstddef>
#include <functional>
#include <thread>

namespace ludex {

/// Every thread that this program makes is started here or by TBB.
/// \throws Error if the system has no room for another thread
[[nodiscard]] std::thread start_thread(std::function<void()> work);

/// Makes sure that this process may have `count` threads more. TBB would end the program if one of
/// its threads could not start. Cost: starts and ends them, some 20 us each.
/// \throws Error
void require_threads(std::size_t count);

/// How many threads an option's value stands for; 0: as many as this process has cores.
[[nodiscard]] int thread_count(int wanted);

}  // namespace ludex

#include "pipeline/threads.hpp"

#include "ludex/error.hpp"

#include <fmt/format.h>
#include <oneapi/tbb/info.h>

#include <algorithm>
#include <latch>
#include <system_error>
#include <utility>
#include <vector>

namespace ludex {

std::thread start_thread(std::function<void()> work) {
  try {
    return std::thread(std::move(work));
  } catch (const std::system_error& error) {
    throw Error(
        fmt::format("cannot start a thread: {}; index with fewer threads (--threads), or raise the "
                    "limit on processes "
                    "(ulimit -u) or on memory (ulimit -v)",
                    error.code().message()));
  }
}

void require_threads(std::size_t count) {
  std::latch all_started(1);
  std::vector<std::thread> threads;
  const auto end_all = [&] {
    all_started.count_down();
    for (std::thread& thread : threads) thread.join();
  };
  try {
    threads.reserve(count);
    while (threads.size() < count) {
      threads.push_back(start_thread([&] { all_started.wait(); }));
    }
  } catch (...) {
    end_all();
    throw;
  }
  end_all();
}

int thread_count(int wanted) { return wanted > 0 ? wanted : tbb::info::default_concurrency(); }

int thread_count(int wanted, std::uint64_t memory_bytes) {
  constexpr std::uint64_t kBytesPerThread = 8 << 20;
  const std::uint64_t most = std::max<std::uint64_t>(memory_bytes / kBytesPerThread, 1);
  return static_cast<int>(std::min(static_cast<std::uint64_t>(thread_count(wanted)), most));
}

}  // namespace ludex

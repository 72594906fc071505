#pragma once

#include <ctime>

namespace ludex::test {

/// Seconds of CPU, of all threads, that `work` takes. Unlike time on a clock they hardly depend on
/// what else the machine does.
template <class Work>
[[nodiscard]] double cpu_seconds(const Work& work) {
  const std::clock_t before = std::clock();
  work();
  return static_cast<double>(std::clock() - before) / CLOCKS_PER_SEC;
}

}  // namespace ludex::test

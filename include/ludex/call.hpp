#pragma once

#include <chrono>
#include <stop_token>

namespace ludex {

/// The stop token and deadline of one query. After a stop or the deadline the query throws Stopped
/// within about 100 ms. Any thread may request the stop.
struct Call {
  std::stop_token stop{};
  std::chrono::steady_clock::time_point deadline = std::chrono::steady_clock::time_point::max();
};

/// A call with a deadline `limit` from now.
[[nodiscard]] inline Call within(std::chrono::milliseconds limit) {
  return {{}, std::chrono::steady_clock::now() + limit};
}

}  // namespace ludex

#pragma once

#include <chrono>
#include <stop_token>

namespace ludex {

/// How long one question to an archive may take. When it is stopped or its deadline passes, the
/// call throws Stopped within some 100 ms. Every thread may ask for the stop.
struct Call {
  std::stop_token stop{};
  std::chrono::steady_clock::time_point deadline = std::chrono::steady_clock::time_point::max();
};

/// A call that ends `limit` from now.
[[nodiscard]] inline Call within(std::chrono::milliseconds limit) {
  return {{}, std::chrono::steady_clock::now() + limit};
}

}  // namespace ludex

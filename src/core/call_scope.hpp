#pragma once

#include "ludex/call.hpp"

namespace ludex {

/// While it lives, check_call() on this thread checks `call`. Scopes may nest; the innermost
/// counts.
class CallScope {
 public:
  explicit CallScope(const Call& call);
  ~CallScope();
  CallScope(const CallScope&) = delete;
  CallScope& operator=(const CallScope&) = delete;

 private:
  const Call* outer_;
};

/// True if the call can be stopped or has a deadline.
[[nodiscard]] inline bool is_limited(const Call& call) {
  return call.stop.stop_possible() || call.deadline != std::chrono::steady_clock::time_point::max();
}

/// True if the call that this thread works for was stopped, or its deadline has passed.
[[nodiscard]] bool call_is_over();

/// \throws Stopped if call_is_over(). Cost: 30 ns. Call it a few thousand times per second in long
/// loops that do not read the database; SqliteEngine checks during SQLite calls.
void check_call();

}  // namespace ludex

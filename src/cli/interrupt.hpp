#pragma once

#include <stop_token>
#include <thread>

namespace ludex::cli {

/// From now on the first Ctrl-C (or SIGTERM) only asks for a stop; a second one ends the program at
/// once.
class StopOnInterrupt {
 public:
  StopOnInterrupt();
  [[nodiscard]] std::stop_token token() const { return stop_.get_token(); }

 private:
  std::stop_source stop_;
  std::jthread watcher_;  // a signal handler may not ask for a stop itself
};

/// Lets a write to a closed pipe fail with an error instead of killing the program.
void ignore_closed_pipes();

}  // namespace ludex::cli

#pragma once

#include <stop_token>
#include <thread>

namespace ludex::cli {

/// Opens /dev/null on each of descriptors 0 to 2 that is closed. Otherwise the next file opened,
/// such as the database, gets that number and messages are written into it. Reading from a standard
/// input that was closed fails. Call it before anything is opened. Ends the program with status 3
/// if there is no /dev/null.
void open_standard_descriptors();

/// From now on the first Ctrl-C (or SIGTERM) only requests a stop; a second one ends the program at
/// once.
class StopOnInterrupt {
 public:
  StopOnInterrupt();
  [[nodiscard]] std::stop_token token() const { return stop_.get_token(); }

 private:
  std::stop_source stop_;
  std::jthread watcher_;  // a signal handler may not ask for a stop itself
};

/// Lets a write to a closed pipe, and one beyond the largest size allowed for a file, fail with an
/// error instead of killing the program.
void ignore_write_signals();

/// If memory runs out where no error can be thrown, the program says so and ends with status 3.
void end_without_memory();

}  // namespace ludex::cli

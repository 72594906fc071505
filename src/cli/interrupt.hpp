#pragma once

#include <atomic>

namespace ludex::cli {

/// From now on the first Ctrl-C (or SIGTERM) only sets the flag that is returned; a second one ends
/// the program at once.
[[nodiscard]] const std::atomic<bool>& stop_on_interrupt();

/// Lets a write to a closed pipe fail with an error instead of killing the program.
void ignore_closed_pipes();

}  // namespace ludex::cli

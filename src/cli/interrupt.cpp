#include "cli/interrupt.hpp"

#include <atomic>
#include <chrono>
#include <csignal>

namespace ludex::cli {

namespace {

constexpr std::chrono::milliseconds kLookInterval{20};

std::atomic<bool> stop_wanted = false;
static_assert(std::atomic<bool>::is_always_lock_free, "a signal handler may not wait");

extern "C" void note_interrupt(int) { stop_wanted = true; }

}  // namespace

StopOnInterrupt::StopOnInterrupt()
    : watcher_([stop = stop_](const std::stop_token& done) mutable {
        while (!done.stop_requested() && !stop_wanted) std::this_thread::sleep_for(kLookInterval);
        if (stop_wanted) stop.request_stop();
      }) {
  struct sigaction action {};
  action.sa_handler = note_interrupt;
  action.sa_flags = static_cast<int>(SA_RESETHAND | SA_RESTART);
  sigaction(SIGINT, &action, nullptr);
  sigaction(SIGTERM, &action, nullptr);
}

void ignore_closed_pipes() { std::signal(SIGPIPE, SIG_IGN); }

}  // namespace ludex::cli

#include "cli/interrupt.hpp"

#include <csignal>

namespace ludex::cli {

namespace {

std::atomic<bool> stop_wanted = false;
static_assert(std::atomic<bool>::is_always_lock_free, "a signal handler may not wait");

extern "C" void note_interrupt(int) { stop_wanted = true; }

}  // namespace

const std::atomic<bool>& stop_on_interrupt() {
  struct sigaction action {};
  action.sa_handler = note_interrupt;
  action.sa_flags = static_cast<int>(SA_RESETHAND | SA_RESTART);
  sigaction(SIGINT, &action, nullptr);
  sigaction(SIGTERM, &action, nullptr);
  return stop_wanted;
}

void ignore_closed_pipes() { std::signal(SIGPIPE, SIG_IGN); }

}  // namespace ludex::cli

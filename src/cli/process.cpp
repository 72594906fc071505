#include "cli/process.hpp"

#include "cli/command.hpp"

#include <fcntl.h>
#include <unistd.h>

#include <atomic>
#include <cerrno>
#include <chrono>
#include <csignal>

namespace ludex::cli {
namespace {

constexpr std::chrono::milliseconds kLookInterval{20};

std::atomic<bool> stop_wanted = false;
static_assert(std::atomic<bool>::is_always_lock_free, "a signal handler may not wait");

extern "C" void note_interrupt(int) { stop_wanted = true; }

}  // namespace

void open_standard_descriptors() {
  for (const int descriptor : {STDIN_FILENO, STDOUT_FILENO, STDERR_FILENO}) {
    if (::fcntl(descriptor, F_GETFD) >= 0 || errno != EBADF) continue;
    const int access = descriptor == STDIN_FILENO ? O_WRONLY : O_RDWR;
    // open() gives the lowest number that is free, which is this one.
    if (::open("/dev/null", access) != descriptor) ::_exit(kFailed);
  }
}

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

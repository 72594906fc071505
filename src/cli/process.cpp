#include "cli/process.hpp"

#include "cli/command.hpp"

#include <fcntl.h>
#include <unistd.h>

#include <array>
#include <atomic>
#include <cerrno>
#include <csignal>
#include <cstdlib>
#include <exception>
#include <new>
#include <string_view>
#include <system_error>

namespace ludex::cli {
namespace {

std::atomic<bool> stop_wanted = false;
static_assert(std::atomic<bool>::is_always_lock_free, "a signal handler may not wait");

/// The means by which a signal handler wakes the watcher.
std::array<int, 2> wake_pipe{-1, -1};

void wake_watcher() {
  const char byte = 0;
  [[maybe_unused]] const ssize_t written = ::write(wake_pipe[1], &byte, 1);
}

void wait_to_be_woken() {
  char byte = 0;
  while (::read(wake_pipe[0], &byte, 1) < 0 && errno == EINTR) {
  }
}

/// An allocation has failed in this thread.
thread_local bool memory_ran_out = false;

/// For the handler of std::terminate(): true if a std::bad_alloc led there. Where one leaves a
/// noexcept function, such as those of std::filesystem, GCC 12 names no current exception.
bool ends_for_want_of_memory() {
  const std::exception_ptr error = std::current_exception();
  if (!error) return memory_ran_out && std::uncaught_exceptions() > 0;
  try {
    std::rethrow_exception(error);
  } catch (const std::bad_alloc&) {
    return true;
  } catch (...) {
    return false;
  }
}

extern "C" void note_interrupt(int) {
  const int error = errno;
  stop_wanted = true;
  wake_watcher();
  errno = error;
}

}  // namespace

void open_standard_descriptors() {
  for (const int descriptor : {STDIN_FILENO, STDOUT_FILENO, STDERR_FILENO}) {
    if (::fcntl(descriptor, F_GETFD) >= 0 || errno != EBADF) continue;
    const int access = descriptor == STDIN_FILENO ? O_WRONLY : O_RDWR;
    // open() gives the lowest number that is free, which is this one.
    if (::open("/dev/null", access) != descriptor) ::_exit(kFailed);
  }
}

StopOnInterrupt::StopOnInterrupt() {
  if (wake_pipe[0] < 0 && ::pipe2(wake_pipe.data(), O_CLOEXEC) != 0) {
    throw std::system_error(errno, std::generic_category(), "pipe");
  }
  watcher_ = std::jthread([stop = stop_](const std::stop_token& done) mutable {
    const std::stop_callback on_end(done, wake_watcher);
    wait_to_be_woken();
    if (stop_wanted) stop.request_stop();
  });
  struct sigaction action {};
  action.sa_handler = note_interrupt;
  action.sa_flags = static_cast<int>(SA_RESETHAND | SA_RESTART);
  sigaction(SIGINT, &action, nullptr);
  sigaction(SIGTERM, &action, nullptr);
}

void ignore_write_signals() {
  std::signal(SIGPIPE, SIG_IGN);
  std::signal(SIGXFSZ, SIG_IGN);
}

void end_without_memory() {
  std::set_new_handler([] {
    memory_ran_out = true;
    throw std::bad_alloc();
  });
  std::set_terminate([] {
    if (ends_for_want_of_memory()) {
      constexpr std::string_view kMessage = "ludex: out of memory\n";
      (void)!::write(STDERR_FILENO, kMessage.data(), kMessage.size());
      ::_exit(kFailed);
    }
    std::abort();
  });
}

}  // namespace ludex::cli

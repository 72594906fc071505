#include "cli/browser.hpp"

#include <fcntl.h>
#include <sys/wait.h>
#include <unistd.h>

#include <array>
#include <cerrno>

namespace ludex::cli {
namespace {

/// Runs in the grandchild, which has no parent to wait for it: `failures` is closed unwritten when
/// the program starts.
[[noreturn]] void become_browser(const char* address, int failures) {
  ::setsid();
  const int nowhere = ::open("/dev/null", O_RDWR);
  ::dup2(nowhere, STDIN_FILENO);
  ::dup2(nowhere, STDOUT_FILENO);
  ::execlp("xdg-open", "xdg-open", address, static_cast<char*>(nullptr));
  const char failed = 1;
  [[maybe_unused]] const ssize_t written = ::write(failures, &failed, 1);
  ::_exit(127);
}

}  // namespace

bool open_in_browser(const std::string& address) {
  std::array<int, 2> failures{};
  if (::pipe2(failures.data(), O_CLOEXEC) != 0) return false;
  const pid_t child = ::fork();
  if (child == 0) {
    if (::fork() == 0) become_browser(address.c_str(), failures[1]);
    ::_exit(0);
  }
  ::close(failures[1]);
  if (child > 0) ::waitpid(child, nullptr, 0);
  char failed = 0;
  ssize_t count = 0;
  do {
    count = ::read(failures[0], &failed, 1);
  } while (count < 0 && errno == EINTR);
  ::close(failures[0]);
  return child > 0 && count == 0;
}

}  // namespace ludex::cli

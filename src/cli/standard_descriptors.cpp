#include "cli/standard_descriptors.hpp"

#include "cli/command.hpp"

#include <fcntl.h>
#include <unistd.h>

#include <cerrno>

namespace ludex::cli {

void open_standard_descriptors() {
  for (const int descriptor : {STDIN_FILENO, STDOUT_FILENO, STDERR_FILENO}) {
    if (::fcntl(descriptor, F_GETFD) >= 0 || errno != EBADF) continue;
    const int access = descriptor == STDIN_FILENO ? O_WRONLY : O_RDWR;
    // open() gives the lowest number that is free, which is this one.
    if (::open("/dev/null", access) != descriptor) ::_exit(kFailed);
  }
}

}  // namespace ludex::cli

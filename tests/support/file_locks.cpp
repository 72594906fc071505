#include "support/file_locks.hpp"

#include <fcntl.h>
#include <sys/wait.h>
#include <unistd.h>

namespace ludex::test {

bool holds_write_lock(const std::string& database) {
  constexpr off_t kReservedByte = 0x40000001;  // sqlite.org/fileformat2.html, "the lock-byte page"
  const pid_t other = ::fork();
  if (other == 0) {
    struct flock lock {};
    lock.l_type = F_RDLCK;
    lock.l_whence = SEEK_SET;
    lock.l_start = kReservedByte;
    lock.l_len = 1;
    const int file = ::open(database.c_str(), O_RDONLY);
    const bool asked = file >= 0 && ::fcntl(file, F_GETLK, &lock) == 0;
    ::_exit(asked && lock.l_type == F_WRLCK ? 1 : 0);
  }
  int status = 0;
  ::waitpid(other, &status, 0);
  return WIFEXITED(status) && WEXITSTATUS(status) == 1;
}

}  // namespace ludex::test

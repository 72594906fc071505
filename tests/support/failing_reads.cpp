#include "support/failing_reads.hpp"

#include <sys/stat.h>
#include <sys/syscall.h>
#include <unistd.h>

#include <atomic>
#include <cerrno>
#include <stdexcept>

namespace ludex::test {
namespace {

std::atomic<bool> armed = false;
std::atomic<std::size_t> reads = 0;  // of the file, since it was armed
dev_t device = 0;
ino_t file = 0;
std::size_t first_bad = 0;
std::size_t end_bad = 0;

bool fails(int descriptor) {
  struct stat status {};
  if (!armed || ::fstat(descriptor, &status) != 0) return false;
  if (status.st_dev != device || status.st_ino != file) return false;
  const std::size_t number = reads++;
  return number >= first_bad && number < end_bad;
}

}  // namespace

FailingReads::FailingReads(const std::string& path, std::size_t good_reads, std::size_t count) {
  struct stat status {};
  if (::stat(path.c_str(), &status) != 0) throw std::runtime_error(path + ": is not there");
  device = status.st_dev;
  file = status.st_ino;
  first_bad = good_reads;
  end_bad = good_reads + count;
  reads = 0;
  armed = true;
}

FailingReads::~FailingReads() { armed = false; }

bool FailingReads::has_failed() const { return reads > first_bad; }

}  // namespace ludex::test

extern "C" ssize_t read(int descriptor, void* buffer, std::size_t size) {
  if (ludex::test::fails(descriptor)) {
    errno = EIO;
    return -1;
  }
  return ::syscall(SYS_read, descriptor, buffer, size);
}

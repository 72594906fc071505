#include "source/file_stream.hpp"

#include "ludex/error.hpp"
#include "support/temporary_folder.hpp"

#include <fcntl.h>
#include <gtest/gtest.h>
#include <sys/stat.h>
#include <unistd.h>

#include <array>
#include <csignal>
#include <string>

namespace ludex {
namespace {

int leased = -1;
void give_back(int /*signal*/) { (void)::fcntl(leased, F_SETLEASE, F_UNLCK); }

TEST(FileStream, WaitsForAFileThatAFileServerHoldsALeaseOn) {
  const test::TemporaryFolder folder;
  const std::string path = folder.add_file("a.sgf", "(;)");
  leased = ::open(path.c_str(), O_RDWR | O_CLOEXEC);
  const auto before = std::signal(SIGIO, give_back);
  if (::fcntl(leased, F_SETLEASE, F_WRLCK) == 0) {
    FileStream file(path);
    std::array<char, 8> bytes{};
    EXPECT_EQ(file.read(bytes), 3u);
  }
  (void)std::signal(SIGIO, before);
  (void)::close(leased);
}

TEST(FileStream, APipeHasNoFingerprintAndIsNotWaitedFor) {
  const test::TemporaryFolder folder;
  const std::string path = folder.path("pipe");
  ASSERT_EQ(::mkfifo(path.c_str(), 0600), 0);
  EXPECT_THROW((void)fingerprint_of(path), SourceError);
}

}  // namespace
}  // namespace ludex

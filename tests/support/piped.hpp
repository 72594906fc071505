#pragma once

#include <gtest/gtest.h>
#include <sys/stat.h>

#include <csignal>
#include <filesystem>
#include <fstream>
#include <string>
#include <thread>
#include <utility>

namespace ludex::test {

/// A pipe that gives `bytes` to its first reader, which may end early but must come.
class Piped {
 public:
  Piped(std::string path, std::string bytes) : path_(std::move(path)) {
    EXPECT_EQ(::mkfifo(path_.c_str(), 0600), 0);
    writer_ = std::thread([this, bytes = std::move(bytes)] {
      sigset_t broken_pipe;
      sigemptyset(&broken_pipe);
      sigaddset(&broken_pipe, SIGPIPE);
      pthread_sigmask(SIG_BLOCK, &broken_pipe, nullptr);
      std::ofstream(path_, std::ios::binary) << bytes;  // waits for the reader
    });
  }
  ~Piped() {
    writer_.join();
    std::filesystem::remove(path_);
  }
  Piped(const Piped&) = delete;
  Piped& operator=(const Piped&) = delete;

  [[nodiscard]] const std::string& path() const { return path_; }

 private:
  std::string path_;
  std::thread writer_;
};

}  // namespace ludex::test

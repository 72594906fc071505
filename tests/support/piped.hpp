#pragma once

#include <fcntl.h>
#include <gtest/gtest.h>
#include <sys/stat.h>
#include <unistd.h>

#include <chrono>
#include <csignal>
#include <filesystem>
#include <stop_token>
#include <string>
#include <string_view>
#include <thread>
#include <utility>

namespace ludex::test {

/// A pipe that gives `bytes` to its first reader, which may end early.
class Piped {
 public:
  Piped(std::string path, std::string bytes) : path_(std::move(path)) {
    EXPECT_EQ(::mkfifo(path_.c_str(), 0600), 0);
    writer_ = std::jthread([path = path_, bytes = std::move(bytes)](const std::stop_token& stop) {
      const int pipe = open_for_reader(path, stop);
      if (pipe < 0) return;
      sigset_t broken_pipe;
      sigemptyset(&broken_pipe);
      sigaddset(&broken_pipe, SIGPIPE);
      pthread_sigmask(SIG_BLOCK, &broken_pipe, nullptr);
      write_all(pipe, bytes);
      ::close(pipe);
    });
  }
  ~Piped() {
    writer_.request_stop();  // in case the test has never read
    writer_.join();
    std::filesystem::remove(path_);
  }
  Piped(const Piped&) = delete;
  Piped& operator=(const Piped&) = delete;

  [[nodiscard]] const std::string& path() const { return path_; }

 private:
  static int open_for_reader(const std::string& path, const std::stop_token& stop) {
    while (!stop.stop_requested()) {
      const int pipe = ::open(path.c_str(), O_WRONLY | O_NONBLOCK | O_CLOEXEC);
      if (pipe >= 0) return ::fcntl(pipe, F_SETFL, 0) == 0 ? pipe : -1;
      std::this_thread::sleep_for(std::chrono::milliseconds(1));
    }
    return -1;
  }

  static void write_all(int pipe, std::string_view bytes) {
    while (!bytes.empty()) {
      const ssize_t written = ::write(pipe, bytes.data(), bytes.size());
      if (written <= 0) return;  // the reader has ended
      bytes.remove_prefix(static_cast<std::size_t>(written));
    }
  }

  std::string path_;
  std::jthread writer_;
};

}  // namespace ludex::test

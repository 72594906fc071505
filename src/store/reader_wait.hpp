#pragma once

#include "store/database.hpp"
#include "store/sql/sql_connection.hpp"

#include <chrono>
#include <filesystem>
#include <string>

namespace ludex {

/// How a writer waits while another program's transaction keeps it from committing: it says so, and
/// for which process it waits, and gives up at the limit.
class ReaderWait {
 public:
  /// \param descriptor  of the database file, open as long as this lives.
  ReaderWait(std::filesystem::path path, WaitOptions options, int descriptor);
  ReaderWait(const ReaderWait&) = delete;
  ReaderWait& operator=(const ReaderWait&) = delete;

  /// From now on `sql` waits in this way, until it is closed. This must live longer.
  void watch(SqlConnection& sql);

 private:
  /// SQLite calls it again and again while it finds the file locked. False: give up.
  bool wait(int calls_before);
  [[nodiscard]] std::chrono::milliseconds limit() const;
  [[nodiscard]] std::string who_locks() const;
  void say_waiting();

  std::filesystem::path path_;
  WaitOptions options_;
  int descriptor_;
  std::chrono::steady_clock::time_point start_;
  bool said_ = false;
};

}  // namespace ludex

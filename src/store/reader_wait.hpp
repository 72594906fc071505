#pragma once

#include "store/database.hpp"
#include "store/sql/sql_connection.hpp"

#include <chrono>
#include <cstdint>
#include <filesystem>
#include <optional>
#include <string>

namespace ludex {

/// Waits while the transaction of another program prevents a commit. Reports the wait and the other
/// process, and gives up at the limit, once for each transaction.
class ReaderWait {
 public:
  /// \param descriptor  of the database file, open as long as this lives.
  ReaderWait(std::filesystem::path path, WaitOptions options, int descriptor);
  ReaderWait(const ReaderWait&) = delete;
  ReaderWait& operator=(const ReaderWait&) = delete;

  /// Makes `sql` wait in this way until it is closed. This object must live longer.
  void watch(SqlConnection& sql);

 private:
  /// SQLite calls it repeatedly while the file is locked. False: give up.
  bool wait(int calls_before);
  [[nodiscard]] std::chrono::milliseconds limit() const;
  [[nodiscard]] std::string who_locks() const;
  void say_waiting();

  std::filesystem::path path_;
  WaitOptions options_;
  int descriptor_;
  const SqlConnection* sql_ = nullptr;
  std::optional<std::uint64_t> given_up_;  // in this transaction
  std::chrono::steady_clock::time_point start_;
  bool said_ = false;
};

}  // namespace ludex

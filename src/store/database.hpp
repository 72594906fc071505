#pragma once

#include "store/sql/sql_connection.hpp"

#include <atomic>
#include <chrono>
#include <cstdint>
#include <filesystem>
#include <functional>
#include <memory>
#include <string>

namespace ludex {

/// Marks our files: SQLite's application_id, "Ludx".
inline constexpr std::int32_t kApplicationId = 0x4C756478;

class ReaderWait;

/// What a writer does while the read transaction of another program keeps it from committing.
struct WaitOptions {
  /// Then it gives up: SqlError with SQLITE_BUSY. What was committed stays.
  std::chrono::milliseconds limit = std::chrono::minutes(10);
  /// Called with one line once a wait lasts two seconds: who is waited for, and how long at most.
  std::function<void(const std::string&)> say;
  const std::atomic<bool>* stop = nullptr;  ///< once it is set, the limit is five seconds
};

/// One Ludex database, open. Move-only; closes when it goes.
class Database {
 public:
  /// Creates the file if it is missing (16 KiB pages), upgrades an older schema, and keeps other
  /// writers out until closed. `path` is a path whatever it looks like, ":memory:" and "file:x"
  /// too. `cache_bytes`: SQLite's page cache. \throws DatabaseError  another program's file, a
  /// newer schema, or a second writer.
  [[nodiscard]] static Database open_for_writing(const std::filesystem::path& path,
                                                 std::uint64_t cache_bytes, WaitOptions wait = {});
  /// Read-only; never creates or changes the file. Waits for a writer up to `busy_timeout_ms`.
  /// \throws DatabaseError  missing, another program's, older or newer schema.
  [[nodiscard]] static Database open_for_reading(const std::filesystem::path& path,
                                                 int busy_timeout_ms = 30'000);

  Database(Database&&) noexcept;
  Database& operator=(Database&&) = delete;  // would release the lock before SQLite has closed
  ~Database();

  [[nodiscard]] SqlConnection& sql() { return *sql_; }
  [[nodiscard]] const std::filesystem::path& path() const { return path_; }

  /// Whether opening it created the file.
  [[nodiscard]] bool is_new() const;
  /// Deletes the file when this closes. \pre is_new()
  void discard();

  /// The value of a key of `meta`; empty where there is none.
  [[nodiscard]] std::string meta(const std::string& key);
  void set_meta(const std::string& key, const std::string& value);
  /// The next free id of a counter ("game", "record", "posting", ...).
  [[nodiscard]] std::int64_t next_id(const std::string& counter);
  void set_next_id(const std::string& counter, std::int64_t next);

 private:
  class OpenMark;
  class WriterLock;
  Database(std::unique_ptr<WriterLock> lock, std::unique_ptr<ReaderWait> wait,
           std::unique_ptr<SqlConnection> sql, std::filesystem::path path);

  std::unique_ptr<OpenMark> mark_;
  std::unique_ptr<WriterLock> lock_;  // released after SQLite has closed the file
  std::unique_ptr<ReaderWait> wait_;  // SQLite calls it
  std::unique_ptr<SqlConnection> sql_;
  std::filesystem::path path_;
};

}  // namespace ludex

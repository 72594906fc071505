#pragma once

#include "store/sql/sql_connection.hpp"

#include <atomic>
#include <chrono>
#include <cstdint>
#include <filesystem>
#include <functional>
#include <memory>
#include <string>
#include <string_view>

namespace ludex {

/// Marks our files: SQLite's application_id, "Ludx".
inline constexpr std::int32_t kApplicationId = 0x4C756478;

/// Ids, and numbers of postings, are below this.
inline constexpr std::int64_t kMostIds = std::int64_t{1} << 48;

class ReaderWait;

/// How a writer waits while the read transaction of another program prevents its commit.
struct WaitOptions {
  /// Then it gives up with SQLITE_BUSY as SqlError. Committed data is kept.
  std::chrono::milliseconds limit = std::chrono::minutes(10);
  /// Called with one line when a wait lasts two seconds: the other process, and the limit.
  std::function<void(const std::string&)> say;
  const std::atomic<bool>* stop = nullptr;  ///< when set, the limit becomes five seconds
  /// How long to wait until another writer closes the file, before anything is opened.
  std::chrono::seconds for_writer{0};
};

/// How a reader caches pages.
struct ReadCache {
  std::uint64_t bytes = 16ULL << 20;
  /// Maps the file. A process is killed if its mapped file is truncated.
  bool map_file = true;
};

/// True if a regular file is a Ludex database of any version. Does not use SQLite.
[[nodiscard]] bool is_database_file(const std::filesystem::path& path);

/// An open Ludex database. Move-only; the destructor closes it.
class Database {
 public:
  /// Creates the file if it is missing (16 KiB pages), upgrades an older schema, and keeps other
  /// writers out until closed. `path` is always a path, even ":memory:" or "file:x". `cache_bytes`:
  /// of SQLite's page cache, at most. \throws DatabaseError  another program's file, a newer
  /// schema, or a second writer.
  [[nodiscard]] static Database open_for_writing(const std::filesystem::path& path,
                                                 std::uint64_t cache_bytes, WaitOptions wait = {});
  /// Read-only; never creates or changes the file. Waits for a writer up to `busy_timeout_ms`.
  /// \throws DatabaseError  missing, another program's, older or newer schema.
  [[nodiscard]] static Database open_for_reading(const std::filesystem::path& path,
                                                 int busy_timeout_ms = 30'000,
                                                 ReadCache cache = {});

  Database(Database&&) noexcept;
  Database& operator=(Database&&) = delete;  // would release the lock before SQLite has closed
  ~Database();

  [[nodiscard]] SqlConnection& sql() { return *sql_; }
  [[nodiscard]] const std::filesystem::path& path() const { return path_; }

  /// True if opening created the file.
  [[nodiscard]] bool is_new() const;
  /// Deletes the file on close. \pre is_new()
  void discard();

  /// The value of a key of `meta`; empty if missing.
  [[nodiscard]] std::string meta(const std::string& key);
  void set_meta(const std::string& key, const std::string& value);
  /// The next free id of a counter ("game", "record", "posting", ...).
  [[nodiscard]] std::int64_t next_id(const std::string& counter);
  void set_next_id(const std::string& counter, std::int64_t next);

  /// True if SQLite's cache has room for so many bytes.
  [[nodiscard]] bool cache_holds(std::uint64_t bytes) const { return bytes <= cache_bytes_; }
  /// Lets SQLite's cache grow with the file. Call it before a transaction.
  void adapt_cache();

 private:
  friend class EarlyWrites;
  class OpenMark;
  class WriterLock;
  Database(std::unique_ptr<WriterLock> lock, std::unique_ptr<ReaderWait> wait,
           std::unique_ptr<SqlConnection> sql, std::filesystem::path path);
  void keep_changed_pages(std::uint64_t bytes) noexcept;

  std::unique_ptr<OpenMark> mark_;
  std::unique_ptr<WriterLock> lock_;  // released after SQLite has closed the file
  std::unique_ptr<ReaderWait> wait_;  // SQLite calls it
  std::unique_ptr<SqlConnection> sql_;
  std::filesystem::path path_;
  std::uint64_t most_cache_bytes_ = 0;
  std::uint64_t cache_bytes_ = 0;
};

/// Changed pages stay in memory until the commit, up to the limit of open_for_writing(), as writing
/// one keeps readers out. While this one lives they are written as soon as the cache is full, so
/// that its memory is used again for blobs of any size.
class EarlyWrites {
 public:
  /// Waits for readers as a commit does, and keeps them out until the commit. \pre within a
  /// transaction that has changed something \throws SqlError if a reader does not end
  explicit EarlyWrites(Database& database);
  EarlyWrites(const EarlyWrites&) = delete;
  EarlyWrites& operator=(const EarlyWrites&) = delete;
  ~EarlyWrites();

 private:
  Database& database_;
};

}  // namespace ludex

#pragma once

#include <SQLiteCpp/Database.h>

#include <cstdint>
#include <filesystem>
#include <memory>
#include <string>

namespace ludex {

/// Marks our files: SQLite's application_id, "Ludx".
inline constexpr std::int32_t kApplicationId = 0x4C756478;

/// One Ludex database, open. Move-only; closes when it goes.
class Database {
 public:
  /// Creates the file if it is missing (16 KiB pages), upgrades an older schema, and keeps other
  /// writers out until closed. `cache_bytes`: SQLite's page cache.
  /// \throws DatabaseError  another program's file, a newer schema, or a second writer.
  [[nodiscard]] static Database open_for_writing(const std::filesystem::path& path,
                                                 std::uint64_t cache_bytes);
  /// Read-only; never creates or changes the file. Waits for a writer up to `busy_timeout_ms`.
  /// \throws DatabaseError  missing, another program's, older or newer schema.
  [[nodiscard]] static Database open_for_reading(const std::filesystem::path& path,
                                                 int busy_timeout_ms = 30'000);

  Database(Database&&) noexcept;
  Database& operator=(Database&&) = delete;  // would release the lock before SQLite has closed
  ~Database();

  [[nodiscard]] SQLite::Database& sql() { return *sql_; }
  [[nodiscard]] const std::filesystem::path& path() const { return path_; }

  /// The value of a key of `meta`; empty where there is none.
  [[nodiscard]] std::string meta(const std::string& key);
  void set_meta(const std::string& key, const std::string& value);
  /// The next free id of a counter ("game", "record", "posting", ...).
  [[nodiscard]] std::int64_t next_id(const std::string& counter);
  void set_next_id(const std::string& counter, std::int64_t next);

 private:
  class OpenMark;
  class WriterLock;
  Database(std::unique_ptr<WriterLock> lock, std::unique_ptr<SQLite::Database> sql,
           std::filesystem::path path);

  std::unique_ptr<OpenMark> mark_;
  std::unique_ptr<WriterLock> lock_;  // released after SQLite has closed the file
  std::unique_ptr<SQLite::Database> sql_;
  std::filesystem::path path_;
};

}  // namespace ludex

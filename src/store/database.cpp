#include "store/database.hpp"

#include "core/file_identity.hpp"
#include "core/position_key.hpp"
#include "games/api/replay_script.hpp"
#include "ludex/error.hpp"
#include "ludex/problem.hpp"
#include "store/migrations.hpp"
#include "store/reader_wait.hpp"
#include "store/schema_check.hpp"
#include "store/sql/page_memory.hpp"
#include "store/sql/sql_statement.hpp"
#include "store/sql/sqlite_file.hpp"

#include <fcntl.h>
#include <fmt/format.h>
#include <sys/file.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cassert>
#include <cerrno>
#include <chrono>
#include <cstring>
#include <map>
#include <mutex>
#include <optional>
#include <random>
#include <thread>
#include <utility>

namespace ludex {

namespace {

/// The databases that this process has open. Only SQLite may open these files: closing any
/// descriptor of a file drops all fcntl locks that the process holds on it.
class OpenFiles {
 public:
  static OpenFiles& shared() {
    static OpenFiles files;
    return files;
  }

  void add(FileIdentity file, bool writes) {
    const std::lock_guard lock(mutex_);
    files_.emplace(file, writes);
  }
  void remove(FileIdentity file, bool writes) {
    const std::lock_guard lock(mutex_);
    const auto [begin, end] = files_.equal_range(file);
    const auto place = std::find_if(begin, end, [&](const auto& f) { return f.second == writes; });
    if (place != end) files_.erase(place);
  }
  [[nodiscard]] bool holds(const std::filesystem::path& path) {
    const auto file = find_identity(path);
    const std::lock_guard lock(mutex_);
    return file && files_.contains(*file);
  }
  [[nodiscard]] bool has_writer(const std::filesystem::path& path) {
    const auto file = find_identity(path);
    const std::lock_guard lock(mutex_);
    if (!file) return false;
    const auto [begin, end] = files_.equal_range(*file);
    return std::any_of(begin, end, [](const auto& f) { return f.second; });
  }

 private:
  std::mutex mutex_;
  std::multimap<FileIdentity, bool> files_;  // true: open for writing
};

[[noreturn]] void refuse_second_writer(const std::filesystem::path& path) {
  throw DatabaseError(fmt::format(
      "{}: another ludex is writing to it; --wait SECONDS waits until it is done", path.string()));
}

}  // namespace

/// Registers a database as open until SQLite has closed it.
class Database::OpenMark {
 public:
  OpenMark(const std::filesystem::path& path, bool writes)
      : file_(find_identity(path)), writes_(writes) {
    if (file_) OpenFiles::shared().add(*file_, writes_);
  }
  ~OpenMark() {
    if (file_) OpenFiles::shared().remove(*file_, writes_);
  }
  OpenMark(const OpenMark&) = delete;
  OpenMark& operator=(const OpenMark&) = delete;

 private:
  std::optional<FileIdentity> file_;
  bool writes_;
};

/// flock on the database file: held while we write, released by the system if we die. It does not
/// conflict with SQLite's fcntl locks. Closing any descriptor of a file drops all fcntl locks of
/// the process on it, so this one is closed after SQLite.
class Database::WriterLock {
 public:
  WriterLock(const std::filesystem::path& path, const WaitOptions& wait)
      : path_(path), deadline_(Clock::now() + wait.for_writer) {
    // Another writer may delete a file that it created while this one waits to open it.
    for (int tries = 0; tries < kMostTries; ++tries) {
      open_file();
      lock_file(wait);
      if (find_identity(descriptor_) == find_identity(path_)) return;
    }
  }
  ~WriterLock() {
    if (removes_file_) ::unlink(path_.c_str());
    ::close(descriptor_);
  }
  WriterLock(const WriterLock&) = delete;
  WriterLock& operator=(const WriterLock&) = delete;

  [[nodiscard]] int descriptor() const { return descriptor_; }
  [[nodiscard]] bool created_file() const { return created_file_; }
  /// True if the file is deleted at the end. Initially true for a file created here.
  void set_removes_file(bool removes) { removes_file_ = removes; }

 private:
  void open_file() {
    if (descriptor_ >= 0) ::close(descriptor_);
    descriptor_ = ::open(path_.c_str(), O_RDWR | O_CREAT | O_EXCL | O_CLOEXEC, 0644);
    created_file_ = removes_file_ = descriptor_ >= 0;
    if (!created_file_) descriptor_ = ::open(path_.c_str(), O_RDWR | O_CREAT | O_CLOEXEC, 0644);
    if (descriptor_ >= 0) return;
    throw DatabaseError(
        fmt::format("{}: cannot open for writing: {}", path_.string(), std::strerror(errno)));
  }
  void lock_file(const WaitOptions& wait) {
    constexpr std::chrono::milliseconds kBetweenTries{50};
    bool said = false;
    while (::flock(descriptor_, LOCK_EX | LOCK_NB) != 0) {
      if (Clock::now() >= deadline_ || (wait.stop != nullptr && *wait.stop)) {
        ::close(descriptor_);
        refuse_second_writer(path_);
      }
      if (!std::exchange(said, true) && wait.say) {
        wait.say(fmt::format("{}: another ludex is writing to it; waiting up to {} s",
                             path_.string(), wait.for_writer.count()));
      }
      std::this_thread::sleep_for(kBetweenTries);
    }
  }

  using Clock = std::chrono::steady_clock;
  static constexpr int kMostTries = 3;

  std::filesystem::path path_;
  Clock::time_point deadline_;
  int descriptor_ = -1;
  bool created_file_ = false;
  bool removes_file_ = false;
};

namespace {

int newest_version() { return embedded_migrations().back().version; }

/// A name by which SQLite opens the file `path`; SQLite treats ":memory:" and "file:..." specially.
std::string sqlite_name(const std::filesystem::path& path) {
  return path.is_absolute() ? path.string() : "./" + path.string();
}

/// The kind of file at `path`, read without SQLite, so that nothing is changed.
enum class FileState { missing, empty, sqlite, other };

constexpr std::size_t kHeadBytes = 72;  // up to the application id

/// The first bytes of a file, fewer if it is shorter. \throws DatabaseError
std::string read_head(const std::filesystem::path& path, std::size_t most_bytes) {
  const int file = ::open(path.c_str(), O_RDONLY | O_CLOEXEC);
  std::string head(most_bytes, '\0');
  std::size_t size = 0;
  ssize_t got = file < 0 ? -1 : 1;
  while (got > 0 && size < most_bytes) {
    got = ::read(file, head.data() + size, most_bytes - size);
    if (got < 0 && errno == EINTR)
      got = 1;
    else if (got > 0)
      size += static_cast<std::size_t>(got);
  }
  const int error = errno;
  if (file >= 0) ::close(file);
  if (got < 0) {
    throw DatabaseError(fmt::format("{}: cannot read: {}", path.string(), std::strerror(error)));
  }
  head.resize(size);
  return head;
}

/// The application id in an SQLite file; big-endian at byte 68.
std::int32_t written_application_id(const std::filesystem::path& path) {
  if (OpenFiles::shared().holds(path)) return kApplicationId;
  std::string head = read_head(path, kHeadBytes);
  head.resize(kHeadBytes);
  std::uint32_t id = 0;
  for (std::size_t i = 68; i < head.size(); ++i) id = id << 8 | static_cast<unsigned char>(head[i]);
  return static_cast<std::int32_t>(id);
}

/// True if the power went while SQLite made the file: its first page was not written, and a journal
/// says that it was empty before.
bool is_torn_at_birth(const std::filesystem::path& path, std::string_view head) {
  constexpr std::string_view kJournalMagic = "\xD9\xD5\x05\xF9\x20\xA1\x63\xD7";
  const std::filesystem::path journal = path.string() + "-journal";
  std::error_code error;
  return head.find_first_not_of('\0') == std::string_view::npos &&
         std::filesystem::is_regular_file(journal, error) &&
         read_head(journal, kJournalMagic.size()) == kJournalMagic;
}

FileState state_of(const std::filesystem::path& path) {
  std::error_code error;
  if (!std::filesystem::exists(path, error)) return FileState::missing;
  // A folder, or a pipe or device, whose opening or reading may take forever.
  if (!std::filesystem::is_regular_file(path, error)) return FileState::other;
  if (OpenFiles::shared().holds(path)) return FileState::sqlite;
  const std::string head = read_head(path, 16);
  if (head.empty() || is_torn_at_birth(path, head)) return FileState::empty;
  return head == std::string_view("SQLite format 3", 16) ? FileState::sqlite : FileState::other;
}

std::int64_t pragma(SqlConnection& sql, const char* name) {
  return sql.first_integer(fmt::format("PRAGMA {}", name));
}

void check_version(SqlConnection& sql, const std::filesystem::path& path) {
  const std::int64_t version = pragma(sql, "user_version");
  if (version > newest_version()) {
    throw DatabaseError(
        fmt::format("{}: made by a newer version (schema {}, this program knows {}); upgrade or "
                    "use another file",
                    path.string(), version, newest_version()));
  }
}

void check_agreement(Database& database) {
  const auto check = [&](const std::string& key, int ours) {
    const std::string theirs = database.meta(key);
    if (theirs != std::to_string(ours)) {
      throw DatabaseError(fmt::format("{}: {} is {}, this program uses {}; index into a new file",
                                      database.path().string(), key, theirs, ours));
    }
  };
  check("key_version", kKeyVersion);
  check("script_version", script::kScriptVersion);
}

std::string random_uuid() {
  std::random_device device;
  const auto word = [&] { return device() & 0xFFFF'FFFFU; };
  const std::uint32_t a = word(), b = word(), c = word(), d = word();
  return fmt::format("{:08x}-{:04x}-4{:03x}-{:04x}-{:04x}{:08x}", a, b >> 16, b & 0xFFF,
                     0x8000 | (c >> 16 & 0x3FFF), c & 0xFFFF, d);
}

void fill_problem_names(SqlConnection& sql) {
  SqlStatement insert(sql, "INSERT OR REPLACE INTO problem_kind VALUES (?, ?)");
  for (const Word& kind : problem_words().all()) {
    insert.run(kind.number, kind.word);
  }
}

/// An older version with the same schema knew fewer kinds, and four that no longer exist.
void add_new_problem_names(SqlConnection& sql) {
  const auto stored =
      sql.first_integer("SELECT count(*) FROM problem_kind WHERE kind NOT IN (13, 300, 301, 302)");
  if (stored >= static_cast<std::int64_t>(problem_words().all().size())) return;
  SqlTransaction transaction(sql);
  fill_problem_names(sql);
  transaction.commit();
}

void apply(SqlConnection& sql, const Migration& migration, const MigrationLimits& limits) {
  sql.exec(std::string(migration.sql));
  finish_migration(sql, migration.version, limits);
  sql.exec(fmt::format("PRAGMA user_version = {}", migration.version));
  if (migration.version == newest_version()) fill_problem_names(sql);
}

void migrate(SqlConnection& sql, const MigrationLimits& limits) {
  const std::int64_t version = pragma(sql, "user_version");
  for (const Migration& migration : embedded_migrations()) {
    if (migration.version <= version) continue;
    SqlTransaction transaction(sql);
    apply(sql, migration, limits);
    transaction.commit();
  }
  add_new_problem_names(sql);
}

/// In one transaction, so that no half-made database remains.
void make_new(Database& database) {
  SqlConnection& sql = database.sql();
  SqlTransaction transaction(sql);
  sql.exec(fmt::format("PRAGMA application_id = {}", kApplicationId));
  for (const Migration& migration : embedded_migrations()) apply(sql, migration, {});
  database.set_meta("uuid", random_uuid());
  database.set_meta("key_version", std::to_string(kKeyVersion));
  database.set_meta("script_version", std::to_string(script::kScriptVersion));
  database.set_meta("created_by", "ludex " LUDEX_VERSION);
  transaction.commit();
}

/// SQLite rolls back the transaction of a killed run, but only with write permission.
void undo_cut_off_transaction(const std::filesystem::path& path, int busy_timeout_ms) {
  if (state_of(path) != FileState::sqlite || written_application_id(path) != kApplicationId) return;
  try {
    SqliteFile sql(sqlite_name(path), SqliteFile::Mode::read, busy_timeout_ms, path.string());
    (void)pragma(sql, "application_id");
    return;
  } catch (const SqlError& error) {
    if (error.kind() != SqlError::Kind::cut_off_transaction) throw;
  }
  try {
    SqliteFile sql(sqlite_name(path), SqliteFile::Mode::write, busy_timeout_ms, path.string());
    (void)pragma(sql, "application_id");
  } catch (const SqlError& error) {
    throw DatabaseError(fmt::format(
        "{}: the last run was interrupted while writing; recovery needs write permission: {}",
        path.string(), error.reason()));
  }
}

[[noreturn]] void refuse_foreign(const std::filesystem::path& path, FileState state) {
  std::error_code ignored;
  if (std::filesystem::is_directory(path, ignored)) {
    throw DatabaseError(
        fmt::format("{}: this is a folder; the database comes first, as in: ludex index "
                    "games.db {}",
                    path.string(), path.string()));
  }
  throw DatabaseError(fmt::format(
      "{}: {}; use another file", path.string(),
      state == FileState::sqlite ? "an SQLite file of another program" : "not a Ludex database"));
}

}  // namespace

Database::Database(std::unique_ptr<WriterLock> lock, std::unique_ptr<ReaderWait> wait,
                   std::unique_ptr<SqlConnection> sql, std::filesystem::path path)
    : mark_(std::make_unique<OpenMark>(path, lock != nullptr)),
      lock_(std::move(lock)),
      wait_(std::move(wait)),
      sql_(std::move(sql)),
      path_(std::move(path)) {}
Database::Database(Database&&) noexcept = default;
Database::~Database() = default;

bool is_database_file(const std::filesystem::path& path) {
  std::error_code error;
  if (!std::filesystem::is_regular_file(path, error)) return false;
  try {
    return state_of(path) == FileState::sqlite && written_application_id(path) == kApplicationId;
  } catch (const DatabaseError&) {
    return false;  // it cannot be read
  }
}

Database Database::open_for_writing(const std::filesystem::path& path, std::uint64_t cache_bytes,
                                    WaitOptions options) {
  if (OpenFiles::shared().has_writer(path)) refuse_second_writer(path);
  const FileState state = state_of(path);
  if (state == FileState::other) refuse_foreign(path, state);
  const MigrationLimits limits{.memory_bytes = 2 * cache_bytes, .stop = options.stop};
  auto lock = std::make_unique<WriterLock>(path, options);
  auto wait = std::make_unique<ReaderWait>(path, std::move(options), lock->descriptor());
  auto sql =
      std::make_unique<SqliteFile>(sqlite_name(path), SqliteFile::Mode::create, 0, path.string());
  wait->watch(*sql);
  const bool fresh = pragma(*sql, "page_count") == 0;
  if (!fresh && pragma(*sql, "application_id") != kApplicationId) {
    refuse_foreign(path, FileState::sqlite);
  }
  check_version(*sql, path);
  if (!fresh) check_schema(*sql);
  if (fresh) sql->exec(fmt::format("PRAGMA page_size = {}", kPageBytes));
  // As FULL, and the folder is synced after a journal is deleted. Otherwise the journal may be back
  // after a power cut, and undoes what was committed.
  sql->exec("PRAGMA synchronous = EXTRA");
  sql->exec("PRAGMA temp_store = FILE");
  Database database(std::move(lock), std::move(wait), std::move(sql), path);
  database.most_cache_bytes_ = cache_bytes;
  database.keep_changed_pages(cache_bytes);
  database.adapt_cache();
  if (fresh) {
    make_new(database);
    database.lock_->set_removes_file(false);
  } else {
    check_agreement(database);  // before anything is changed
    migrate(database.sql(), limits);
    check_counters(database.sql());
  }
  return database;
}

Database Database::open_for_reading(const std::filesystem::path& path, int busy_timeout_ms,
                                    ReadCache cache) {
  undo_cut_off_transaction(path, busy_timeout_ms);
  const FileState state = state_of(path);
  if (state == FileState::missing || state == FileState::empty) {
    throw DatabaseError(
        fmt::format("{}: {}; make one with: ludex index {} SOURCE...", path.string(),
                    state == FileState::missing ? "no such database" : "empty, not a database yet",
                    path.string()));
  }
  if (state != FileState::sqlite) refuse_foreign(path, FileState::other);
  auto sql = std::make_unique<SqliteFile>(sqlite_name(path), SqliteFile::Mode::read,
                                          busy_timeout_ms, path.string());
  if (pragma(*sql, "application_id") != kApplicationId) refuse_foreign(path, FileState::sqlite);
  check_version(*sql, path);
  if (pragma(*sql, "user_version") < newest_version()) {
    throw DatabaseError(
        fmt::format("{}: made by an older version; upgrade it with: ludex index {} SOURCE...",
                    path.string(), path.string()));
  }
  check_schema(*sql);
  sql->exec(fmt::format("PRAGMA cache_size = -{}", cache.bytes / 1024));
  // Scattered rows are read directly from the system's page cache. No transaction spans a command:
  // a command waiting for its pager would block commits.
  if (cache.map_file) sql->exec("PRAGMA mmap_size = 1099511627776");
  Database database(nullptr, nullptr, std::move(sql), path);
  check_agreement(database);
  return database;
}

bool Database::is_new() const { return lock_ && lock_->created_file(); }

void Database::discard() {
  assert(is_new() && "only a database that nobody had before is deleted");
  lock_->set_removes_file(true);
}

std::string Database::meta(const std::string& key) {
  SqlStatement select(*sql_, "SELECT value FROM meta WHERE key = ?");
  return select.find(key) ? select.string(0) : std::string();
}

void Database::set_meta(const std::string& key, const std::string& value) {
  sql_->run("INSERT OR REPLACE INTO meta VALUES (?, ?)", key, value);
}

std::int64_t Database::next_id(const std::string& counter) {
  SqlStatement select(*sql_, "SELECT next FROM counter WHERE name = ?");
  if (!select.find(counter)) throw DatabaseError(fmt::format("no counter '{}'", counter));
  return select.integer(0);
}

void Database::set_next_id(const std::string& counter, std::int64_t next) {
  sql_->run("UPDATE counter SET next = ? WHERE name = ?", next, counter);
}

void Database::adapt_cache() {
  constexpr std::uint64_t kLeast = 16 << 20, kMost = 64 << 20;
  constexpr std::uint64_t kShare = 8;
  const auto file_bytes = static_cast<std::uint64_t>(pragma(*sql_, "page_count") * kPageBytes);
  const std::uint64_t bytes =
      std::min(std::clamp(file_bytes / kShare, kLeast, kMost), most_cache_bytes_);
  if (bytes == cache_bytes_) return;
  cache_bytes_ = bytes;
  sql_->exec(fmt::format("PRAGMA cache_size = -{}", bytes / 1024));
}

/// At least as many bytes as the cache has. Without a string or an exception: memory may have run
/// out.
void Database::keep_changed_pages(std::uint64_t bytes) noexcept {
  // SQLite takes a multiple of 256 pages for "off": no limit.
  std::array<char, 48> text{};
  fmt::format_to_n(text.data(), text.size() - 1, "PRAGMA cache_spill = {}", bytes / kPageBytes | 1);
  sql_->try_exec(text.data());
}

EarlyWrites::EarlyWrites(Database& database) : database_(database) {
  // Now: where a page cannot be written later, SQLite waits each time, and takes more memory.
  database.sql().write_changed_pages();
  database_.keep_changed_pages(0);
}

EarlyWrites::~EarlyWrites() { database_.keep_changed_pages(database_.most_cache_bytes_); }

}  // namespace ludex

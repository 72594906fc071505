#include "store/reader_wait.hpp"

#include <fcntl.h>
#include <fmt/format.h>

#include <algorithm>
#include <fstream>
#include <optional>
#include <thread>
#include <utility>

namespace ludex {
namespace {

using std::chrono::milliseconds;

constexpr milliseconds kQuiet{2'000};        // shorter waits are not reported
constexpr milliseconds kStopped{5'000};      // the limit after a stop was requested
constexpr milliseconds kLongestSleep{100};   // so that a stop is noticed soon
constexpr off_t kReservedByte = 0x40000001;  // SQLite's file format: held by the next writer
constexpr off_t kSharedBytes = 0x40000002;   // and one of these by each reader
constexpr off_t kSharedCount = 510;

/// The process whose lock on these bytes excludes a lock for writing; none: no other process.
std::optional<pid_t> holder_of(int descriptor, off_t first, off_t count) {
  struct flock lock {};
  lock.l_type = F_WRLCK;
  lock.l_whence = SEEK_SET;
  lock.l_start = first;
  lock.l_len = count;
  if (::fcntl(descriptor, F_GETLK, &lock) != 0 || lock.l_type == F_UNLCK) return std::nullopt;
  return lock.l_pid;
}

/// "process 4711 (sqlite3)".
std::string name_of(std::optional<pid_t> process) {
  if (!process || *process <= 0) return "another program";
  std::ifstream file(fmt::format("/proc/{}/comm", *process));
  std::string name;
  std::getline(file, name);
  return name.empty() ? fmt::format("process {}", *process)
                      : fmt::format("process {} ({})", *process, name);
}

std::string duration_text(milliseconds duration) {
  const auto seconds = std::chrono::duration_cast<std::chrono::seconds>(duration).count();
  return seconds >= 60 && seconds % 60 == 0 ? fmt::format("{} min", seconds / 60)
                                            : fmt::format("{} s", seconds);
}

}  // namespace

ReaderWait::ReaderWait(std::filesystem::path path, WaitOptions options, int descriptor)
    : path_(std::move(path)), options_(std::move(options)), descriptor_(descriptor) {}

void ReaderWait::watch(SqlConnection& sql) {
  const auto handler = [](void* self, int calls_before) {
    return static_cast<ReaderWait*>(self)->wait(calls_before) ? 1 : 0;
  };
  sql_ = &sql;
  sql.set_busy_handler(handler, this);
}

bool ReaderWait::wait(int calls_before) {
  const auto now = std::chrono::steady_clock::now();
  if (given_up_ == sql_->transactions() && sql_->in_transaction()) return false;
  if (calls_before == 0) {
    start_ = now;
    said_ = false;
  }
  const auto waited = std::chrono::duration_cast<milliseconds>(now - start_);
  if (waited >= limit()) {
    if (sql_->in_transaction()) given_up_ = sql_->transactions();
    return false;
  }
  if (waited >= kQuiet && !std::exchange(said_, true)) say_waiting();
  std::this_thread::sleep_for(std::min(milliseconds(calls_before + 1), kLongestSleep));
  return true;
}

milliseconds ReaderWait::limit() const {
  const bool stopped = options_.stop != nullptr && *options_.stop;
  return stopped ? std::min(options_.limit, kStopped) : options_.limit;
}

std::string ReaderWait::who_locks() const {
  if (const auto writer = holder_of(descriptor_, kReservedByte, 1)) {
    return name_of(writer) + " is writing to it";
  }
  return name_of(holder_of(descriptor_, kSharedBytes, kSharedCount)) +
         " is reading it in a long transaction";
}

void ReaderWait::say_waiting() {
  if (!options_.say) return;
  options_.say(fmt::format("{}: {}; waiting up to {}", path_.string(), who_locks(),
                           duration_text(options_.limit)));
}

}  // namespace ludex

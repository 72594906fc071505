#pragma once

#include "ludex/archive.hpp"

#include <chrono>
#include <cstdint>
#include <filesystem>
#include <functional>
#include <map>
#include <memory>
#include <mutex>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace ludex::web {

/// Distinguishes a file from another one with the same path.
struct FileIdentity {
  std::uint64_t device = 0, number = 0;
  friend bool operator==(const FileIdentity&, const FileIdentity&) = default;
};
/// Always the same for a cluster. \throws DatabaseError if there is no such file
[[nodiscard]] FileIdentity identity_of(const std::filesystem::path& path);

/// A name to search for, and its number of games.
struct NameCount {
  std::string name;
  std::string folded;
  std::int64_t games = 0;
};
using NameCounts = std::shared_ptr<const std::vector<NameCount>>;

/// Data about a database that the workers of a server share. Thread-safe.
class SharedDatabase {
 public:
  SharedDatabase(std::filesystem::path path, OpenOptions options);

  [[nodiscard]] const std::filesystem::path& path() const { return path_; }
  [[nodiscard]] const OpenOptions& options() const { return options_; }
  [[nodiscard]] FileIdentity identity() const { return identity_of(path_); }

  /// Another text after the file has changed; also for another start of the server.
  /// Cost: microseconds, under a lock.
  [[nodiscard]] std::string state();

  /// All players, events or places, most games first. Counted once for each state by the caller's
  /// archive, which takes long; others wait. \throws Stopped
  [[nodiscard]] NameCounts names(StatsKey key, Archive& archive, const Call& call);

  /// A text that takes long to make, made once for each state by the first who asks.
  [[nodiscard]] std::string once(std::string_view what, const std::function<std::string()>& make);

  /// Ratings take long and much memory: one at a time. \returns nothing while they are worked out
  [[nodiscard]] std::unique_lock<std::mutex> turn_for_ratings() {
    return std::unique_lock(ratings_, std::try_to_lock);
  }

 private:
  template <class T>
  struct Known {
    std::mutex mutex;
    std::string state;
    T value;
  };
  template <class T, class Make>
  static T up_to_date(Known<T>& known, const std::string& now, const Make& make) {
    const std::lock_guard lock(known.mutex);
    if (known.state != now) {
      known.value = make();
      known.state = now;
    }
    return known.value;
  }
  std::filesystem::path path_;
  OpenOptions options_;
  std::string start_;
  std::mutex mutex_;
  std::optional<Archive> watch_;  // of `watched_`
  FileIdentity watched_;
  std::map<StatsKey, Known<NameCounts>> names_;
  std::map<std::string, Known<std::string>, std::less<>> texts_;
  std::mutex ratings_;
};

/// The connection of a worker; reopened when another file has replaced the database.
class WorkerDatabase {
 public:
  explicit WorkerDatabase(std::shared_ptr<SharedDatabase> shared) : shared_(std::move(shared)) {}
  /// \throws DatabaseError
  [[nodiscard]] Archive& archive();
  /// Closes it, so that the next question begins afresh.
  void drop() { archive_.reset(); }
  [[nodiscard]] SharedDatabase& shared() { return *shared_; }

 private:
  std::shared_ptr<SharedDatabase> shared_;
  std::optional<Archive> archive_;
  FileIdentity identity_;
};

}  // namespace ludex::web

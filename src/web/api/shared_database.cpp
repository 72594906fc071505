#include "web/api/shared_database.hpp"

#include "ludex/error.hpp"

#include <fmt/format.h>
#include <sys/stat.h>

#include <algorithm>
#include <utility>

namespace ludex::web {
namespace {

/// A number that no other start of the server has.
std::string start_text() {
  const auto now = std::chrono::system_clock::now().time_since_epoch();
  return fmt::format("{:x}", std::chrono::duration_cast<std::chrono::microseconds>(now).count());
}

std::vector<NameCount> count_names(StatsKey key, Archive& archive, const Call& call) {
  const StatsTable table = archive.stats({}, {.by = {key}, .sort = {{"games", true}}}, call);
  std::vector<NameCount> names;
  for (const std::vector<Value>& row : table.rows) {
    const auto* const name = std::get_if<std::string>(&row[0]);
    const auto* const games = std::get_if<std::int64_t>(&row[1]);
    if (name == nullptr || games == nullptr) continue;
    names.push_back({*name, searched_name(*name), *games});
  }
  return names;
}

}  // namespace

FileIdentity identity_of(const std::filesystem::path& path) {
  if (is_cluster_url(path)) return {};
  struct stat found {};
  if (stat(path.c_str(), &found) != 0) {
    throw DatabaseError(fmt::format("{}: no such database", path.string()));
  }
  return {found.st_dev, found.st_ino};
}

SharedDatabase::SharedDatabase(std::filesystem::path path, OpenOptions options)
    : path_(std::move(path)), options_(options), start_(start_text()) {
  for (const StatsKey key : {StatsKey::player, StatsKey::event, StatsKey::place}) names_[key];
}

std::string SharedDatabase::state() {
  const std::lock_guard lock(mutex_);
  const FileIdentity now = identity_of(path_);
  if (!watch_ || watched_ != now) {
    watch_.emplace(Archive::open(path_, options_));
    watched_ = now;
  }
  return fmt::format("{}-{:x}-{:x}", start_, now.number, watch_->data_version());
}

NameCounts SharedDatabase::names(StatsKey key, Archive& archive, const Call& call) {
  return up_to_date(names_.at(key), state(), [&] {
    return std::make_shared<const std::vector<NameCount>>(count_names(key, archive, call));
  });
}

std::string SharedDatabase::once(std::string_view what, const std::function<std::string()>& make) {
  const std::string now = state();
  Known<std::string>* known = nullptr;
  {
    const std::lock_guard lock(mutex_);
    known = &texts_[std::string(what)];
  }
  return up_to_date(*known, now, make);
}

Archive& WorkerDatabase::archive() {
  const FileIdentity now = shared_->identity();
  if (!archive_ || identity_ != now) {
    archive_.emplace(Archive::open(shared_->path(), shared_->options()));
    identity_ = now;
  }
  return *archive_;
}

}  // namespace ludex::web

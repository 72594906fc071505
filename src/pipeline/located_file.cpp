#include "pipeline/located_file.hpp"

#include <sys/stat.h>

#include <algorithm>
#include <ctime>
#include <filesystem>
#include <string_view>
#include <system_error>

namespace ludex {
namespace {

std::int64_t nanoseconds(const timespec& time) {
  return std::int64_t{time.tv_sec} * 1'000'000'000 + time.tv_nsec;
}

FileEntry entry_of(const struct stat& status) {
  return {status.st_size,
          {nanoseconds(status.st_mtim), nanoseconds(status.st_ctim)},
          {status.st_dev, status.st_ino}};
}

std::string canonical(const std::string& path) {
  std::error_code error;
  const auto found = std::filesystem::weakly_canonical(path, error);
  return (error ? std::filesystem::absolute(path) : found).string();
}

}  // namespace

std::optional<FileEntry> find_entry(const std::string& path) {
  struct stat status {};
  if (::stat(path.c_str(), &status) != 0) return std::nullopt;
  return entry_of(status);
}

bool are_settled(const FileTimes& times) {
  constexpr std::int64_t kTick = 2'000'000'000;  // of FAT
  timespec now{};
  clock_gettime(CLOCK_REALTIME, &now);
  return std::max(times.modified_ns, times.changed_ns) + kTick < nanoseconds(now);
}

LocatedFile FileLocator::locate(const std::string& path) {
  struct stat status {};
  const std::size_t slash = path.rfind('/');
  const bool is_plain = slash != std::string::npos && slash > 0 && !path.ends_with('.') &&
                        !path.ends_with('/') && ::lstat(path.c_str(), &status) == 0 &&
                        !S_ISLNK(status.st_mode);
  if (is_plain) return {folder_of(path, slash) + path.substr(slash), entry_of(status)};
  return {canonical(path), find_entry(path)};
}

const std::string& FileLocator::folder_of(const std::string& path, std::size_t slash) {
  const std::string_view folder = std::string_view(path).substr(0, slash);
  if (folder != folder_) {
    folder_ = folder;
    canonical_folder_ = canonical(folder_);
    if (canonical_folder_.ends_with('/')) canonical_folder_.pop_back();
  }
  return canonical_folder_;
}

}  // namespace ludex

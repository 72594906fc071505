#pragma once

#include <sys/stat.h>
#include <sys/types.h>

#include <filesystem>
#include <optional>
#include <utility>

namespace ludex {

/// Device and inode: equal for all names of one file.
using FileIdentity = std::pair<dev_t, ino_t>;

/// None if there is no such file. Follows links; opens nothing.
[[nodiscard]] inline std::optional<FileIdentity> find_identity(const std::filesystem::path& path) {
  struct stat status {};
  if (::stat(path.c_str(), &status) != 0) return std::nullopt;
  return FileIdentity(status.st_dev, status.st_ino);
}
/// Of an open file.
[[nodiscard]] inline std::optional<FileIdentity> find_identity(int descriptor) {
  struct stat status {};
  if (::fstat(descriptor, &status) != 0) return std::nullopt;
  return FileIdentity(status.st_dev, status.st_ino);
}

}  // namespace ludex

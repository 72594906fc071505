#pragma once

#include <sys/types.h>

#include <filesystem>
#include <optional>
#include <utility>

namespace ludex {

/// Device and inode: equal for all names of one file.
using FileIdentity = std::pair<dev_t, ino_t>;

/// None if there is no such file. Follows links; opens nothing.
[[nodiscard]] std::optional<FileIdentity> find_identity(const std::filesystem::path& path);
/// Of an open file.
[[nodiscard]] std::optional<FileIdentity> find_identity(int descriptor);

}  // namespace ludex

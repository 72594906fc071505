#include "core/file_identity.hpp"

#include <sys/stat.h>

namespace ludex {

std::optional<FileIdentity> find_identity(const std::filesystem::path& path) {
  struct stat status {};
  if (::stat(path.c_str(), &status) != 0) return std::nullopt;
  return FileIdentity(status.st_dev, status.st_ino);
}

std::optional<FileIdentity> find_identity(int descriptor) {
  struct stat status {};
  if (::fstat(descriptor, &status) != 0) return std::nullopt;
  return FileIdentity(status.st_dev, status.st_ino);
}

}  // namespace ludex

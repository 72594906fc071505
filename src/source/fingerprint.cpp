#include "source/fingerprint.hpp"

#include "ludex/error.hpp"
#include "source/file_stream.hpp"

#include <fmt/format.h>
#include <xxhash.h>

#include <algorithm>
#include <filesystem>
#include <system_error>
#include <vector>

namespace ludex {

namespace {

constexpr std::uint64_t kHashedBytes = 1024 * 1024;  // at each end; part of the stored format

std::string hash_of(FileStream& file, const std::string& path, std::uint64_t offset_bytes,
                    std::uint64_t size_bytes) {
  std::vector<char> bytes(size_bytes);
  file.seek(offset_bytes);
  if (read_fully(file, bytes) != bytes.size()) {
    throw SourceError(path + ": became shorter while it was read");
  }
  const XXH128_hash_t hash = XXH3_128bits(bytes.data(), bytes.size());
  return fmt::format("{:016x}{:016x}", hash.high64, hash.low64);
}

/// Does not open a pipe: that would wait for its writer.
FileStream open_file(const std::string& path) {
  std::error_code error;
  const std::filesystem::file_status status = std::filesystem::status(path, error);
  if (std::filesystem::exists(status) && !std::filesystem::is_directory(status) &&
      !std::filesystem::is_regular_file(status)) {
    throw SourceError(path + ": is not a regular file; it has no fingerprint");
  }
  return FileStream(path);
}

Fingerprint fingerprint(FileStream& file, const std::string& path, std::uint64_t size_bytes) {
  if (file.size_bytes() < size_bytes) {
    throw SourceError(fmt::format("{}: has {} bytes, fewer than the {} it once had", path,
                                  file.size_bytes(), size_bytes));
  }
  const std::uint64_t hashed = std::min(size_bytes, kHashedBytes);
  try {
    return {size_bytes,
            hash_of(file, path, 0, hashed) + hash_of(file, path, size_bytes - hashed, hashed)};
  } catch (const StreamDamage& damage) {
    throw SourceError(path + ": " + damage.what());
  }
}

}  // namespace

Fingerprint fingerprint_of(const std::string& path) {
  FileStream file = open_file(path);
  return fingerprint(file, path, file.size_bytes());
}

bool has_grown(const std::string& path, const Fingerprint& old) {
  FileStream file = open_file(path);
  return file.size_bytes() > old.size_bytes && fingerprint(file, path, old.size_bytes) == old;
}

}  // namespace ludex

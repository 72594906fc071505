#pragma once

#include <cstdint>
#include <string>

namespace ludex {

/// What a file is known by: its size, and a hash of its first and last MiB.
struct Fingerprint {
  std::uint64_t size_bytes = 0;
  std::string hash;  ///< 64 hex digits: XXH3-128 of the first MiB, then of the last; stored on disk
  friend bool operator==(const Fingerprint&, const Fingerprint&) = default;
};

/// Cost: two reads of at most a MiB. \throws SourceError if the file cannot be read.
[[nodiscard]] Fingerprint fingerprint_of(const std::string& path);

/// True if the file is longer than `old` and still begins with what `old` was taken from.
/// \throws SourceError if the file cannot be read.
[[nodiscard]] bool has_grown(const std::string& path, const Fingerprint& old);

}  // namespace ludex

#pragma once

#include <cstdint>
#include <filesystem>
#include <span>
#include <string>
#include <string_view>

namespace ludex {

/// True if `file_name` names a spill file of the database `database_name`.
[[nodiscard]] bool is_spill_name(std::string_view file_name, std::string_view database_name);

/// A temporary file of 64-bit words beside the database. It loses its name as soon as it is open,
/// so that it vanishes with the process.
class SpillFile {
 public:
  /// \throws Error if no file can be made there.
  explicit SpillFile(const std::filesystem::path& prefix);
  ~SpillFile();
  SpillFile(const SpillFile&) = delete;
  SpillFile& operator=(const SpillFile&) = delete;

  /// \returns the place of the first word, for read(). \throws Error (disk full).
  std::uint64_t append(std::span<const std::uint64_t> words);

  /// Safe to call from several threads. \throws Error.
  void read(std::uint64_t first_word, std::span<std::uint64_t> words) const;

 private:
  std::string name_;
  int file_ = -1;
  std::uint64_t words_ = 0;
};

}  // namespace ludex

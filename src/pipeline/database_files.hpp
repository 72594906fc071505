#pragma once

#include "core/file_identity.hpp"

#include <filesystem>
#include <optional>
#include <string_view>
#include <vector>

namespace ludex {

/// The files that make up a database which this process writes: the file itself, its journal, its
/// spill files. None of them may be opened as a source: closing any descriptor of a file drops all
/// fcntl locks that the process holds on it, SQLite's among them, and a reader would then roll back
/// the running transaction.
class DatabaseFiles {
 public:
  /// \pre the database exists
  explicit DatabaseFiles(const std::filesystem::path& database);

  /// True if `path` leads to one of them: by name, symbolic link or hard link.
  /// \param file  what find_identity() says of it
  [[nodiscard]] bool contains(std::string_view path, const std::optional<FileIdentity>& file) const;
  /// True if standard input was redirected from one of them.
  [[nodiscard]] bool contains_standard_input() const;

 private:
  [[nodiscard]] bool contains(const std::optional<FileIdentity>& file) const;
  [[nodiscard]] bool has_name_of_one(std::string_view path) const;

  std::vector<FileIdentity> identities_;      // of those there are now
  std::vector<std::filesystem::path> names_;  // of the database: as given, and where links lead
};

}  // namespace ludex

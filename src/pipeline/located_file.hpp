#pragma once

#include "core/file_identity.hpp"
#include "store/source_table.hpp"

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>

namespace ludex {

/// What the file system says of a file without its being opened.
struct FileEntry {
  std::int64_t bytes = 0;
  FileTimes times;
  FileIdentity identity;
  friend bool operator==(const FileEntry&, const FileEntry&) = default;
};
/// None if there is no such file.
[[nodiscard]] std::optional<FileEntry> find_entry(const std::string& path);

/// A change within one tick of a file system's clock leaves the times as they are, so those of a
/// file that was changed just now say nothing: false.
[[nodiscard]] bool are_settled(const FileTimes& times);

/// A file as it is known, and its entry if it is there.
struct LocatedFile {
  std::string path;  ///< canonical
  std::optional<FileEntry> entry;
};

/// Looks for files; a folder is looked up once for all of its files that come together.
class FileLocator {
 public:
  [[nodiscard]] LocatedFile locate(const std::string& path);

 private:
  const std::string& folder_of(const std::string& path, std::size_t slash);

  std::string folder_, canonical_folder_;
};

}  // namespace ludex

#pragma once

#include <filesystem>
#include <string>
#include <string_view>

namespace ludex::test {

/// A folder of one test, removed with all it holds at the end.
class TemporaryFolder {
 public:
  TemporaryFolder();
  ~TemporaryFolder();
  TemporaryFolder(const TemporaryFolder&) = delete;
  TemporaryFolder& operator=(const TemporaryFolder&) = delete;

  [[nodiscard]] std::string path() const { return folder_.native(); }
  [[nodiscard]] std::string path(std::string_view name) const { return (folder_ / name).native(); }
  /// Writes a file, making the folders above it. \returns its whole path.
  std::string add_file(std::string_view name, std::string_view bytes) const;

 private:
  std::filesystem::path folder_;
};

}  // namespace ludex::test

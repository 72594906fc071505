#pragma once

#include <string>
#include <vector>

namespace ludex {

/// A library and its version: that of the loaded library if it reports one, else that at compile
/// time. "missing" if it cannot be loaded.
struct LibraryVersion {
  std::string name;     ///< "libarchive"
  std::string version;  ///< "3.6.2"
};

[[nodiscard]] std::vector<LibraryVersion> library_versions();

}  // namespace ludex

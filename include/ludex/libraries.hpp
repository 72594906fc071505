#pragma once

#include <string>
#include <vector>

namespace ludex {

/// A library that Ludex uses, and its version: of the one that was loaded, as far as it tells; else
/// of the one that Ludex was compiled with. `missing` if it is loaded when it is needed, and cannot
/// be.
struct LibraryVersion {
  std::string name;     ///< "libarchive"
  std::string version;  ///< "3.6.2"
};

[[nodiscard]] std::vector<LibraryVersion> library_versions();

}  // namespace ludex

#pragma once

#include <span>
#include <string>
#include <vector>

namespace ludex {

/// A source as it is to be opened.
struct SourceName {
  std::string path;       ///< as given, or folder and path below it; "-" for standard input
  bool is_stdin = false;  ///< read standard input; `path` is only a name then
  bool named = true;      ///< given on the command line, not found in a folder
};

/// Expands the sources of a command line, in the order given: files as they are, "-" as standard
/// input, folders to the files below them.
/// In folders: byte order of the path; dot files and dot folders, links to folders, broken links
/// and devices are skipped. A folder below that cannot be read is listed itself, so that opening it
/// says why. Memory: the list.
/// \throws SourceError for an argument that does not exist, or a second "-".
[[nodiscard]] std::vector<SourceName> list_sources(std::span<const std::string> arguments);

}  // namespace ludex

#pragma once

#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace ludex {

enum class SourceKind {
  file,            ///< a regular file, known again by its path and fingerprint
  standard_input,  ///< the path is only a name
  stream,          ///< any other path: a named pipe, <(...) of a shell, a device
};

/// What a source given as `argument` is: "-", "/dev/stdin" and its like are standard input, other
/// descriptors ("/dev/fd/63") and what is neither file nor folder are streams. What does not exist
/// counts as a file.
[[nodiscard]] SourceKind source_kind(const std::string& argument);

/// A source as it is to be opened.
struct SourceName {
  std::string path;  ///< as given, or folder and path below it; "-" for standard input
  SourceKind kind = SourceKind::file;
  bool named = true;  ///< given on the command line, not found in a folder

  /// True if its bytes can be read only once.
  [[nodiscard]] bool is_stream() const { return kind != SourceKind::file; }
};

/// "PATH!MEMBER"; the path alone where there is no member.
[[nodiscard]] std::string with_member(std::string_view path, std::string_view member);

/// Expands the sources of a command line, in the order given: files and streams as they are,
/// folders to the files below them.
/// In folders: byte order of the path; dot files and dot folders, links to folders, broken links
/// and devices are skipped. A folder below that cannot be read is listed itself, so that opening it
/// says why. Memory: the list.
/// \throws SourceError for an argument that does not exist, or a second standard input.
[[nodiscard]] std::vector<SourceName> list_sources(std::span<const std::string> arguments);

}  // namespace ludex

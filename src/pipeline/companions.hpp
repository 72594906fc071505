#pragma once

#include "formats/splitter.hpp"

#include <atomic>
#include <cstddef>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace ludex {

struct FormatTraits;

/// Reads the files that a file of this format needs beside it: of each ending the one in the same
/// folder whose name begins most like the file's own. Packed ones too. Files that cannot be read,
/// or hold more than 64 MiB, are left out.
[[nodiscard]] std::vector<Companion> read_companions(const std::string& path,
                                                     const FormatTraits& format);

/// The endings of which none was found.
[[nodiscard]] std::vector<std::string_view> missing_endings(std::span<const Companion> found,
                                                            const FormatTraits& format);

/// What tells these files from others, without spaces: their names, sizes and hashes. Empty where
/// the file's name, or `format` if that is not empty, names no format that needs any.
[[nodiscard]] std::string companions_print(const std::string& path, std::string_view format);

/// The same files in an archive, where they stand in the same folder as what needs them. Memory: 64
/// MiB and 256 of them; what comes then is left out.
class ArchiveCompanions {
 public:
  /// All of an archive's. Cost: its decompression. \param stop  see SourceOptions
  [[nodiscard]] static ArchiveCompanions read(const std::string& path,
                                              const std::atomic<bool>* stop);

  /// A member begins: it is kept if its name is that of a companion.
  void begin(const std::string& member);
  /// The next bytes of the member.
  void add(std::string_view bytes);
  /// For a member of this format.
  [[nodiscard]] std::vector<Companion> of(const std::string& member,
                                          const FormatTraits& format) const;
  /// True if the name is that of a companion.
  [[nodiscard]] static bool is_companion(const std::string& member);
  /// True if the name is that of a member that may need some.
  [[nodiscard]] static bool needs_any(const std::string& member);

 private:
  std::vector<Companion> files_;  // with their folders
  std::size_t held_bytes_ = 0;
  bool is_kept_ = false;  // the current member
};

}  // namespace ludex

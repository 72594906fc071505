#pragma once

#include "formats/splitter.hpp"

#include <atomic>
#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <list>
#include <mutex>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace ludex {

struct FormatTraits;

/// The files that others need beside them: of each ending the one in the same folder whose name
/// begins most like the file's own. Packed ones too. Keeps the list of the last folder, and assumes
/// that no file is added there, and the last files: those of a folder mostly need the same ones.
/// Any thread. Memory: a path for each such file of the folder, and four of them.
class CompanionFiles {
 public:
  /// What a file of this format needs. Files that cannot be read are left out; no more is read of
  /// them than FormatTraits::max_companion_bytes.
  [[nodiscard]] std::vector<Companion> read(const std::string& path, const FormatTraits& format);
  /// What distinguishes these files from others, without spaces: their sizes and hashes. Empty
  /// where the file's name, or `format` if that is not empty, names no format that needs any.
  [[nodiscard]] std::string print(const std::string& path, std::string_view format);

 private:
  struct Listed {
    std::filesystem::path path;
    std::string name;  // in lower case, without the ending of what packed it
  };
  struct Stamp {
    std::filesystem::file_time_type time;
    std::uintmax_t bytes;
    friend bool operator==(const Stamp&, const Stamp&) = default;
  };
  struct Kept {
    std::filesystem::path path;
    Stamp stamp;
    std::optional<std::string> print;  // none: not known yet; empty: it cannot be read
    bool is_read = false;
    std::optional<std::string> bytes{};
  };

  void list(const std::filesystem::path& folder);
  [[nodiscard]] std::vector<std::filesystem::path> find(const std::filesystem::path& path,
                                                        const FormatTraits& format);
  [[nodiscard]] Kept& keep(const std::filesystem::path& file);

  std::mutex mutex_;
  std::optional<std::filesystem::path> folder_;
  std::vector<Listed> files_;  // of the folder, by path
  std::list<Kept> kept_;       // the last one used first
};

/// The endings of which none was found.
[[nodiscard]] std::vector<std::string_view> missing_endings(std::span<const Companion> found,
                                                            const FormatTraits& format);

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
  bool is_kept_ = false;       // the current member
  std::size_t max_bytes_ = 0;  // of that
};

}  // namespace ludex

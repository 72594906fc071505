#include "pipeline/companions.hpp"

#include "core/ascii.hpp"
#include "formats/format_room.hpp"
#include "formats/text_lines.hpp"
#include "source/byte_stream.hpp"
#include "source/file_stream.hpp"
#include "source/source_reader.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <filesystem>
#include <optional>
#include <utility>

namespace ludex {
namespace {

namespace fs = std::filesystem;

constexpr std::size_t kMostCompanionBytes = 64 * 1024 * 1024;  // of an archive
constexpr std::size_t kMostKept = 4;                           // files, of a folder
constexpr std::size_t kStepBytes = 64 * 1024;

/// Where the name of a file begins in that of a member: "dir/a.wtb", "inner.tar!a.wtb".
std::size_t name_start(std::string_view member) { return member.find_last_of("/!") + 1; }

/// In lower case, without the ending of what packed it.
std::string unpacked_name(const fs::path& path) {
  std::string name = to_lower(path.filename().string());
  for (const std::string_view ending : {".gz", ".bz2", ".xz", ".zst"}) {
    if (name.ends_with(ending)) return name.substr(0, name.size() - ending.size());
  }
  return name;
}

/// The same of a member of an archive.
std::string unpacked_member_name(const std::string& member) {
  return unpacked_name(member.substr(name_start(member)));
}

std::size_t common_start(std::string_view a, std::string_view b) {
  return static_cast<std::size_t>(std::ranges::mismatch(a, b).in1 - a.begin());
}

/// The format whose streams need a file of this name.
const FormatRoom* room_that_needs(std::string_view unpacked) {
  for (const Format format : all_formats()) {
    const FormatRoom& room = room_of(format);
    const auto ends_so = [&](std::string_view ending) { return unpacked.ends_with(ending); };
    if (std::ranges::any_of(room.companions, ends_so)) return &room;
  }
  return nullptr;
}

/// \returns none if it cannot be read
std::optional<std::string> read_start(const std::string& path, std::size_t max_bytes) {
  std::string bytes;
  try {
    SourceReader reader(SourceName{path});
    if (reader.is_archive() || !reader.next_member()) return std::nullopt;
    while (bytes.size() < max_bytes) {
      const std::size_t before = bytes.size();
      bytes.resize(std::min(before + kStepBytes, max_bytes));
      const std::size_t got = reader.read(std::span(bytes).subspan(before));
      bytes.resize(before + got);
      if (got == 0) break;
    }
  } catch (const SourceError&) {
    return std::nullopt;
  }
  return bytes;
}

/// Its size and hash; empty if it cannot be read.
std::string print_of(const fs::path& file) {
  try {
    const Fingerprint print = fingerprint_of(file.string());
    return fmt::format("{}:{}", print.size_bytes, print.hash);
  } catch (const SourceError&) {
    return {};
  }
}

/// The format of a file by its name alone.
const FormatRoom* room_by_name(const std::string& path, std::string_view format) {
  if (!format.empty()) {
    const auto named = find_format(format);
    return named ? &room_of(*named) : nullptr;
  }
  const std::string name = unpacked_name(path);
  for (const Format known : all_formats()) {
    const FormatRoom& room = room_of(known);
    const auto ends_so = [&](std::string_view ending) { return name.ends_with(ending); };
    if (std::ranges::any_of(room.endings, ends_so)) return &room;
  }
  return nullptr;
}

}  // namespace

std::vector<std::string_view> missing_endings(std::span<const Companion> found,
                                              const FormatTraits& format) {
  std::vector<std::string_view> missing;
  for (const std::string_view ending : format.companions) {
    const bool is_there = std::ranges::any_of(found, [&](const Companion& companion) {
      return unpacked_name(companion.name).ends_with(ending);
    });
    if (!is_there) missing.push_back(ending);
  }
  return missing;
}

ArchiveCompanions ArchiveCompanions::read(const std::string& path, const std::atomic<bool>* stop) {
  ArchiveCompanions all;
  std::vector<char> buffer(kStepBytes);
  const auto keep = [&](SourceReader& reader) {
    all.begin(reader.member());
    try {
      while (const std::size_t bytes = reader.read(buffer)) all.add({buffer.data(), bytes});
    } catch (const SourceDamage&) {  // said when the member itself is read
    }
  };
  try {
    SourceReader reader(SourceName{path}, {.stop = stop});
    while (reader.next_member()) {
      if (is_companion(reader.member())) keep(reader);
    }
  } catch (const SourceError&) {  // as above
  }
  all.is_kept_ = false;
  return all;
}

void ArchiveCompanions::begin(const std::string& member) {
  constexpr std::size_t kMostFiles = 256;
  const FormatRoom* const room = room_that_needs(unpacked_member_name(member));
  is_kept_ = files_.size() < kMostFiles && room != nullptr;
  if (!is_kept_) return;
  max_bytes_ = room->max_companion_bytes;
  files_.push_back({member, {}});
}

void ArchiveCompanions::add(std::string_view bytes) {
  if (!is_kept_) return;
  bytes = bytes.substr(0, max_bytes_ - files_.back().bytes.size());
  held_bytes_ += bytes.size();
  if (held_bytes_ <= kMostCompanionBytes) {
    files_.back().bytes += bytes;
    return;
  }
  held_bytes_ -= bytes.size() + files_.back().bytes.size();
  files_.pop_back();
  is_kept_ = false;
}

std::vector<Companion> ArchiveCompanions::of(const std::string& member,
                                             const FormatTraits& format) const {
  const std::size_t folder = name_start(member);
  const std::string own = unpacked_name(member.substr(folder));
  std::vector<Companion> found;
  for (const std::string_view ending : format.companions) {
    const Companion* best = nullptr;
    std::size_t most = 0;
    for (const Companion& file : files_) {
      const bool is_beside =
          name_start(file.name) == folder && file.name.starts_with(member.substr(0, folder));
      const std::string name = unpacked_name(file.name.substr(name_start(file.name)));
      if (!is_beside || !name.ends_with(ending)) continue;
      const std::size_t common = common_start(own, name);
      if (best == nullptr || common > most) best = &file, most = common;
    }
    if (best != nullptr) found.push_back({best->name.substr(folder), best->bytes});
  }
  return found;
}

bool ArchiveCompanions::is_companion(const std::string& member) {
  return room_that_needs(unpacked_member_name(member)) != nullptr;
}

bool ArchiveCompanions::needs_any(const std::string& member) {
  const FormatRoom* const room = room_by_name(member.substr(name_start(member)), {});
  return room != nullptr && !room->companions.empty();
}

void CompanionFiles::list(const fs::path& folder) {
  if (folder_ == folder) return;
  folder_ = folder;
  files_.clear();
  std::error_code error;
  for (fs::directory_iterator it(folder, error), end; !error && it != end; it.increment(error)) {
    std::string name = unpacked_name(it->path());
    std::error_code unknown;
    if (room_that_needs(name) == nullptr || !it->is_regular_file(unknown)) continue;
    files_.push_back({it->path(), std::move(name)});
  }
  std::ranges::sort(files_, {}, &Listed::path);
}

std::vector<fs::path> CompanionFiles::find(const fs::path& path, const FormatTraits& format) {
  list(path.has_parent_path() ? path.parent_path() : fs::path("."));
  const std::string own = unpacked_name(path);
  std::vector<fs::path> found;
  for (const std::string_view ending : format.companions) {
    const Listed* best = nullptr;
    std::size_t most = 0;
    for (const Listed& file : files_) {
      if (!file.name.ends_with(ending)) continue;
      const std::size_t common = common_start(own, file.name);
      if (best == nullptr || common > most) best = &file, most = common;
    }
    if (best != nullptr) found.push_back(best->path);
  }
  return found;
}

CompanionFiles::Kept& CompanionFiles::keep(const fs::path& file) {
  std::error_code error;
  const Stamp stamp{fs::last_write_time(file, error), fs::file_size(file, error)};
  const auto known = std::ranges::find(kept_, file, &Kept::path);
  if (known != kept_.end() && known->stamp == stamp) {
    kept_.splice(kept_.begin(), kept_, known);
    return kept_.front();
  }
  if (known != kept_.end()) kept_.erase(known);
  if (kept_.size() == kMostKept) kept_.pop_back();
  return kept_.emplace_front(Kept{file, stamp, {}});
}

std::vector<Companion> CompanionFiles::read(const std::string& path, const FormatTraits& format) {
  const std::scoped_lock lock(mutex_);
  std::vector<Companion> companions;
  for (const fs::path& file : find(path, format)) {
    Kept& kept = keep(file);
    if (!std::exchange(kept.is_read, true)) {
      kept.bytes = read_start(file.string(), format.max_companion_bytes);
    }
    if (kept.bytes) companions.push_back({file.filename().string(), *kept.bytes});
  }
  return companions;
}

std::string CompanionFiles::print(const std::string& path, std::string_view format) {
  const FormatRoom* room = room_by_name(path, format);
  if (room == nullptr || room->companions.empty()) return {};
  const std::scoped_lock lock(mutex_);
  std::string text;
  for (const fs::path& file : find(path, *room)) {
    Kept& kept = keep(file);
    if (!kept.print) kept.print = print_of(file);
    join_line(text, *kept.print, ',');
  }
  return text;
}

}  // namespace ludex

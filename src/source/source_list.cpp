#include "source/source_list.hpp"

#include "ludex/error.hpp"

#include <algorithm>
#include <filesystem>
#include <string_view>
#include <system_error>

namespace ludex {
namespace {

namespace fs = std::filesystem;

bool is_dot_name(const fs::path& path) { return path.filename().native().starts_with('.'); }

// Adds what lies in one folder: files to `files`, folders to `folders`. False: cannot be read.
bool list_folder(const fs::path& folder, std::vector<std::string>& files,
                 std::vector<fs::path>& folders) {
  std::error_code error;
  for (fs::directory_iterator it(folder, error), end; !error && it != end; it.increment(error)) {
    if (is_dot_name(it->path())) continue;
    std::error_code gone;  // a file removed meanwhile is skipped
    if (it->is_directory(gone)) {
      if (!it->is_symlink(gone)) folders.push_back(it->path());
    } else if (it->is_regular_file(gone)) {
      files.push_back(it->path().native());
    }
  }
  return !error;
}

std::string without_slashes_at_end(std::string path) {
  while (path.size() > 1 && path.ends_with('/')) path.pop_back();
  return path;
}

std::vector<std::string> files_below(const std::string& folder) {
  std::vector<std::string> files;
  std::vector<fs::path> folders{without_slashes_at_end(folder)};
  while (!folders.empty()) {
    const fs::path next = std::move(folders.back());
    folders.pop_back();
    if (!list_folder(next, files, folders)) files.push_back(next.native());
  }
  std::sort(files.begin(), files.end());  // char_traits compares bytes as unsigned
  return files;
}

bool is_standard_input(std::string_view path) {
  return path == "-" || path == "/dev/stdin" || path == "/dev/fd/0" || path == "/proc/self/fd/0";
}

bool is_descriptor(std::string_view path) {
  return path.starts_with("/dev/fd/") || path.starts_with("/proc/self/fd/");
}

}  // namespace

SourceKind source_kind(const std::string& argument) {
  if (is_standard_input(argument)) return SourceKind::standard_input;
  std::error_code error;
  const fs::file_status status = fs::status(argument, error);
  if (!fs::exists(status) || fs::is_directory(status)) return SourceKind::file;
  return is_descriptor(argument) || !fs::is_regular_file(status) ? SourceKind::stream
                                                                 : SourceKind::file;
}

std::string with_member(std::string_view path, std::string_view member) {
  std::string name(path);
  if (!member.empty()) name.append("!").append(member);
  return name;
}

std::vector<SourceName> list_sources(std::span<const std::string> arguments) {
  std::vector<SourceName> sources;
  bool has_stdin = false;
  for (const std::string& argument : arguments) {
    const SourceKind kind = source_kind(argument);
    if (kind == SourceKind::standard_input) {
      if (has_stdin) throw SourceError("-: standard input can be read only once");
      has_stdin = true;
      sources.push_back({"-", kind, true});
      continue;
    }
    std::error_code error;
    const fs::file_status status = fs::status(argument, error);
    if (!fs::exists(status)) {
      throw SourceError(argument + ": " + (error ? error.message() : "does not exist"));
    }
    if (!fs::is_directory(status)) {
      sources.push_back({argument, kind, true});
      continue;
    }
    for (std::string& file : files_below(argument)) {
      sources.push_back({std::move(file), SourceKind::file, false});
    }
  }
  return sources;
}

}  // namespace ludex

#include "pipeline/database_files.hpp"

#include "index/posting_runs.hpp"

#include <unistd.h>

#include <algorithm>
#include <array>
#include <string>
#include <string_view>
#include <system_error>

namespace ludex {
namespace {

constexpr std::array<std::string_view, 4> kSuffixes = {"", "-journal", "-wal", "-shm"};

/// The path with links in its folders resolved, but not in its last part.
std::filesystem::path resolved_folder(const std::filesystem::path& path) {
  std::error_code error;
  const auto folder = path.has_parent_path() ? path.parent_path() : std::filesystem::path(".");
  return std::filesystem::weakly_canonical(folder, error) / path.filename();
}

/// True if `name` is the file name of the database `base`, of its journal or of a spill file.
bool belongs_to(std::string_view name, std::string_view base) {
  if (!name.starts_with(base)) return false;
  const std::string_view suffix = name.substr(base.size());
  return std::find(kSuffixes.begin(), kSuffixes.end(), suffix) != kSuffixes.end() ||
         is_spill_name(name, base);
}

}  // namespace

DatabaseFiles::DatabaseFiles(const std::filesystem::path& database)
    : names_{resolved_folder(database), std::filesystem::weakly_canonical(database)} {
  for (const auto& name : names_) {
    for (const std::string_view suffix : kSuffixes) {
      const auto file = find_identity(name.native() + std::string(suffix));
      if (file) identities_.push_back(*file);
    }
  }
}

bool DatabaseFiles::contains(std::string_view path, const std::optional<FileIdentity>& file) const {
  return contains(file) || has_name_of_one(path);
}

bool DatabaseFiles::contains_standard_input() const {
  return contains(find_identity(STDIN_FILENO));
}

bool DatabaseFiles::contains(const std::optional<FileIdentity>& file) const {
  return file && std::find(identities_.begin(), identities_.end(), *file) != identities_.end();
}

// A journal is deleted and created anew, so only its name identifies it.
bool DatabaseFiles::has_name_of_one(std::string_view path) const {
  const std::string_view file_name = path.substr(path.rfind('/') + 1);
  return std::any_of(names_.begin(), names_.end(), [&](const std::filesystem::path& name) {
    return belongs_to(file_name, name.filename().native()) &&
           resolved_folder(path).parent_path() == name.parent_path();
  });
}

}  // namespace ludex

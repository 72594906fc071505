#include "engine/merge/merge_input.hpp"

#include "ludex/error.hpp"
#include "store/migrations.hpp"
#include "store/sql/sql_statement.hpp"
#include "store/sql/sqlite_file.hpp"

#include <fmt/format.h>
#include <unistd.h>

#include <string_view>
#include <system_error>
#include <utility>

namespace ludex {
namespace {

constexpr int kBusyTimeoutMs = 30'000;
constexpr std::string_view kCopySuffix = "-merge-";

bool needs_upgrade(const std::filesystem::path& path) {
  if (!is_database_file(path)) return false;
  SqliteFile file(std::filesystem::absolute(path).string(), SqliteFile::Mode::read, kBusyTimeoutMs,
                  path.string());
  return file.first_integer("PRAGMA user_version") < embedded_migrations().back().version;
}

/// One state of the database, whoever writes to it meanwhile.
void copy_database(const std::filesystem::path& path, const std::filesystem::path& copy) {
  SqliteFile file(std::filesystem::absolute(path).string(), SqliteFile::Mode::read, kBusyTimeoutMs,
                  path.string());
  file.run("VACUUM INTO ?", std::filesystem::absolute(copy).string());
}

}  // namespace

MergeInput::MergeInput(const std::filesystem::path& path, const std::filesystem::path& copy,
                       std::uint64_t cache_bytes)
    : name_(path.string()) {
  if (!needs_upgrade(path)) {
    database_.emplace(Database::open_for_reading(path, kBusyTimeoutMs, {cache_bytes, false}));
  } else {
    copy_.reset(new std::filesystem::path(copy));
    copy_database(path, copy);
    (void)Database::open_for_writing(copy, cache_bytes);
    database_.emplace(Database::open_for_reading(copy, kBusyTimeoutMs, {cache_bytes, false}));
  }
  bytes_ = std::filesystem::file_size(path);
  state_ = std::make_unique<ReadTransaction>(database_->sql());
  (void)database_->next_id("game");  // the state is the one of the first read
}

MergeInput::~MergeInput() {
  state_.reset();
  database_.reset();
}

void MergeInput::DeleteFile::operator()(std::filesystem::path* path) const {
  std::error_code error;
  std::filesystem::remove(*path, error);
  delete path;
}

std::filesystem::path copy_path(const std::filesystem::path& merged, std::size_t n) {
  return merged.string() + fmt::format("{}{}-{}", kCopySuffix, ::getpid(), n);
}

void remove_leftover_copies(const std::filesystem::path& merged) {
  std::error_code error;
  const auto folder = merged.has_parent_path() ? merged.parent_path() : std::filesystem::path(".");
  const std::string prefix = merged.filename().string() + std::string(kCopySuffix);
  const std::string own = fmt::format("{}-", ::getpid());
  for (const auto& entry : std::filesystem::directory_iterator(folder, error)) {
    const std::string name = entry.path().filename().string();
    if (!name.starts_with(prefix)) continue;
    const std::string_view rest = std::string_view(name).substr(prefix.size());
    const std::size_t digits = rest.find_first_not_of("0123456789");
    const bool is_copy = digits != 0 && digits != std::string_view::npos && rest[digits] == '-';
    if (is_copy && !rest.starts_with(own)) std::filesystem::remove(entry.path(), error);
  }
}

}  // namespace ludex

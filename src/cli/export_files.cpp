#include "cli/export_files.hpp"

#include "core/error.hpp"
#include "formats/values/fold.hpp"
#include "store/sql/sql_connection.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <filesystem>
#include <utility>
#include <vector>

namespace ludex::cli {

namespace {

constexpr std::size_t kBufferBytes = 256 * 1024;
constexpr int kStepsATurn = 1000;  // a writer waits for no longer than they take
constexpr std::size_t kMostHeldBytes = 32 * 1024 * 1024;

}  // namespace

ExportFiles::ExportFiles(Database& database, const std::string& output,
                         const std::optional<SplitBy>& split)
    : database_(database.path()), pattern_(output), split_(split) {
  if (!split) {
    output_.emplace(output);
    return;
  }
  if (split->key != SplitBy::Key::count) names_.emplace(database, *split);
}

void ExportFiles::write(std::span<const GameId> games, std::string_view extension,
                        const std::function<void(ExportFile&)>& append) {
  if (output_) {
    append_to(whole_, append);
    return;
  }
  std::vector<std::string> names;
  if (names_) {
    for (const GameId game : games) {
      for (std::string& name : names_->of(game)) names.push_back(std::move(name));
    }
    std::sort(names.begin(), names.end());
    names.erase(std::unique(names.begin(), names.end()), names.end());
  } else {
    names = {fmt::format("{:04}", written_ / split_->count + 1)};
  }
  ++written_;
  std::vector<ExportFile*> files;
  for (const std::string& name : names) files.push_back(&part(name, extension));
  std::sort(files.begin(), files.end());
  files.erase(std::unique(files.begin(), files.end()), files.end());
  for (ExportFile* const file : files) {
    const std::size_t before = file->text.size();
    append_to(*file, append);
    held_bytes_ += file->text.size() - before;
  }
}

bool ExportFiles::is_full() const {
  return output_ ? whole_.text.size() >= kBufferBytes : held_bytes_ > kMostHeldBytes;
}

void ExportFiles::relieve() {
  if (!is_full()) return;
  if (!output_) return make_room();
  output_->write(whole_.text);
  whole_.text.clear();
}

/// Names that differ in case only share a file: some file systems do not tell them apart.
ExportFile& ExportFiles::part(const std::string& name, std::string_view extension) {
  const std::string key = fold(name) + '.' + std::string(extension);
  const auto known = parts_.find(key);
  if (known != parts_.end()) return known->second;
  ExportFile& file = parts_[key];
  file.path = split_path(pattern_, name, extension);
  std::error_code ignored;
  if (std::filesystem::equivalent(database_, file.path, ignored)) {
    throw UsageError(fmt::format("--output: {} is the database itself", file.path));
  }
  std::filesystem::remove(file.path, ignored);
  const auto folder = std::filesystem::path(file.path).parent_path();
  if (!folder.empty()) std::filesystem::create_directories(folder, ignored);
  return file;
}

void ExportFiles::append_to(ExportFile& file, const std::function<void(ExportFile&)>& append) {
  append(file);
  file.begun = true;
}

/// Writes the largest parts until half of the room is free.
void ExportFiles::make_room() {
  std::vector<ExportFile*> files;
  for (auto& [name, file] : parts_) files.push_back(&file);
  std::sort(files.begin(), files.end(), [](const ExportFile* a, const ExportFile* b) {
    return a->text.size() > b->text.size();
  });
  for (ExportFile* const file : files) {
    if (held_bytes_ <= kMostHeldBytes / 2) break;
    flush(*file);
  }
}

void ExportFiles::flush(ExportFile& file) {
  held_bytes_ -= file.text.size();
  ByteOutput output(file.path, ByteOutput::Mode::append);
  output.write(file.text);
  output.close();
  file.text = std::string();
}

void ExportFiles::close() {
  if (output_) {
    output_->write(whole_.text);
    output_->close();
    return;
  }
  for (auto& [name, file] : parts_) {
    if (!file.text.empty()) flush(file);
  }
}

void fill_in_turns(Database& database, ExportFiles& files, const std::function<bool()>& step) {
  for (bool more = true; more;) {
    {
      const ReadTransaction transaction(database.sql());
      for (int i = 0; i < kStepsATurn && more && !files.is_full(); ++i) more = step();
    }
    files.relieve();
  }
}

}  // namespace ludex::cli

#include "engine/sqlite/export/export_files.hpp"

#include "core/call_scope.hpp"
#include "formats/values/fold.hpp"
#include "store/sql/sql_connection.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <utility>
#include <vector>

namespace ludex {

namespace {

constexpr std::size_t kBufferBytes = 256 * 1024;
constexpr int kStepsATurn = 1000;  // a writer waits for no longer than they take
constexpr std::size_t kMostHeldBytes = 32 * 1024 * 1024;

}  // namespace

ExportFiles::ExportFiles(Database& database, const std::optional<SplitBy>& split, ExportSink& sink)
    : split_(split), sink_(sink) {
  if (split && split->key != SplitBy::Key::count) names_.emplace(database, *split);
}

void ExportFiles::write(std::span<const GameId> games, std::string_view extension,
                        const std::function<void(ExportFile&)>& append) {
  check_call();
  if (!split_) {
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
  return !split_ ? whole_.text.size() >= kBufferBytes : held_bytes_ > kMostHeldBytes;
}

void ExportFiles::relieve() {
  if (!is_full()) return;
  if (split_) return make_room();
  sink_.write({}, {}, whole_.text, !std::exchange(whole_.written, true));
  whole_.text.clear();
}

/// Names that differ in case only share a file: some file systems do not tell them apart.
ExportFile& ExportFiles::part(const std::string& name, std::string_view extension) {
  const std::string key = fold(name) + '.' + std::string(extension);
  const auto known = parts_.find(key);
  if (known != parts_.end()) return known->second;
  ExportFile& file = parts_[key];
  file.part = name;
  file.extension = extension;
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
  sink_.write(file.part, file.extension, file.text, !std::exchange(file.written, true));
  file.text = std::string();
}

void ExportFiles::close() {
  if (!split_) {
    sink_.write({}, {}, whole_.text, !whole_.written);
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

}  // namespace ludex

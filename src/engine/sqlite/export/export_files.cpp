#include "engine/sqlite/export/export_files.hpp"

#include "core/ascii.hpp"
#include "core/call_scope.hpp"
#include "formats/format.hpp"
#include "formats/values/fold.hpp"
#include "ludex/error.hpp"
#include "store/sql/sql_connection.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <charconv>
#include <utility>

namespace ludex {
namespace {

constexpr std::size_t kMostNameBytes = 100;
constexpr std::string_view kUnknown = "unknown";

bool is_safe(unsigned char c) {
  return c >= 0x80 || is_letter_or_digit(static_cast<char>(c)) || c == '.' || c == '_' ||
         c == '+' || c == '-';
}

/// Cuts at most so many bytes, no character in two.
void shorten(std::string& text, std::size_t most_bytes) {
  if (text.size() <= most_bytes) return;
  std::size_t end = most_bytes;
  while (end > 0 && (static_cast<unsigned char>(text[end]) & 0xC0) == 0x80) --end;
  text.resize(end);
}

const char* select_names(SplitBy::Key key) {
  switch (key) {
    case SplitBy::Key::player:
      return "SELECT person FROM game_players WHERE game_id = ? ORDER BY seat";
    case SplitBy::Key::format:
      return "SELECT format FROM record WHERE id = ?";
    default:
      return "SELECT written FROM name WHERE id = ?";
  }
}

constexpr std::size_t kBufferBytes = 256 * 1024;
constexpr int kStepsATurn = 1000;  // a writer waits for no longer than they take
constexpr std::size_t kMostHeldBytes = 32 * 1024 * 1024;

}  // namespace

SplitBy parse_split(std::string_view text) {
  if (text == "year") return {SplitBy::Key::year, 0};
  if (text == "player") return {SplitBy::Key::player, 0};
  if (text == "event") return {SplitBy::Key::event, 0};
  if (text == "format") return {SplitBy::Key::format, 0};
  std::int64_t count = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), count);
  if (error != std::errc{} || end != text.data() + text.size() || count <= 0) {
    throw UsageError(fmt::format(
        "`split`: '{}' is not one of year, player, event, format, or how many go into a file",
        text));
  }
  return {SplitBy::Key::count, count};
}

std::string safe_file_name(std::string_view text) {
  std::string name;
  for (const char c : text) {
    if (is_safe(static_cast<unsigned char>(c))) {
      name += c;
    } else if (!name.empty() && name.back() != '-') {
      name += '-';
    }
  }
  shorten(name, kMostNameBytes);
  name.erase(0, std::min(name.find_first_not_of(".-"), name.size()));
  name.erase(name.find_last_not_of("-.") + 1);
  return name.empty() ? std::string(kUnknown) : name;
}

SplitNames::SplitNames(Database& database, const SplitBy& split)
    : split_(split), facts_(database.sql()), select_(database.sql(), select_names(split.key)) {}

std::int64_t SplitNames::asked_of(GameId game) {
  if (split_.key == SplitBy::Key::player) return raw(game);
  return facts_.value(split_.key == SplitBy::Key::event ? Fact::event : Fact::record, game);
}

std::vector<std::string> SplitNames::of(GameId game) {
  if (split_.key == SplitBy::Key::year) return {year_of_game(game)};
  std::vector<std::string> names;
  select_.start(asked_of(game));
  while (select_.step()) {
    if (split_.key == SplitBy::Key::format) {
      names.emplace_back(format_name(static_cast<Format>(select_.integer(0))));
      continue;
    }
    names.push_back(safe_file_name(select_.string(0)));
  }
  if (names.empty()) names.emplace_back(kUnknown);
  return names;
}

std::string SplitNames::year_of_game(GameId game) {
  const int first = year_of(static_cast<Day>(facts_.value(Fact::date_from, game)));
  const int last = year_of(static_cast<Day>(facts_.value(Fact::date_to, game)));
  if (first == 0) return std::string(kUnknown);
  if (last == 0) return fmt::format("{:04}-", first);
  return first == last ? fmt::format("{:04}", first) : fmt::format("{:04}-{:04}", first, last);
}

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

#include "engine/export/export_files.hpp"

#include "core/ascii.hpp"
#include "core/call_scope.hpp"
#include "formats/values/fold.hpp"
#include "ludex/error.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <charconv>
#include <utility>

namespace ludex {
namespace {

constexpr std::size_t kMostNameBytes = 100;

bool is_safe(unsigned char c) {
  return c >= 0x80 || is_letter_or_digit(static_cast<char>(c)) || c == '.' || c == '_' ||
         c == '+' || c == '-';
}

/// Truncates to a number of bytes without splitting a character.
void shorten(std::string& text, std::size_t most_bytes) {
  if (text.size() <= most_bytes) return;
  std::size_t end = most_bytes;
  while (end > 0 && (static_cast<unsigned char>(text[end]) & 0xC0) == 0x80) --end;
  text.resize(end);
}

void check_column(std::string_view column) {
  if (column == "year" || column == "date") return;
  const std::vector<std::string> columns = game_columns();
  if (std::ranges::find(columns, column) == columns.end()) {
    throw UsageError(
        fmt::format("`split`: {{{}}} is not a column of games; the columns are date, year, {}",
                    column, fmt::join(columns, ", ")));
  }
}

constexpr std::size_t kBufferBytes = 256 * 1024;
constexpr int kStepsATurn = 1000;  // limits how long a writer has to wait
constexpr std::size_t kMostHeldBytes = 32 * 1024 * 1024;
constexpr std::size_t kMostCountedBytes = 256 * 1024 * 1024;  // files that are written in one piece

}  // namespace

SplitBy parse_split(std::string_view text) {
  if (text == "year") return {SplitBy::Key::year, 0};
  if (text == "player") return {SplitBy::Key::player, 0};
  if (text == "event") return {SplitBy::Key::event, 0};
  if (text == "format") return {SplitBy::Key::format, 0};
  if (text == "game") return {SplitBy::Key::game, 0};
  std::int64_t count = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), count);
  if (error != std::errc{} || end != text.data() + text.size() || count <= 0) {
    throw UsageError(fmt::format(
        "`split`: '{}' is not year, player, event, format, game, or a number of records", text));
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
  return name.empty() ? std::string(kUnknownName) : name;
}

std::vector<TemplatePart> parse_template(std::string_view name) {
  std::vector<TemplatePart> parts;
  while (!name.empty()) {
    const std::size_t open = std::min(name.find('{'), name.size());
    if (open > 0) parts.push_back({false, std::string(name.substr(0, open))});
    name.remove_prefix(open);
    if (name.empty()) break;
    const std::size_t close = name.find('}');
    if (close == std::string_view::npos) {
      throw UsageError(fmt::format("`split`: '{}': a brace is not closed", name));
    }
    const std::string_view column = name.substr(1, close - 1);
    check_column(column);
    parts.push_back({true, std::string(column)});
    name.remove_prefix(close + 1);
  }
  return parts;
}

std::string year_name(Day from, Day to) {
  const int first = year_of(from);
  const int last = year_of(to);
  if (first == 0) return std::string(kUnknownName);
  if (last == 0) return fmt::format("{:04}-", first);
  return first == last ? fmt::format("{:04}", first) : fmt::format("{:04}-{:04}", first, last);
}

ExportFiles::ExportFiles(ExportedGames& games, const std::optional<SplitBy>& split,
                         ExportSink& sink)
    : split_(split), sink_(sink) {
  if (split && split->key != SplitBy::Key::count) names_ = games.names(*split);
}

void ExportFiles::write(std::span<const GameId> games, std::string_view extension,
                        const std::function<void(ExportFile&)>& append) {
  check_call();
  if (!split_) {
    append_to(whole_, append);
    return;
  }
  std::vector<ExportFile*> files;
  for (const std::string& name : names_for(games)) files.push_back(&part(name, extension));
  std::sort(files.begin(), files.end());
  files.erase(std::unique(files.begin(), files.end()), files.end());
  for (ExportFile* const file : files) {
    const std::size_t before = file->text.size();
    append_to(*file, append);
    held_bytes_ += file->text.size() - before;
  }
}

std::vector<std::string> ExportFiles::names_for(std::span<const GameId> games) {
  if (split_->key == SplitBy::Key::game) return {own_name(games.front())};
  if (split_->key == SplitBy::Key::count) {
    return {fmt::format("{:04}", written_++ / split_->count + 1)};
  }
  std::vector<std::string> names;
  for (const GameId game : games) {
    for (std::string& name : names_->of(game)) names.push_back(std::move(name));
  }
  std::sort(names.begin(), names.end());
  names.erase(std::unique(names.begin(), names.end()), names.end());
  return names;
}

std::string ExportFiles::own_name(GameId game) {
  if (game == last_game_) return last_name_;
  last_game_ = game;
  const std::string name = names_->of(game).front();
  last_name_ = name;
  const auto key = [](const std::string& text) { return std::hash<std::string>()(fold(text)); };
  while (!used_names_.insert(key(last_name_)).second) {
    std::uint32_t& number = name_numbers_.try_emplace(key(name), 1).first->second;
    last_name_ = fmt::format("{}-{}", name, ++number);
  }
  return last_name_;
}

bool ExportFiles::is_full() const {
  if (split_) return held_bytes_ > (is_counted_ ? kMostCountedBytes : kMostHeldBytes);
  return whole_.text.size() >= kBufferBytes && !whole_.is_counted;
}

void ExportFiles::relieve() {
  if (!is_full()) return;
  if (split_) return make_room();
  sink_.write({}, {}, whole_.text, !std::exchange(whole_.written, true));
  whole_.text.clear();
}

/// Names that differ only in case share a file, because some file systems ignore case.
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
  is_counted_ = file.is_counted;
}

/// Writes the largest parts until the buffer is half empty.
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
  // Names of single games are not repeated.
  if (split_->key != SplitBy::Key::game) return;
  std::erase_if(parts_, [&](const auto& entry) {
    return entry.second.written && entry.second.part != last_name_;
  });
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

void fill_in_turns(ExportedGames& games, ExportFiles& files, const std::function<bool()>& step) {
  for (bool more = true; more;) {
    games.read_at_once([&] {
      for (int i = 0; i < kStepsATurn && more && !files.is_full(); ++i) more = step();
    });
    files.relieve();
  }
}

}  // namespace ludex

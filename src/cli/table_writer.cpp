#include "cli/table_writer.hpp"

#include "cli/human_text.hpp"
#include "cli/message.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <iterator>
#include <numeric>
#include <utility>

namespace ludex::cli {
namespace {

constexpr std::size_t kRowsHeld = 200;
constexpr std::size_t kBytesHeld = 4U << 20;
constexpr std::size_t kGap = 2;
constexpr std::size_t kNarrowText = 12;    // a name can still be guessed
constexpr std::size_t kNarrowest = 4;      // where only one column is left
constexpr std::size_t kLongestWhole = 64;  // longer values count as text

/// Columns that people look for first, those dropped last in front. Unknown ones are as important
/// as an event.
constexpr std::string_view kByImportance[] = {
    "id",         "cluster",    "move",        "person",
    "name",       "like",       "evidence",    "year",
    "month",      "date",       "games",       "rating",
    "player",     "opponent",   "black",       "white",
    "players",    "why",        "score",       "result",
    "ply",        "next_move",  "rate",        "error",
    "wins",       "losses",     "event",       "source",
    "draws",      "draw",       "moves",       "years",
    "mover",      "state",      "sample",      "points",
    "rate_low",   "hits",       "visits",      "rate_high",
    "mean_moves", "like_games", "like_years",  "shared_opponents",
    "at once",    "later",      "orientation", "colors",
    "external_id"};

/// Columns of ids, dates and results that may be spelled with letters.
constexpr std::string_view kWhole[] = {"id",     "date",        "date_from", "date_to",
                                       "result", "external_id", "sample",    "record_hash"};

std::size_t importance_of(std::string_view name) {
  const auto* found = std::ranges::find(kByImportance, name);
  if (found == std::end(kByImportance)) found = std::ranges::find(kByImportance, "event");
  return static_cast<std::size_t>(found - std::begin(kByImportance));
}

/// A number, a date, an id, a range of them.
bool is_number_like(std::string_view text) {
  return std::ranges::all_of(text, [](char c) {
    const bool is_letter = (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z');
    return static_cast<unsigned char>(c) < 0x80 && !is_letter;
  });
}

bool must_stay_whole(const Column& column, std::string_view text) {
  if (display_width(text) > kLongestWhole) return false;
  return column.right_aligned || is_number_like(text) ||
         std::ranges::find(kWhole, column.name) != std::end(kWhole);
}

/// The narrowest that a column may become.
std::size_t floor_of(const ColumnNeed& need, std::size_t narrow_text) {
  return std::max(need.whole, std::min(need.wanted, narrow_text));
}

/// Cuts the widest columns first. \returns true if they fit now.
bool shorten(std::span<const ColumnNeed> columns, std::span<const std::size_t> shown,
             std::size_t narrow_text, std::size_t available, std::vector<std::size_t>& widths) {
  widths.clear();
  for (const std::size_t i : shown) {
    widths.push_back(std::min(columns[i].wanted, std::max(columns[i].whole, available)));
  }
  std::size_t total = std::accumulate(widths.begin(), widths.end(), kGap * (shown.size() - 1));
  std::size_t least = kGap * (shown.size() - 1);
  for (const std::size_t i : shown) least += floor_of(columns[i], narrow_text);
  if (least > available) return false;
  while (total > available) {
    std::size_t widest = shown.size();
    for (std::size_t i = 0; i < shown.size(); ++i) {
      const bool can_shrink = widths[i] > floor_of(columns[shown[i]], narrow_text);
      if (can_shrink && (widest == shown.size() || widths[i] > widths[widest])) widest = i;
    }
    if (widest == shown.size()) return false;
    --widths[widest];
    --total;
  }
  return true;
}

std::string with_color(std::string_view text, bool color) {
  constexpr std::string_view kBold = "\033[1m", kPlain = "\033[0m";
  return color ? fmt::format("{}{}{}", kBold, text, kPlain) : std::string(text);
}

}  // namespace

TableFit fit_columns(std::span<const ColumnNeed> columns, std::size_t available) {
  TableFit fit;
  fit.shown.resize(columns.size());
  std::iota(fit.shown.begin(), fit.shown.end(), 0);
  if (available == 0 || columns.empty()) {
    for (const ColumnNeed& column : columns) fit.widths.push_back(column.wanted);
    return fit;
  }
  while (!shorten(columns, fit.shown, kNarrowText, available, fit.widths)) {
    if (fit.shown.size() == 1) {
      shorten(columns, fit.shown, kNarrowest, available, fit.widths);
      break;
    }
    const auto least = std::ranges::max_element(
        fit.shown, {}, [&](std::size_t i) { return std::pair(columns[i].importance, i); });
    fit.shown.erase(least);
  }
  return fit;
}

TableWriter::TableWriter(std::vector<Column> columns, ByteOutput& output, TableStyle style)
    : columns_(std::move(columns)), output_(output), style_(style) {
  for (Column& column : columns_) {
    column.name = printable(column.name);
    needs_.push_back({display_width(column.name), 0, importance_of(column.name)});
  }
}

void TableWriter::write(std::span<const Cell> cells) {
  std::vector<std::string> texts;
  texts.reserve(cells.size());
  for (const Cell& cell : cells) texts.push_back(printable(cell_text(cell)));
  if (settled_) {
    if (style_.columns > 0) grow_for(texts);
    print(texts);
    return;
  }
  for (const std::string& text : texts) held_bytes_ += text.size();
  held_.push_back(std::move(texts));
  if (held_.size() == kRowsHeld || held_bytes_ > kBytesHeld) settle();
}

void TableWriter::finish() {
  if (!settled_ && !held_.empty()) settle();
  std::vector<std::string_view> dropped;
  for (std::size_t i = 0; settled_ && i < columns_.size(); ++i) {
    if (!std::ranges::binary_search(fit_.shown, i)) dropped.push_back(columns_[i].name);
  }
  if (dropped.empty()) return;
  output_.flush();
  print_message(fmt::format("no room for {}; --wide shows all", fmt::join(dropped, ", ")));
}

void TableWriter::settle() {
  for (const auto& row : held_) {
    for (std::size_t i = 0; i < row.size(); ++i) {
      const std::size_t width = display_width(row[i]);
      needs_[i].wanted = std::max(needs_[i].wanted, width);
      if (must_stay_whole(columns_[i], row[i])) needs_[i].whole = std::max(needs_[i].whole, width);
    }
  }
  fit_ = fit_columns(needs_, style_.columns);
  settled_ = true;
  print_header();
  for (const auto& row : held_) print(row);
  held_.clear();
}

/// Makes room for a number or date that is wider than all before it; where a column has to go for
/// that, the header is printed again.
void TableWriter::grow_for(std::span<const std::string> cells) {
  bool grew = false;
  for (std::size_t at = 0; at < fit_.shown.size(); ++at) {
    const std::size_t i = fit_.shown[at];
    const std::size_t width = display_width(cells[i]);
    if (width <= fit_.widths[at] || !must_stay_whole(columns_[i], cells[i])) continue;
    needs_[i].wanted = std::max(needs_[i].wanted, width);
    needs_[i].whole = width;
    grew = true;
  }
  if (!grew) return;
  TableFit fit = fit_columns(needs_, style_.columns);
  std::swap(fit, fit_);
  if (fit.shown != fit_.shown) print_header();
}

std::string TableWriter::fitted(const Column& column, const std::string& cell, std::size_t width) {
  const bool is_path = column.name == "source" || column.name == "file";
  return is_path ? shortened_in_front(cell, width) : shortened(cell, width);
}

void TableWriter::print_header() {
  std::vector<std::string> names;
  for (const Column& column : columns_) names.push_back(column.name);
  print(names, true);
}

void TableWriter::print(std::span<const std::string> cells, bool is_header) {
  std::string line;
  for (std::size_t at = 0; at < fit_.shown.size(); ++at) {
    const std::size_t i = fit_.shown[at], width = fit_.widths[at];
    if (at > 0) line += std::string(kGap, ' ');
    const std::string text = style_.columns > 0 ? fitted(columns_[i], cells[i], width) : cells[i];
    line += columns_[i].right_aligned ? padded_left(text, width) : padded_right(text, width);
  }
  line.erase(line.find_last_not_of(' ') + 1);
  output_.write_harmless(with_color(line, style_.color && is_header) + '\n');
}

RecordWriter::RecordWriter(std::vector<Column> columns, ByteOutput& output, TableStyle style)
    : columns_(std::move(columns)), output_(output), style_(style) {
  for (Column& column : columns_) {
    column.name = printable(column.name);
    name_columns_ = std::max(name_columns_, display_width(column.name));
  }
}

void RecordWriter::write(std::span<const Cell> cells) {
  if (std::exchange(any_, true)) output_.write("\n");
  const std::size_t indent = name_columns_ + kGap;
  for (std::size_t i = 0; i < cells.size(); ++i) {
    const std::string value = printable(cell_text(cells[i]));
    if (value.empty()) continue;
    const std::string name = padded_right(columns_[i].name, indent);
    const bool fits = style_.columns == 0 || indent + kNarrowText > style_.columns;
    output_.write_harmless(with_color(name, style_.color) +
                           (fits ? value : wrapped(value, style_.columns - indent, indent)) + '\n');
  }
}

}  // namespace ludex::cli

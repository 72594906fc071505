#include "cli/table_writer.hpp"

#include "cli/text_width.hpp"

#include <algorithm>
#include <numeric>

namespace ludex::cli {

namespace {

constexpr std::size_t kRowsHeld = 200;
constexpr std::size_t kGap = 2;
constexpr std::size_t kNarrowest = 8;  // what a name needs to be guessed

}  // namespace

std::vector<std::size_t> fitted_widths(std::vector<std::size_t> wanted, std::size_t available) {
  if (available == 0 || wanted.empty()) return wanted;
  const std::size_t gaps = kGap * (wanted.size() - 1);
  std::size_t total = std::accumulate(wanted.begin(), wanted.end(), gaps);
  while (total > available) {
    const auto widest = std::ranges::max_element(wanted);
    if (*widest <= kNarrowest) break;
    --*widest;
    --total;
  }
  return wanted;
}

TableWriter::TableWriter(std::vector<Column> columns, ByteOutput& output)
    : TableWriter(std::move(columns), output, output.terminal_columns()) {}

TableWriter::TableWriter(std::vector<Column> columns, ByteOutput& output,
                         std::size_t terminal_columns)
    : columns_(std::move(columns)), output_(output), terminal_columns_(terminal_columns) {}

void TableWriter::write(std::span<const Cell> cells) {
  std::vector<std::string> texts;
  texts.reserve(cells.size());
  for (const Cell& cell : cells) texts.push_back(printable(cell_text(cell)));
  if (settled_) {
    print(texts);
    return;
  }
  held_.push_back(std::move(texts));
  if (held_.size() == kRowsHeld) settle_widths();
}

void TableWriter::finish() {
  if (!settled_ && !held_.empty()) settle_widths();
}

void TableWriter::settle_widths() {
  std::vector<std::string> names;
  for (const Column& column : columns_) {
    names.push_back(column.name);
    widths_.push_back(display_width(column.name));
  }
  for (const auto& row : held_) {
    for (std::size_t i = 0; i < row.size(); ++i) {
      widths_[i] = std::max(widths_[i], display_width(row[i]));
    }
  }
  widths_ = fitted_widths(std::move(widths_), terminal_columns_);
  settled_ = true;
  print(names);
  for (const auto& row : held_) print(row);
  held_.clear();
}

void TableWriter::print(std::span<const std::string> cells) {
  std::string line;
  for (std::size_t i = 0; i < cells.size(); ++i) {
    if (i > 0) line += std::string(kGap, ' ');
    const std::string text = terminal_columns_ > 0 ? shortened(cells[i], widths_[i]) : cells[i];
    line +=
        columns_[i].right_aligned ? padded_left(text, widths_[i]) : padded_right(text, widths_[i]);
  }
  line.erase(line.find_last_not_of(' ') + 1);
  output_.write(line + '\n');
}

}  // namespace ludex::cli

#include "cli/row_writer.hpp"

#include "cli/human_text.hpp"
#include "ludex/error.hpp"
#include "ludex/row_text.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <numeric>

namespace ludex::cli {
namespace {

std::vector<std::string> json_names(std::span<const Column> columns) {
  std::vector<std::string> names;
  for (const Column& column : columns) names.push_back(json_string(column.name));
  return names;
}

std::vector<Cell> names_of(std::span<const Column> columns) {
  std::vector<Cell> names;
  for (const Column& column : columns) names.emplace_back(column.name);
  return names;
}

class LineWriter final : public RowWriter {
 public:
  LineWriter(RowFormat format, std::span<const Column> columns, ByteOutput& output)
      : format_(format), json_names_(json_names(columns)), output_(output) {
    if (format_ != RowFormat::json) write(names_of(columns));
  }

  void write(std::span<const Cell> cells) override {
    line_.clear();
    switch (format_) {
      case RowFormat::csv:
        append_csv(cells, line_);
        line_ += "\r\n";
        break;
      case RowFormat::tsv:
        append_tsv(cells, line_);
        line_ += '\n';
        break;
      default:
        append_json(json_names_, cells, line_);
        line_ += '\n';
    }
    output_.write(line_);
  }

 private:
  RowFormat format_;
  std::vector<std::string> json_names_;
  ByteOutput& output_;
  std::string line_;  // its room is used again
};

constexpr std::size_t kRowsHeld = 200;
constexpr std::size_t kGap = 2;
constexpr std::size_t kNarrowest = 8;  // what a name needs to be guessed

}  // namespace

RowFormat parse_row_format(std::string_view name) {
  if (name == "text") return RowFormat::text;
  if (name == "csv") return RowFormat::csv;
  if (name == "tsv") return RowFormat::tsv;
  if (name == "json") return RowFormat::json;
  throw UsageError(fmt::format("--format: '{}' is not one of text, csv, tsv, json", name));
}

std::string cell_text(const Cell& cell) {
  std::string text;
  append_value_text(cell, text);
  return text;
}

std::string json_line(std::span<const Column> columns, std::span<const Cell> cells) {
  std::string line;
  append_json(json_names(columns), cells, line);
  return line;
}

std::unique_ptr<RowWriter> make_row_writer(RowFormat format, std::vector<Column> columns,
                                           ByteOutput& output) {
  if (format == RowFormat::text) return std::make_unique<TableWriter>(std::move(columns), output);
  return std::make_unique<LineWriter>(format, columns, output);
}

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

#include "cli/row_writer.hpp"

#include "cli/table_writer.hpp"
#include "ludex/error.hpp"
#include "ludex/row_text.hpp"

#include <fmt/format.h>

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

std::string csv_line(std::span<const Cell> cells) {
  std::string line;
  append_csv(cells, line);
  return line;
}

std::string tsv_line(std::span<const Cell> cells) {
  std::string line;
  append_tsv(cells, line);
  return line;
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

}  // namespace ludex::cli

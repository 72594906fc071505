#include "cli/row_writer.hpp"

#include "cli/human_text.hpp"
#include "cli/table_writer.hpp"
#include "ludex/error.hpp"
#include "ludex/row_text.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <utility>

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

/// Hands on some of the columns, in another order.
class ChoosingWriter final : public RowWriter {
 public:
  ChoosingWriter(std::unique_ptr<RowWriter> writer, std::vector<std::size_t> places)
      : writer_(std::move(writer)), places_(std::move(places)) {}

  void write(std::span<const Cell> cells) override {
    chosen_.clear();
    for (const std::size_t place : places_) chosen_.push_back(cells[place]);
    writer_->write(chosen_);
  }
  void finish() override { writer_->finish(); }

 private:
  std::unique_ptr<RowWriter> writer_;
  std::vector<std::size_t> places_;
  std::vector<Cell> chosen_;
};

std::unique_ptr<RowWriter> make_writer(const RowLayout& layout, std::vector<Column> columns,
                                       ByteOutput& output) {
  if (!is_for_people(layout.format)) {
    return std::make_unique<LineWriter>(layout.format, columns, output);
  }
  const TableStyle style{layout.wide ? 0 : output.line_columns(),
                         uses_color(layout.color, output.is_terminal())};
  if (layout.format == RowFormat::record) {
    return std::make_unique<RecordWriter>(std::move(columns), output, style);
  }
  return std::make_unique<TableWriter>(std::move(columns), output, style);
}

}  // namespace

RowFormat parse_row_format(std::string_view name, std::string_view others) {
  if (name == "text") return RowFormat::text;
  if (name == "record") return RowFormat::record;
  if (name == "csv") return RowFormat::csv;
  if (name == "tsv") return RowFormat::tsv;
  if (name == "json") return RowFormat::json;
  throw UsageError(
      fmt::format("--format: '{}' is not one of text, record, csv, tsv, json{}", name, others));
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

void refuse_column(std::string_view name, std::span<const std::string> known) {
  const std::string nearest = nearest_word(name, known);
  throw UsageError(fmt::format("--columns: there is no column '{}'; {}", name,
                               nearest.empty()
                                   ? fmt::format("the columns are {}", fmt::join(known, ", "))
                                   : fmt::format("did you mean '{}'?", nearest)));
}

std::unique_ptr<RowWriter> make_row_writer(const RowLayout& layout, std::vector<Column> columns,
                                           ByteOutput& output) {
  if (layout.columns.empty()) return make_writer(layout, std::move(columns), output);
  std::vector<Column> chosen;
  std::vector<std::size_t> places;
  for (const std::string& name : layout.columns) {
    const auto found = std::ranges::find(columns, name, &Column::name);
    if (found == columns.end()) {
      std::vector<std::string> known;
      for (const Column& column : columns) known.push_back(column.name);
      refuse_column(name, known);
    }
    chosen.push_back(*found);
    places.push_back(static_cast<std::size_t>(found - columns.begin()));
  }
  return std::make_unique<ChoosingWriter>(make_writer(layout, std::move(chosen), output),
                                          std::move(places));
}

}  // namespace ludex::cli

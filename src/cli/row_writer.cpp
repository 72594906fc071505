#include "cli/row_writer.hpp"

#include "cli/table_writer.hpp"
#include "core/error.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <iterator>
#include <nlohmann/json.hpp>

namespace ludex::cli {

namespace {

constexpr bool ends_csv_field(char c) { return c == ',' || c == '"' || c == '\r' || c == '\n'; }

void append_csv_text(std::string_view text, std::string& line) {
  if (std::none_of(text.begin(), text.end(), ends_csv_field)) {
    line += text;
    return;
  }
  line += '"';
  for (const char c : text) {
    if (c == '"') line += '"';
    line += c;
  }
  line += '"';
}

void append_tsv_text(std::string_view text, std::string& line) {
  for (const char c : text) {
    switch (c) {
      case '\t':
        line += "\\t";
        break;
      case '\n':
        line += "\\n";
        break;
      case '\r':
        line += "\\r";
        break;
      case '\\':
        line += "\\\\";
        break;
      default:
        line += c;
    }
  }
}

/// Characters that a JSON string holds as they are, whatever stands beside them.
constexpr bool is_plain_in_json(char c) { return c >= ' ' && c < 0x7F && c != '"' && c != '\\'; }

void append_json_text(std::string_view text, std::string& line) {
  if (std::all_of(text.begin(), text.end(), is_plain_in_json)) {
    line.append(1, '"').append(text).append(1, '"');
  } else {
    line += nlohmann::json(text).dump(-1, ' ', false, nlohmann::json::error_handler_t::replace);
  }
}

/// Numbers and NULL need no care in csv and tsv.
template <class AppendText>
void append_cells(std::span<const Cell> cells, char separator, std::string& line,
                  const AppendText& append_text) {
  for (std::size_t i = 0; i < cells.size(); ++i) {
    if (i > 0) line += separator;
    if (std::holds_alternative<std::monostate>(cells[i])) continue;
    if (const auto* text = std::get_if<std::string>(&cells[i])) {
      append_text(*text, line);
    } else {
      append_cell_text(cells[i], line);
    }
  }
}

/// JSON has no infinity; a number beyond all doubles is read as one.
void append_json_number(double number, std::string& line) {
  if (std::isinf(number)) {
    line += number < 0 ? "-1e999" : "1e999";
  } else {
    append_cell_text(number, line);
  }
}

void append_json_value(const Cell& cell, std::string& line) {
  if (std::holds_alternative<std::monostate>(cell)) {
    line += "null";
  } else if (const auto* number = std::get_if<double>(&cell)) {
    append_json_number(*number, line);
  } else if (const auto* text = std::get_if<std::string>(&cell)) {
    append_json_text(*text, line);
  } else {
    append_cell_text(cell, line);
  }
}

/// `names` are JSON strings.
void append_json_object(std::span<const std::string> names, std::span<const Cell> cells,
                        std::string& line) {
  line += '{';
  for (std::size_t i = 0; i < cells.size(); ++i) {
    if (i > 0) line += ',';
    line.append(names[i]).append(1, ':');
    append_json_value(cells[i], line);
  }
  line += '}';
}

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
        append_cells(cells, ',', line_, append_csv_text);
        line_ += "\r\n";
        break;
      case RowFormat::tsv:
        append_cells(cells, '\t', line_, append_tsv_text);
        line_ += '\n';
        break;
      default:
        append_json_object(json_names_, cells, line_);
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
  append_cell_text(cell, text);
  return text;
}

void append_cell_text(const Cell& cell, std::string& line) {
  if (const auto* text = std::get_if<std::string>(&cell)) {
    line += *text;
  } else if (const auto* whole = std::get_if<std::int64_t>(&cell)) {
    const fmt::format_int digits(*whole);
    line.append(digits.data(), digits.size());
  } else if (const auto* number = std::get_if<double>(&cell)) {
    fmt::format_to(std::back_inserter(line), "{}", *number);
  }
}

std::string csv_line(std::span<const Cell> cells) {
  std::string line;
  append_cells(cells, ',', line, append_csv_text);
  return line;
}

std::string tsv_line(std::span<const Cell> cells) {
  std::string line;
  append_cells(cells, '\t', line, append_tsv_text);
  return line;
}

std::string json_line(std::span<const Column> columns, std::span<const Cell> cells) {
  std::string line;
  append_json_object(json_names(columns), cells, line);
  return line;
}

std::string json_string(std::string_view text) {
  std::string json;
  append_json_text(text, json);
  return json;
}

std::unique_ptr<RowWriter> make_row_writer(RowFormat format, std::vector<Column> columns,
                                           ByteOutput& output) {
  if (format == RowFormat::text) return std::make_unique<TableWriter>(std::move(columns), output);
  return std::make_unique<LineWriter>(format, columns, output);
}

}  // namespace ludex::cli

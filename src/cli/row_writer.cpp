#include "cli/row_writer.hpp"

#include "cli/table_writer.hpp"
#include "ludex/core/error.hpp"

#include <fmt/format.h>
#include <nlohmann/json.hpp>

namespace ludex::cli {

namespace {

std::string csv_field(const Cell& cell) {
  std::string text = cell_text(cell);
  if (text.find_first_of(",\"\r\n") == std::string::npos) return text;
  std::string quoted = "\"";
  for (const char c : text) {
    if (c == '"') quoted += '"';
    quoted += c;
  }
  return quoted + '"';
}

std::string tsv_field(const Cell& cell) {
  std::string escaped;
  for (const char c : cell_text(cell)) {
    switch (c) {
      case '\t':
        escaped += "\\t";
        break;
      case '\n':
        escaped += "\\n";
        break;
      case '\r':
        escaped += "\\r";
        break;
      case '\\':
        escaped += "\\\\";
        break;
      default:
        escaped += c;
    }
  }
  return escaped;
}

std::string json_value(const Cell& cell) {
  if (std::holds_alternative<std::monostate>(cell)) return "null";
  if (const auto* text = std::get_if<std::string>(&cell)) return json_string(*text);
  return cell_text(cell);
}

template <class ToField>
std::string joined(std::span<const Cell> cells, char separator, const ToField& to_field) {
  std::string line;
  for (std::size_t i = 0; i < cells.size(); ++i) {
    if (i > 0) line += separator;
    line += to_field(cells[i]);
  }
  return line;
}

std::vector<Cell> names_of(std::span<const Column> columns) {
  std::vector<Cell> names;
  for (const Column& column : columns) names.emplace_back(column.name);
  return names;
}

class LineWriter final : public RowWriter {
 public:
  LineWriter(RowFormat format, std::vector<Column> columns, ByteOutput& output)
      : format_(format), columns_(std::move(columns)), output_(output) {
    if (format_ != RowFormat::json) write(names_of(columns_));
  }

  void write(std::span<const Cell> cells) override {
    switch (format_) {
      case RowFormat::csv:
        output_.write(csv_line(cells) + "\r\n");
        break;
      case RowFormat::tsv:
        output_.write(tsv_line(cells) + '\n');
        break;
      default:
        output_.write(json_line(columns_, cells) + '\n');
    }
  }

 private:
  RowFormat format_;
  std::vector<Column> columns_;
  ByteOutput& output_;
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
  if (const auto* text = std::get_if<std::string>(&cell)) return *text;
  if (const auto* number = std::get_if<std::int64_t>(&cell)) return std::to_string(*number);
  if (const auto* number = std::get_if<double>(&cell)) return fmt::format("{}", *number);
  return {};
}

std::string csv_line(std::span<const Cell> cells) { return joined(cells, ',', csv_field); }
std::string tsv_line(std::span<const Cell> cells) { return joined(cells, '\t', tsv_field); }

std::string json_line(std::span<const Column> columns, std::span<const Cell> cells) {
  std::string line = "{";
  for (std::size_t i = 0; i < cells.size(); ++i) {
    if (i > 0) line += ',';
    line += json_string(columns[i].name) + ':' + json_value(cells[i]);
  }
  return line + '}';
}

std::string json_string(std::string_view text) {
  return nlohmann::json(text).dump(-1, ' ', false, nlohmann::json::error_handler_t::replace);
}

std::unique_ptr<RowWriter> make_row_writer(RowFormat format, std::vector<Column> columns,
                                           ByteOutput& output) {
  if (format == RowFormat::text) return std::make_unique<TableWriter>(std::move(columns), output);
  return std::make_unique<LineWriter>(format, std::move(columns), output);
}

}  // namespace ludex::cli

#include "ludex/row_text.hpp"
#include "ludex/game.hpp"

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include <algorithm>
#include <array>
#include <cmath>
#include <iterator>

namespace ludex {
namespace {

/// For each character: true if a field that contains it needs quotes.
constexpr auto kEndsCsvField = [] {
  std::array<bool, 256> ends{};
  for (const unsigned char c : {',', '"', '\r', '\n'}) ends[c] = true;
  return ends;
}();

constexpr bool ends_csv_field(char c) { return kEndsCsvField[static_cast<unsigned char>(c)]; }

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

/// Characters that need no escape in a JSON string.
constexpr bool is_plain_in_json(char c) { return c >= ' ' && c < 0x7F && c != '"' && c != '\\'; }

void append_json_text(std::string_view text, std::string& line) {
  if (std::all_of(text.begin(), text.end(), is_plain_in_json)) {
    line.append(1, '"').append(text).append(1, '"');
  } else {
    line += nlohmann::json(text).dump(-1, ' ', false, nlohmann::json::error_handler_t::replace);
  }
}

/// Numbers and NULL need no quotes or escapes in csv and tsv.
template <class AppendText>
void append_cells(std::span<const Value> cells, char separator, std::string& line,
                  const AppendText& append_text) {
  for (std::size_t i = 0; i < cells.size(); ++i) {
    if (i > 0) line += separator;
    if (std::holds_alternative<std::monostate>(cells[i])) continue;
    if (const auto* text = std::get_if<std::string>(&cells[i])) {
      append_text(*text, line);
    } else {
      append_value_text(cells[i], line);
    }
  }
}

/// JSON has no infinity, but parsers read a number beyond the range of doubles as infinity.
void append_json_number(double number, std::string& line) {
  if (std::isinf(number)) {
    line += number < 0 ? "-1e999" : "1e999";
  } else {
    append_value_text(number, line);
  }
}

void append_json_value(const Value& cell, std::string& line) {
  if (std::holds_alternative<std::monostate>(cell)) {
    line += "null";
  } else if (const auto* number = std::get_if<double>(&cell)) {
    append_json_number(*number, line);
  } else if (const auto* text = std::get_if<std::string>(&cell)) {
    append_json_text(*text, line);
  } else {
    append_value_text(cell, line);
  }
}

}  // namespace

std::size_t RowColumns::find(std::string_view name) const {
  const auto found = std::ranges::find(names_, name);
  return found == names_.end() ? npos : static_cast<std::size_t>(found - names_.begin());
}

const Value& Game::operator[](std::string_view column) const {
  static const Value kNull;
  const std::size_t place = columns_->find(column);
  return place < row_.size() ? row_[place] : kNull;
}

std::string_view Game::text(std::string_view column) const {
  const auto* const text = std::get_if<std::string>(&(*this)[column]);
  return text == nullptr ? std::string_view() : std::string_view(*text);
}

std::optional<std::int64_t> Game::whole(std::string_view column) const {
  const auto* const number = std::get_if<std::int64_t>(&(*this)[column]);
  return number == nullptr ? std::nullopt : std::optional(*number);
}

std::optional<double> Game::number(std::string_view column) const {
  const Value& value = (*this)[column];
  if (const auto* const whole = std::get_if<std::int64_t>(&value)) {
    return static_cast<double>(*whole);
  }
  const auto* const number = std::get_if<double>(&value);
  return number == nullptr ? std::nullopt : std::optional(*number);
}

void append_value_text(const Value& value, std::string& line) {
  if (const auto* text = std::get_if<std::string>(&value)) {
    line += *text;
  } else if (const auto* whole = std::get_if<std::int64_t>(&value)) {
    const fmt::format_int digits(*whole);
    line.append(digits.data(), digits.size());
  } else if (const auto* number = std::get_if<double>(&value)) {
    fmt::format_to(std::back_inserter(line), "{}", *number);
  }
}

void append_csv(std::span<const Value> row, std::string& line) {
  append_cells(row, ',', line, append_csv_text);
}

void append_tsv(std::span<const Value> row, std::string& line) {
  append_cells(row, '\t', line, append_tsv_text);
}

void append_json(std::span<const std::string> names, std::span<const Value> row,
                 std::string& line) {
  line += '{';
  for (std::size_t i = 0; i < row.size(); ++i) {
    if (i > 0) line += ',';
    line.append(names[i]).append(1, ':');
    append_json_value(row[i], line);
  }
  line += '}';
}

std::string json_string(std::string_view text) {
  std::string json;
  append_json_text(text, json);
  return json;
}

std::vector<std::string> json_strings(std::span<const std::string> texts) {
  std::vector<std::string> strings;
  for (const std::string& text : texts) strings.push_back(json_string(text));
  return strings;
}

}  // namespace ludex

#include "ludex/row_text.hpp"

#include "core/cell_text.hpp"
#include "ludex/game.hpp"

#include <algorithm>
#include <cmath>

namespace ludex {
namespace {

std::size_t most_bytes(std::span<const Value> cells) {
  std::size_t most = cells.size();  // separators
  for (const Value& cell : cells) {
    if (const auto* const text = std::get_if<std::string>(&cell)) {
      most += 2 * text->size() + 2;  // each character may become two, and there may be quotes
    } else if (!std::holds_alternative<std::monostate>(cell)) {
      most += kMostNumberBytes;
    }
  }
  return most;
}

/// Numbers and NULL need no quotes or escapes in csv and tsv.
template <class WriteText>
void append_cells(std::span<const Value> cells, char separator, std::string& line,
                  const WriteText& write_text) {
  const std::size_t before = line.size();
  line.resize(before + most_bytes(cells));
  char* to = line.data() + before;
  for (const Value& cell : cells) {
    if (const auto* const text = std::get_if<std::string>(&cell)) {
      to = write_text(*text, to);
    } else if (const auto* const whole = std::get_if<std::int64_t>(&cell)) {
      to = write_number(*whole, to);
    } else if (const auto* const number = std::get_if<double>(&cell)) {
      to = write_number(*number, to);
    }
    *to++ = separator;
  }
  line.resize(static_cast<std::size_t>(to - line.data()));
  if (!cells.empty()) line.pop_back();
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
    return;
  }
  char digits[kMostNumberBytes];
  char* end = digits;
  if (const auto* whole = std::get_if<std::int64_t>(&value)) end = write_number(*whole, digits);
  if (const auto* number = std::get_if<double>(&value)) end = write_number(*number, digits);
  line.append(digits, end);
}

void append_csv(std::span<const Value> row, std::string& line) {
  append_cells(row, ',', line, write_csv_text);
}

void append_tsv(std::span<const Value> row, std::string& line) {
  append_cells(row, '\t', line, write_tsv_text);
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

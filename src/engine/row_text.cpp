#include "ludex/row_text.hpp"

#include "core/simd.hpp"
#include "ludex/game.hpp"

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include <algorithm>
#include <array>
#include <bit>
#include <charconv>
#include <cmath>
#include <cstring>

namespace ludex {
namespace {

constexpr std::size_t kMostNumberBytes = 32;

/// The fewest digits that round-trip. \pre `to` has room for kMostNumberBytes. \returns the end
char* write_number(std::int64_t number, char* to) {
  return std::to_chars(to, to + kMostNumberBytes, number).ptr;
}
char* write_number(double number, char* to) {
  constexpr double kMostHundredths = 1e9;  // whole: their digits are the fewest
  const double hundredths = number * 100;
  if (std::abs(hundredths) < kMostHundredths) {
    const auto whole =
        static_cast<std::int64_t>(hundredths < 0 ? hundredths - 0.5 : hundredths + 0.5);
    const double back = static_cast<double>(whole) / 100;
    if (std::bit_cast<std::uint64_t>(back) == std::bit_cast<std::uint64_t>(number)) {
      if (whole < 0) *to++ = '-';
      const std::int64_t size = std::abs(whole), rest = size % 100;
      to = write_number(size / 100, to);
      if (rest == 0) return to;
      *to++ = '.';
      *to++ = static_cast<char>('0' + rest / 10);
      if (rest % 10 != 0) *to++ = static_cast<char>('0' + rest % 10);
      return to;
    }
  }
  return fmt::format_to(to, "{}", number);
}

/// Each function below writes to a place with enough room, and returns the end.
char* write(std::string_view text, char* to) { return std::copy(text.begin(), text.end(), to); }

/// For each character: true if a field that contains it needs quotes.
constexpr auto kEndsCsvField = [] {
  std::array<bool, 256> ends{};
  for (const unsigned char c : {',', '"', '\r', '\n'}) ends[c] = true;
  return ends;
}();

bool ends_csv_field(Bytes16 bytes) {
  const Bytes16 found = bytes.equal(Bytes16::all(',')) | bytes.equal(Bytes16::all('"')) |
                        bytes.equal(Bytes16::all('\r')) | bytes.equal(Bytes16::all('\n'));
  return found.high_bits() != 0;
}

char* write_quoted(std::string_view text, char* to) {
  *to++ = '"';
  for (std::size_t quote = 0; (quote = text.find('"')) != std::string_view::npos;) {
    to = write(text.substr(0, quote + 1), to);
    *to++ = '"';
    text.remove_prefix(quote + 1);
  }
  to = write(text, to);
  *to++ = '"';
  return to;
}

/// Copies the text while it looks for characters that need quotes.
char* write_csv_text(std::string_view text, char* to) {
  std::size_t i = 0;
  for (; i + Bytes16::kSize <= text.size(); i += Bytes16::kSize) {
    if (ends_csv_field(Bytes16::load(text.data() + i))) return write_quoted(text, to);
    std::memcpy(to + i, text.data() + i, Bytes16::kSize);
  }
  for (; i < text.size(); ++i) {
    if (kEndsCsvField[static_cast<unsigned char>(text[i])]) return write_quoted(text, to);
    to[i] = text[i];
  }
  return to + text.size();
}

char* write_tsv_text(std::string_view text, char* to) {
  for (const char c : text) {
    switch (c) {
      case '\t':
        to = write("\\t", to);
        break;
      case '\n':
        to = write("\\n", to);
        break;
      case '\r':
        to = write("\\r", to);
        break;
      case '\\':
        to = write("\\\\", to);
        break;
      default:
        *to++ = c;
    }
  }
  return to;
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

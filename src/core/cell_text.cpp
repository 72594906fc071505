#include "core/cell_text.hpp"

#include "core/simd.hpp"

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
    to = write_text(text.substr(0, quote + 1), to);
    *to++ = '"';
    text.remove_prefix(quote + 1);
  }
  to = write_text(text, to);
  *to++ = '"';
  return to;
}

/// Characters that need no escape in a JSON string.
constexpr bool is_plain_in_json(char c) { return c >= ' ' && c < 0x7F && c != '"' && c != '\\'; }

}  // namespace

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
        to = write_text("\\t", to);
        break;
      case '\n':
        to = write_text("\\n", to);
        break;
      case '\r':
        to = write_text("\\r", to);
        break;
      case '\\':
        to = write_text("\\\\", to);
        break;
      default:
        *to++ = c;
    }
  }
  return to;
}

char* write_hex(std::string_view bytes, char* to) {
  constexpr std::string_view kDigits = "0123456789abcdef";
  for (const char byte : bytes) {
    *to++ = kDigits[static_cast<unsigned char>(byte) >> 4];
    *to++ = kDigits[static_cast<unsigned char>(byte) & 15];
  }
  return to;
}

bool is_plain_json(std::string_view text) {
  return std::all_of(text.begin(), text.end(), is_plain_in_json);
}

void append_json_text(std::string_view text, std::string& line) {
  if (is_plain_json(text)) {
    line.append(1, '"').append(text).append(1, '"');
  } else {
    line += nlohmann::json(text).dump(-1, ' ', false, nlohmann::json::error_handler_t::replace);
  }
}

}  // namespace ludex

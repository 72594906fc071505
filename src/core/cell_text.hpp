#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>

namespace ludex {

// Cells of rows as text. A function that writes to a place needs enough room there, and returns the
// end.

inline constexpr std::size_t kMostNumberBytes = 32;

/// The fewest digits that round-trip. \pre room for kMostNumberBytes
char* write_number(std::int64_t number, char* to);
char* write_number(double number, char* to);

/// RFC 4180. \pre room for twice the text and two quotes
char* write_csv_text(std::string_view text, char* to);
/// Tab, line feed, carriage return and backslash as \t \n \r \\. \pre room for twice the text
char* write_tsv_text(std::string_view text, char* to);

/// Two digits a byte. \pre room for them
char* write_hex(std::string_view bytes, char* to);

/// True if a JSON string holds the text as it is, between quotes.
[[nodiscard]] bool is_plain_json(std::string_view text);
/// With its quotes; bytes that are not UTF-8 become U+FFFD.
void append_json_text(std::string_view text, std::string& line);

inline char* write_text(std::string_view text, char* to) {
  return std::copy(text.begin(), text.end(), to);
}

}  // namespace ludex

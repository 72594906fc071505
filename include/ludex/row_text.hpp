#pragma once

#include "ludex/game.hpp"

#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace ludex {

// Rows as lines of text, without their ends. Each function appends to `line`.

/// NULL is empty; numbers have the fewest digits that round-trip.
void append_value_text(const Value& value, std::string& line);
/// RFC 4180.
void append_csv(std::span<const Value> row, std::string& line);
/// Tab, line feed, carriage return and backslash as \t \n \r \\.
void append_tsv(std::span<const Value> row, std::string& line);
/// One object; NULL is null. \param names  JSON strings: json_strings()
void append_json(std::span<const std::string> names, std::span<const Value> row, std::string& line);

/// A quoted JSON string; bytes that are not UTF-8 become U+FFFD.
[[nodiscard]] std::string json_string(std::string_view text);
[[nodiscard]] std::vector<std::string> json_strings(std::span<const std::string> texts);

enum class LineFormat : std::uint8_t { csv, tsv, json };

/// The rows of a listing as lines of text, read some hundred at a time. No lock is held between two
/// lines.
class RowLines {
 public:
  explicit RowLines(std::vector<std::string> columns) : columns_(std::move(columns)) {}
  virtual ~RowLines() = default;
  [[nodiscard]] const std::vector<std::string>& columns() const { return columns_; }
  /// The next row and the end of its line: CRLF in csv, else a line feed. Empty after the last row.
  /// Valid until the next call.
  [[nodiscard]] virtual std::string_view next() = 0;

 private:
  std::vector<std::string> columns_;
};

}  // namespace ludex

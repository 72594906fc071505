#pragma once

#include "ludex/game.hpp"

#include <span>
#include <string>
#include <string_view>
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

}  // namespace ludex

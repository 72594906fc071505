#include "cli/human_text.hpp"

#include "ludex/error.hpp"

#include <fmt/format.h>
#include <utf8proc.h>

#include <algorithm>
#include <array>
#include <cctype>
#include <charconv>
#include <cmath>
#include <utility>
#include <vector>

namespace ludex::cli {
namespace {

constexpr double kLargestSize = 9.0e18;  // below 2^63, so that it can be stored anywhere

int power_of_unit(std::string_view unit) {
  std::string lower;
  for (const char c : unit) lower += static_cast<char>(std::tolower(static_cast<unsigned char>(c)));
  constexpr std::string_view kPrefixes = "kmgt";
  if (lower.empty() || lower == "b") return 0;
  const auto prefix = kPrefixes.find(lower[0]);
  if (prefix == std::string_view::npos) return -1;
  const std::string_view rest = std::string_view(lower).substr(1);
  return rest.empty() || rest == "b" || rest == "ib" ? static_cast<int>(prefix) + 1 : -1;
}

struct Character {
  std::size_t bytes = 1;
  utf8proc_int32_t code = -1;  // -1: a byte that is not UTF-8
};

Character first_character(std::string_view text) {
  Character found;
  const auto size = utf8proc_iterate(reinterpret_cast<const utf8proc_uint8_t*>(text.data()),
                                     static_cast<utf8proc_ssize_t>(text.size()), &found.code);
  if (size <= 0) return {};
  found.bytes = static_cast<std::size_t>(size);
  return found;
}

std::size_t width_of(const Character& character) {
  if (character.code < 0) return 1;
  return static_cast<std::size_t>(std::max(0, utf8proc_charwidth(character.code)));
}

/// Characters that nobody sees, but that change what is shown around them. Those that letters and
/// emoji of some scripts need (joiners, soft hyphens) are not among them.
bool is_hidden_mark(utf8proc_int32_t code) {
  constexpr std::pair<utf8proc_int32_t, utf8proc_int32_t> kMarks[] = {
      {0x061C, 0x061C},    // Arabic letter mark
      {0x200E, 0x200F},    // left-to-right and right-to-left mark
      {0x202A, 0x202E},    // embeddings and overrides of direction
      {0x2066, 0x206F},    // isolates of direction, and deprecated marks
      {0xFFF9, 0xFFFB},    // interlinear annotations
      {0xE0000, 0xE0FFF},  // tags and selectors that hold hidden text
  };
  return std::ranges::any_of(
      kMarks, [&](const auto& range) { return range.first <= code && code <= range.second; });
}

bool is_control(utf8proc_int32_t code) {
  const auto category = utf8proc_category(code);
  return category == UTF8PROC_CATEGORY_CC || category == UTF8PROC_CATEGORY_ZL ||
         category == UTF8PROC_CATEGORY_ZP || is_hidden_mark(code);
}

/// Each byte is a character one column wide, with no effect on a terminal.
bool is_plain_ascii(std::string_view text) {
  return std::ranges::all_of(text, [](char c) { return c >= ' ' && c < 0x7F; });
}

/// Bytes of the longest beginning that needs at most `columns`, of whole characters.
std::size_t bytes_within(std::string_view utf8, std::size_t columns) {
  std::size_t used = 0, bytes = 0;
  while (bytes < utf8.size()) {
    const Character character = first_character(utf8.substr(bytes));
    used += width_of(character);
    if (used > columns) break;
    bytes += character.bytes;
  }
  return bytes;
}

}  // namespace

std::string with_commas(std::string digits) {
  for (std::size_t i = digits.size(); i > 3; i -= 3) digits.insert(i - 3, ",");
  return digits;
}

std::string duration_text(double seconds) {
  if (seconds < 9.995) return fmt::format("{:.2f} s", seconds);
  if (seconds < 59.95) return fmt::format("{:.1f} s", seconds);
  const auto whole = static_cast<std::uint64_t>(std::llround(seconds));
  if (whole < 3600) return fmt::format("{} min {:02} s", whole / 60, whole % 60);
  return fmt::format("{} h {:02} min", whole / 3600, whole / 60 % 60);
}

std::string bytes_text(std::uint64_t bytes) {
  constexpr std::array kUnits = {"KiB", "MiB", "GiB", "TiB"};
  if (bytes < 1024) return fmt::format("{} B", bytes);
  double size = static_cast<double>(bytes) / 1024;
  std::size_t unit = 0;
  while (size >= 1023.95 && unit + 1 < kUnits.size()) {
    size /= 1024;
    ++unit;
  }
  return fmt::format("{:.1f} {}", size, kUnits[unit]);
}

std::uint64_t parse_bytes(std::string_view text, std::string_view option) {
  double number = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), number);
  std::string_view unit = text.substr(static_cast<std::size_t>(end - text.data()));
  while (unit.starts_with(' ')) unit.remove_prefix(1);
  const int power = power_of_unit(unit);
  const double bytes = power < 0 ? 0 : number * std::pow(1024.0, power);
  if (error != std::errc() || !(bytes >= 1) || bytes > kLargestSize) {
    throw UsageError(
        fmt::format("{}: '{}' is not a size; write it like 64MiB or 1GiB", option, text));
  }
  return static_cast<std::uint64_t>(bytes);
}

std::size_t display_width(std::string_view utf8) {
  if (is_plain_ascii(utf8)) return utf8.size();
  std::size_t columns = 0;
  while (!utf8.empty()) {
    const Character character = first_character(utf8);
    columns += width_of(character);
    utf8.remove_prefix(character.bytes);
  }
  return columns;
}

bool is_harmless(std::string_view character) {
  const Character found = first_character(character);
  return found.code >= 0 && found.bytes == character.size() && !is_control(found.code);
}

std::string printable(std::string_view utf8) {
  if (is_plain_ascii(utf8)) return std::string(utf8);
  std::string out;
  out.reserve(utf8.size());
  while (!utf8.empty()) {
    const Character character = first_character(utf8);
    if (character.code < 0) {
      out += "\uFFFD";
    } else if (is_control(character.code)) {
      out += ' ';
    } else {
      out += utf8.substr(0, character.bytes);
    }
    utf8.remove_prefix(character.bytes);
  }
  return out;
}

std::string shortened(std::string_view utf8, std::size_t columns) {
  if (display_width(utf8) <= columns) return std::string(utf8);
  return std::string(utf8.substr(0, bytes_within(utf8, columns - 1))) + "…";
}

std::string shortened_in_front(std::string_view utf8, std::size_t columns) {
  std::size_t width = display_width(utf8);
  if (width <= columns) return std::string(utf8);
  while (width >= columns && !utf8.empty()) {
    const Character character = first_character(utf8);
    width -= width_of(character);
    utf8.remove_prefix(character.bytes);
  }
  return "…" + std::string(utf8);
}

std::string wrapped(std::string_view text, std::size_t columns, std::size_t indent) {
  const std::string new_line = '\n' + std::string(indent, ' ');
  std::string out;
  std::size_t used = 0;
  while (!text.empty()) {
    const std::size_t end = text.find_first_of(" \n");
    std::string_view word = text.substr(0, end);
    std::size_t width = display_width(word);
    if (used > 0 && used + 1 + width > columns) {
      out += new_line;
      used = 0;
    }
    if (used > 0) out += ' ';
    while (width > columns) {
      const std::size_t bytes = std::max(bytes_within(word, columns), first_character(word).bytes);
      if (bytes == word.size()) break;  // a character wider than a line
      width -= display_width(word.substr(0, bytes));
      out.append(word.substr(0, bytes)).append(new_line);
      word.remove_prefix(bytes);
    }
    out += word;
    used += width + (used > 0 ? 1 : 0);
    if (end == std::string_view::npos) break;
    if (text[end] == '\n') {
      out += new_line;
      used = 0;
    }
    text.remove_prefix(end + 1);
  }
  return out;
}

std::string padded_right(std::string_view utf8, std::size_t columns) {
  const std::size_t width = display_width(utf8);
  return std::string(utf8) + std::string(columns > width ? columns - width : 0, ' ');
}

std::string padded_left(std::string_view utf8, std::size_t columns) {
  const std::size_t width = display_width(utf8);
  return std::string(columns > width ? columns - width : 0, ' ') + std::string(utf8);
}

std::size_t edit_distance(std::string_view from, std::string_view to) {
  const std::size_t width = to.size() + 1;
  std::vector<std::size_t> cost((from.size() + 1) * width);
  const auto at = [&](std::size_t row, std::size_t column) -> std::size_t& {
    return cost[row * width + column];
  };
  for (std::size_t i = 0; i <= from.size(); ++i) at(i, 0) = i;
  for (std::size_t j = 0; j <= to.size(); ++j) at(0, j) = j;
  for (std::size_t i = 1; i <= from.size(); ++i) {
    for (std::size_t j = 1; j <= to.size(); ++j) {
      const std::size_t replaced = from[i - 1] == to[j - 1] ? 0 : 1;
      at(i, j) = std::min({at(i - 1, j) + 1, at(i, j - 1) + 1, at(i - 1, j - 1) + replaced});
      if (i > 1 && j > 1 && from[i - 1] == to[j - 2] && from[i - 2] == to[j - 1]) {
        at(i, j) = std::min(at(i, j), at(i - 2, j - 2) + 1);
      }
    }
  }
  return at(from.size(), to.size());
}

std::string nearest_word(std::string_view word, std::span<const std::string> candidates) {
  const std::string* nearest = nullptr;
  std::size_t nearest_distance = 0;
  for (const std::string& candidate : candidates) {
    const std::size_t distance = edit_distance(word, candidate);
    if (distance > std::max<std::size_t>(1, candidate.size() / 3)) continue;
    if (nearest == nullptr || distance < nearest_distance) {
      nearest = &candidate;
      nearest_distance = distance;
    }
  }
  if (nearest != nullptr) return *nearest;
  const auto begun_by_word = [&](const std::string& candidate) {
    return !word.empty() && candidate.starts_with(word);
  };
  if (std::ranges::count_if(candidates, begun_by_word) != 1) return {};
  return *std::ranges::find_if(candidates, begun_by_word);
}

}  // namespace ludex::cli
